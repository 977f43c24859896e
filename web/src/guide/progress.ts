import type { Guided } from '../types/Guided';
import type { GuideStep } from '../types/GuideStep';

/** What this browser remembers of a guided table: the server knows the actions, and only the player what he has read. */
export interface Bookmark {
  /** Steps before this one that ask for no action have been read. */
  read: number;
  /** Whether the player has put the guide away. */
  away: boolean;
}

const NEW: Bookmark = { read: 0, away: false };

/** The step in hand: the first after those that are done that asks for an action or has not been read. */
export function stepInHand({ guide, done }: Guided, read: number): number {
  const next = guide.steps.findIndex((step, at) => at >= done && (step.task.type === 'act' || at >= read));
  return next < 0 ? guide.steps.length : next;
}

/** The step that was just done and has something to add; `null` once the player has read on. */
export function lastDone({ guide, done }: Guided, now: number): GuideStep | null {
  const last = done === now ? guide.steps[done - 1] : undefined;
  return last == null || last.after === '' ? null : last;
}

/** Whether these actions are what the guide asks for: one of the choices, or the next part of the way it names. */
export function isAsked({ fulfil, way }: Guided, actions: readonly string[]): boolean {
  const [first] = actions;
  if (first == null) return false;
  if (actions.length === 1) return fulfil.includes(first);
  return actions.every((action, at) => action === way[at]);
}

/** What is left of a way that was begun with one click, if the guide still asks for it. */
export function restOf({ way }: Guided, begun: readonly string[]): readonly string[] {
  const [next] = way;
  const at = next == null ? -1 : begun.indexOf(next);
  return at < 0 ? [] : begun.slice(at);
}

const name = (table: string): string => `opfire.guide.${table}`;

export function bookmark(table: string): Bookmark {
  try {
    return { ...NEW, ...(JSON.parse(localStorage.getItem(name(table)) ?? '{}') as Partial<Bookmark>) };
  } catch {
    return NEW;
  }
}

export function keepBookmark(table: string, mark: Bookmark): void {
  store(name(table), JSON.stringify(mark));
}

const LEARNED = 'opfire.learned';

/** The guides that were followed to their end here, as `GAME/GUIDE`. */
export function learned(): string[] {
  try {
    return (localStorage.getItem(LEARNED) ?? '').split(' ').filter((one) => one !== '');
  } catch {
    return [];
  }
}

export function keepLearned(game: string, guide: string): void {
  store(LEARNED, [...new Set([...learned(), `${game}/${guide}`])].join(' '));
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that stores nothing: it lasts until the page is closed.
  }
}
