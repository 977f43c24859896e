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
