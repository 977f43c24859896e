import type { ChatLine } from '../types/ChatLine';

/** The place of what the server or the host tells everybody. */
export const TABLE = 'table';
export const LONGEST_LINE = 500;

/** Adds lines by their numbers; `all` takes the place of what was known. */
export function mergeChat(known: readonly ChatLine[], lines: readonly ChatLine[], all: boolean): ChatLine[] {
  const by = new Map((all ? [] : known).map((line) => [line.number, line]));
  for (const line of lines) by.set(line.number, line);
  return [...by.values()].toSorted((one, other) => one.number - other.number);
}

/** How many lines by others came after the last one that was read. */
export const unreadIn = (lines: readonly ChatLine[], read: number, mine: readonly string[]): number =>
  lines.filter(({ number, place }) => number > read && !mine.includes(place)).length;

/** Whether something that the table was told is among the lines that were read. */
export const readIn = (lines: readonly ChatLine[], read: number, text: string): boolean =>
  lines.some((line) => line.place === TABLE && line.text === text && line.number <= read);

const key = (table: string): string => `opfire.chat.${table}`;

/** The number of the last line that was read in this browser. */
export function lastRead(table: string): number {
  try {
    return Number(localStorage.getItem(key(table)) ?? -1);
  } catch {
    return -1;
  }
}

export function markRead(table: string, number: number): void {
  try {
    localStorage.setItem(key(table), String(number));
  } catch {
    // It is unread again next time.
  }
}
