import type { Entry } from '../types/Entry';
import type { View } from '../types/View';

/** The log after a view: what we had up to `log_from`, then what came. */
export function mergeLog(had: readonly Entry[], view: Pick<View, 'log' | 'log_from'>): Entry[] {
  return [...had.slice(0, view.log_from), ...view.log];
}

/** The entries that are new in `now`: none after an undo. */
export function fresh(had: readonly Entry[], now: readonly Entry[]): Entry[] {
  return now.slice(had.length);
}

/** Whether dice fell, so that the result deserves a note on the board. */
export function isResult(entry: Entry): boolean {
  return entry.resolution != null && entry.resolution.throws.length > 0;
}
