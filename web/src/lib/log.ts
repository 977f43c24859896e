import type { Entry } from '../types/Entry';
import type { View } from '../types/View';

/** The log after a view: what we had up to `log_from`, then what came. */
export function mergeLog(had: readonly Entry[], view: Pick<View, 'log' | 'log_from'>): Entry[] {
  return [...had.slice(0, view.log_from), ...view.log];
}

/** The entries of actions after `seq`: none after an undo, and none when the log comes again for another seat. */
export function since(log: readonly Entry[], seq: number): Entry[] {
  return log.filter((entry) => entry.seq > seq);
}

/** A line of the log as it is shown. */
export interface Line {
  /** Where it begins in the log: stays the same while it grows. */
  at: number;
  /** The entry to show: of several steps the last one, with the hexes of all. */
  entry: Entry;
  /** The steps one by one, if there are several. */
  steps: Entry[];
}

/** The log, with the steps of one way under one rule joined into one line. */
export function linesOf(log: readonly Entry[]): Line[] {
  const lines: Line[] = [];
  log.forEach((entry, at) => {
    const last = lines.at(-1);
    if (last != null && isNextStep(last.entry, entry)) {
      last.steps = last.steps.length === 0 ? [last.entry, entry] : [...last.steps, entry];
      last.entry = { ...entry, hexes: wayOf(last.steps) };
    } else {
      lines.push({ at, entry, steps: [] });
    }
  });
  return lines;
}

/**
 * Whether `next` continues `entry`: the same units do the same in another hex, or in a later action, and
 * no dice, loss or page come between. Two things that happen to a unit at once stay two lines.
 */
function isNextStep(entry: Entry, next: Entry): boolean {
  const plain = ({ tone, resolution, page, units }: Entry): boolean =>
    tone === 'plain' && resolution == null && page == null && units.length > 0;
  const [last, newest] = [entry.hexes.at(-1), next.hexes.at(-1)];
  const further = last == null || newest == null ? last === newest && next.seq > entry.seq : last !== newest;
  const same = entry.rule === next.rule && entry.seat === next.seat && entry.units.join() === next.units.join();
  return plain(entry) && plain(next) && same && further;
}

/** The hexes of several steps, each once where one ends and the next begins. */
function wayOf(steps: readonly Entry[]): string[] {
  return steps.flatMap((step) => step.hexes).filter((hex, index, all) => hex !== all[index - 1]);
}

/** Whether dice fell, so that the result deserves a note on the board. */
export function isResult(entry: Entry): boolean {
  return entry.resolution != null && entry.resolution.throws.length > 0;
}

/**
 * The hexes where the newest thing happened: those of the last entry that names any, or else where its units stand.
 * Empty if nothing that happened has a place.
 */
export function placesOf(news: readonly Entry[], hexOf: (unit: string) => string | undefined): string[] {
  for (const entry of news.toReversed()) {
    if (entry.hexes.length > 0) return entry.hexes;
    const stand = entry.units.flatMap((unit) => hexOf(unit) ?? []);
    if (stand.length > 0) return stand;
  }
  return [];
}

/** What is drawn of the last actions: a unit's steps joined into one way, everything else by itself. */
export function trailAfter(trail: readonly Entry[], news: readonly Entry[]): Entry[] {
  return news
    .filter((entry) => entry.hexes.length > 1)
    .reduce<Entry[]>((drawn, entry) => (goesOn(drawn.at(-1), entry) ? [...drawn, entry] : [entry]), [...trail]);
}

function goesOn(before: Entry | undefined, entry: Entry): boolean {
  if (before == null) return true;
  // A shot at a unit on its way is drawn with the way.
  if (entry.resolution != null) return before.hexes.at(-1) === entry.hexes.at(-1);
  return before.resolution == null && before.units.join() === entry.units.join();
}
