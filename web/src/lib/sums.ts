import type { Measure } from '../types/Measure';
import type { Modifier } from '../types/Modifier';
import type { Pile } from '../types/Pile';
import { signed } from './words';

/** A line of a sum, as it is read. */
export interface Line {
  modifier: Modifier;
  /** What it is worth, with what it is counted in: "+4 columns", "= 35%". */
  worth: string;
  /** Whether it says what the lines before it come to. */
  total: boolean;
}

/** What a list of modifiers comes to. */
export interface Sums {
  lines: Line[];
  /** The dice of each side after all of it. */
  piles: Pile[];
}

function counted(value: number, measure: Measure | undefined): string {
  switch (measure) {
    case 'percent':
      return '%';
    case 'columns':
      return Math.abs(value) === 1 ? ' column' : ' columns';
    case 'damage':
    case 'plain':
    case undefined:
      return '';
  }
}

function worthOf({ value, measure, role }: Modifier): string {
  const unit = counted(value, measure);
  switch (role) {
    case 'sum':
    case 'result':
      return `= ${value < 0 ? signed(value) : value}${unit}`;
    case 'aside':
      return `${value < 0 ? signed(value) : value}${unit}`;
    case 'part':
    case undefined:
      return `${signed(value)}${unit}`;
  }
}

const dice = (count: number): string => `${signed(count)} ${Math.abs(count) === 1 ? 'die' : 'dice'}`;

/** The lines of a list of modifiers so that a reader can add them up: a step of a side's dice counts as many as it brings or takes. */
export function sumsOf(modifiers: readonly Modifier[]): Sums {
  const piles = new Map<string, Pile>();
  const ofDice = modifiers.some(({ pile }) => pile != null);
  const lines = modifiers.map((modifier): Line => {
    const { pile, role } = modifier;
    const total = role === 'sum' || role === 'result';
    // Where dice are counted, a line that brings none is only told.
    if (pile == null) return { modifier, worth: ofDice && modifier.value === 0 ? '' : worthOf(modifier), total };
    const before = piles.get(pile.what)?.dice.length ?? 0;
    piles.set(pile.what, pile);
    const more = pile.dice.length - before;
    return { modifier, worth: more === 0 ? '' : dice(more), total };
  });
  return { lines, piles: [...piles.values()] };
}
