import type { Counter } from '../types/Counter';
import type { Fact } from '../types/Fact';
import type { Mark } from '../types/Mark';
import type { Scene } from '../types/Scene';
import type { Seat } from '../types/Seat';

/** Units of one side that look the same. */
export interface Kind {
  /** One of them, to be drawn. */
  sample: Counter;
  count: number;
}

/** The units of a side, those of one kind together, in the order in which the ruleset lists them. */
export function kindsOf(counters: readonly Counter[], seat: Seat): Kind[] {
  const kinds = new Map<string, Kind>();
  for (const counter of counters) {
    if (counter.seat !== seat) continue;
    const kind = kinds.get(counter.kind);
    if (kind == null) kinds.set(counter.kind, { sample: counter, count: 1 });
    else kind.count += 1;
  }
  return [...kinds.values()];
}

/** Places on the map that are worth something. */
export const objectivesOf = ({ marks }: Pick<Scene, 'marks'>): Mark[] =>
  marks.filter(({ kind }) => kind === 'objective');

/**
 * What else decides: the lines of the box on victory that are about no side and that everybody may read, or the fact of that
 * name where there is no such box.
 */
export function conditionsOf({ panels, facts }: Pick<Scene, 'panels' | 'facts'>): Fact[] {
  const panel = panels.find(({ id }) => id === 'victory');
  if (panel == null) return facts.filter(({ label }) => label === 'Victory');
  return panel.rows.filter((row) => row.seat == null && !row.private);
}

const key = (table: string): string => `opfire.briefed.${table}`;

/** Whether the briefing of a table has been read in this window. */
export function briefed(table: string): boolean {
  try {
    return sessionStorage.getItem(key(table)) != null;
  } catch {
    return false;
  }
}

export function markBriefed(table: string): void {
  try {
    sessionStorage.setItem(key(table), 'read');
  } catch {
    // A browser that keeps nothing: a table that nobody has begun shows its briefing again.
  }
}
