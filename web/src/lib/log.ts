import type { Entry } from '../types/Entry';
import type { View } from '../types/View';

/** The log after a view: what we had up to `log_from`, then what came. */
export function mergeLog(had: readonly Entry[], view: Pick<View, 'log' | 'log_from'>): Entry[] {
  return [...had.slice(0, view.log_from), ...view.log];
}

/** The entries of actions after `seq`: none after an undo, and none again when the log comes anew for another seat. */
export function since(log: readonly Entry[], seq: number): Entry[] {
  return log.filter((entry) => entry.seq > seq);
}

/** Whether dice fell, so that the result deserves a note on the board. */
export function isResult(entry: Entry): boolean {
  return entry.resolution != null && entry.resolution.throws.length > 0;
}
