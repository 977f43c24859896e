import type { Field } from '../types/Field';
import type { Look } from '../types/Look';
import type { LookStep } from '../types/LookStep';
import type { Hexes, Point } from './geometry';

/** How a part of the line of sight fares. */
export type Fare = 'clear' | 'hindered' | 'blocked';

/** A part of the line, from 0 at the observer to 1 at the target. */
export interface Stretch {
  from: number;
  to: number;
  fare: Fare;
}

/** The first step that ends the look. */
export function blockerOf(look: Look): LookStep | null {
  return look.steps.find((step) => step.effect === 'blocks') ?? null;
}

/** The line in parts: clear up to the first hindrance, hindered up to the obstacle, blocked after it. */
export function stretchesOf(look: Look): Stretch[] {
  const blocker = blockerOf(look);
  // Out of range, arc or weather: nothing on the way ends the line, so all of it counts as blocked.
  if (look.verdict === 'blocked' && blocker == null) return [{ from: 0, to: 1, fare: 'blocked' }];
  const end = look.verdict === 'blocked' ? (blocker?.at ?? 1) : 1;
  const hinders = look.steps.find((step) => step.effect === 'hinders' && step.at < end);
  const turns: [number, Fare][] = [
    [0, 'clear'],
    [hinders?.at ?? end, 'hindered'],
    [end, 'blocked'],
  ];
  return turns
    .map(([from, fare], index): Stretch => ({ from, to: turns[index + 1]?.[0] ?? 1, fare }))
    .filter((stretch) => stretch.to - stretch.from > 1e-9);
}

/** The point that lies this far along the line between two others. */
export function along(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** A line of the list: a step, or several alike in a row. */
export interface Row {
  steps: LookStep[];
  /** Where: "0915", "0915/0916", "0304–0307". */
  place: string;
  /** Which hexes it lights up. */
  hexes: string[];
}

const LONG = 3;

/** Leaves out featureless sides, and joins open hexes that are alike and in a row. */
export function rowsOf(steps: readonly LookStep[]): Row[] {
  const runs: LookStep[][] = [];
  for (const step of steps) {
    if (step.side && step.what === '' && step.effect === 'open') continue;
    const last = runs.at(-1);
    if (last?.[0] != null && alike(last[0], step)) last.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run) => (run.length >= LONG ? [rowOf(run)] : run.map((step) => rowOf([step]))));
}

function alike(a: LookStep, b: LookStep): boolean {
  const plain = (step: LookStep): boolean => !step.side && step.effect === 'open';
  return (
    plain(a) &&
    plain(b) &&
    a.what === b.what &&
    a.ground === b.ground &&
    a.top === b.top &&
    a.why === b.why &&
    a.rule === b.rule
  );
}

function rowOf(steps: LookStep[]): Row {
  const hexes = steps.flatMap((step) => step.hexes);
  const place = steps.length > 1 ? `${hexes[0]}–${hexes.at(-1)}` : hexes.join('/');
  return { steps, place, hexes };
}

/** How the line passes, in a word, if it does not simply go through. */
export function wayInWords(step: LookStep): string {
  switch (step.way) {
    case 'left':
      return 'on the left';
    case 'right':
      return 'on the right';
    case 'corner':
      return 'at a corner';
    default:
      return step.side ? 'hexside' : '';
  }
}

/** What a step did, in a word or two. */
export function effectInWords(step: LookStep): string {
  switch (step.effect) {
    case 'blocks':
      return 'blocks';
    case 'hinders':
      return step.hindrances > 1 ? `hinders ${step.hindrances}` : 'hinders';
    case 'spared':
      return 'passed by';
    default:
      return 'open';
  }
}

/** "Clear", "Hindered by 2 (2 blue dice)", "Blocked". */
export function verdictInWords(look: Look): string {
  switch (look.verdict) {
    case 'clear':
      return 'Clear';
    case 'hindered':
      return `Hindered by ${look.hindrances}${look.cost == null ? '' : ` (${look.cost})`}`;
    case 'blocked':
      return look.hex_seen ? 'Blocked, ground seen' : 'Blocked';
  }
}

/** How a field of view shades the board; every hex is in one of the lists. */
export interface Shades {
  clear: string[];
  hindered: string[];
  ground: string[];
  unseen: string[];
}

export function shadesOf(field: Field, hexes: Hexes): Shades {
  const seen = new Set([field.from, ...field.clear, ...field.hindered, ...field.ground_only]);
  return {
    clear: field.clear,
    hindered: field.hindered,
    ground: field.ground_only,
    unseen: [...hexes.keys()].filter((hex) => !seen.has(hex)),
  };
}

/** The hex whose centre is nearest to a point of the board, if the point lies in it. */
export function hexAt(hexes: Hexes, point: Point, radius: number): string | null {
  let best: string | null = null;
  let nearest = radius * radius;
  for (const hex of hexes.values()) {
    const distance = (hex.x - point.x) ** 2 + (hex.y - point.y) ** 2;
    if (distance < nearest) {
      nearest = distance;
      best = hex.id;
    }
  }
  return best;
}
