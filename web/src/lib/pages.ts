import type { Entry } from '../types/Entry';
import type { LastPage } from '../types/LastPage';

/** A page of a booklet as it was read once: what it said and what came of it. */
export interface ReadPage {
  number: string;
  /** The action that led to it. */
  seq: number;
  lines: Entry[];
}

/** The pages in the order in which they were read. A page that is read again is there again. */
export function pagesOf(log: readonly Entry[]): ReadPage[] {
  const pages: ReadPage[] = [];
  for (const entry of log) {
    if (entry.page == null) continue;
    const { number, opens } = entry.page;
    const open = opens ? undefined : pages.findLast((page) => page.number === number);
    if (open != null) open.lines.push(entry);
    else pages.push({ number, seq: entry.seq, lines: opens ? [] : [entry] });
  }
  return pages;
}

/** The story from a last page on: what its plain lines of a rule say, and those of the pages it led to. */
export function endOfStory(log: readonly Entry[], last: LastPage | null): string[] {
  const begins = last == null ? -1 : log.findLastIndex(({ page }) => page?.number === last.number && page.opens);
  if (last == null || begins < 0) return [];
  const told = log
    .slice(begins)
    .filter((line) => line.page != null && line.tone === 'plain' && line.rule === last.rule);
  return told.filter(({ page }) => page?.opens === false).map(({ text }) => text);
}

/** Whether there is something on a page to be read: not only an order to somebody that came to nothing. */
export function tells(page: ReadPage): boolean {
  return page.lines.some((line) => line.tone !== 'quiet' && line.tone !== 'heading');
}

/** How many lines of every page have been seen; pages are only ever added, and lines to pages. */
export type Seen = readonly number[];

export const seenOf = (pages: readonly ReadPage[]): Seen => pages.map(({ lines }) => lines.length);

/** The pages that have something new to tell. */
export function newPages(pages: readonly ReadPage[], seen: Seen): ReadPage[] {
  return pages.filter((page, at) => page.lines.length > (seen[at] ?? 0) && tells(page));
}

/**
 * The page to lie open when these have come or grown: the first that has something new to tell, so that none is skipped; but the last
 * where a page asks something, because nobody can answer what he does not see.
 */
export function pageToOpen(pages: readonly ReadPage[], seen: Seen, asks = false): ReadPage | null {
  const fresh = newPages(pages, seen);
  return (asks ? fresh.at(-1) : fresh[0]) ?? null;
}
