import type { Opening } from '../types/Opening';
import type { Openings } from '../types/Openings';
import type { Option, Target } from './choices';

/** How many openings at one enemy are told: the best of them. */
const MOST_AT_ONE = 3;

/** The attacks that are possible after something else, the most promising first. */
export function afterwards(told: Openings | null): Opening[] {
  const later = (told?.openings ?? []).filter(({ first }) => first.length > 0);
  return later.toSorted((a, b) => b.odds.worth - a.odds.worth);
}

/** The best of them for each enemy. */
export function bestForEach(openings: readonly Opening[]): Opening[] {
  const best = new Map<string, Opening>();
  for (const opening of openings) {
    const enemy = opening.target ?? opening.hex ?? '';
    if (!best.has(enemy)) best.set(enemy, opening);
  }
  return [...best.values()];
}

/** Those at what is pointed at; `hexOf` gives the hex of a unit. */
export function openingsAt(
  openings: readonly Opening[],
  { hex, unit }: Target,
  hexOf: (unit: string) => string | undefined,
): Opening[] {
  const here = (opening: Opening): boolean => {
    const at = opening.target == null ? opening.hex : hexOf(opening.target);
    return at === hex && (unit == null || opening.target == null || opening.target === unit);
  };
  return openings.filter(here).slice(0, MOST_AT_ONE);
}

/** What one click does for it: the row of steps up to the shot. The shot itself is another click. */
export function stepsOf({ first, row }: Opening): string[] {
  return first.slice(0, row).map(({ action }) => action);
}

/** An opening as something that a click on the board can mean. */
export function optionOfOpening(opening: Opening): Option {
  return { label: opening.label, actions: stepsOf(opening), cost: null, choice: null, way: null, opening };
}

/** Remembers who was asked before a turn was given away: each unit once in each turn. */
export class LastChances {
  private turn = '';
  private readonly asked = new Set<string>();

  /** The best attack of each unit that would be given away by this action and that nobody was asked about. */
  missed(told: Openings | null, action: string, isHeld: (unit: string) => boolean): Opening[] {
    if (told?.ends.includes(action) !== true) return [];
    if (told.turn !== this.turn) {
      this.turn = told.turn;
      this.asked.clear();
    }
    const best = new Map<string, Opening>();
    const worth = told.openings.filter(({ worthwhile, unit }) => worthwhile && !this.asked.has(unit) && !isHeld(unit));
    for (const opening of worth.toSorted((a, b) => b.odds.worth - a.odds.worth)) {
      if (!best.has(opening.unit)) best.set(opening.unit, opening);
    }
    for (const unit of best.keys()) this.asked.add(unit);
    return [...best.values()];
  }
}
