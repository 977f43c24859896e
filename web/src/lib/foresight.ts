import type { EnemyDeed } from '../types/EnemyDeed';
import { percent } from './words';

/** How many enemies the board shows at once: more lines would hide the units. */
const MOST_LINES = 8;

/** The deeds that the board draws: of each enemy the worst that it could do, and what it could do from where it stands first. */
export function drawn(deeds: readonly EnemyDeed[]): EnemyDeed[] {
  const first = new Map<string, EnemyDeed>();
  for (const deed of deeds) if (!first.has(deed.unit)) first.set(deed.unit, deed);
  return [...first.values()].slice(0, MOST_LINES);
}

/** The figure on a line: the chance of harm. */
export function figure({ odds, harm }: EnemyDeed): string {
  return odds == null ? '?' : percent(harm?.p ?? 0);
}

/** The same with words. */
export function harmInWords({ harm }: EnemyDeed): string {
  return harm == null ? 'no harm' : `${percent(harm.p)} ${harm.text}`;
}
