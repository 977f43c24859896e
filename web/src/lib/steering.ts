import type { Part } from '../types/Part';
import type { Point } from './geometry';
import type { Steering } from '../types/Steering';

/** Hexsides round a hex. */
const SIDES = 6;

/** The hexside to the left (−1) or right (+1) of another. */
export function turned(side: number, by: number): number {
  return (((side + by) % SIDES) + SIDES) % SIDES;
}

/** Which part of a unit can be turned at all now. */
export function canSteer(steering: readonly Steering[], unit: string, part: Part): boolean {
  return steering.some((one) => one.unit === unit && one.part === part);
}

/**
 * What to send to turn a part of a unit from one hexside to another: the action that does it at once, else the step to
 * the left or right as often as it takes, by the shorter way.
 */
export function turns(
  steering: readonly Steering[],
  unit: string,
  part: Part,
  from: number,
  to: number,
): readonly string[] {
  if (from === to) return [];
  const towards = (side: number): string | undefined =>
    steering.find((one) => one.unit === unit && one.part === part && one.to === side)?.action;
  const straight = towards(to);
  if (straight != null) return [straight];
  const right = turned(to, -from);
  const clockwise = right <= SIDES / 2;
  const step = towards(turned(from, clockwise ? 1 : -1));
  return step == null ? [] : new Array<string>(clockwise ? right : SIDES - right).fill(step);
}

/** The hexside of a hex around `centre` that `point` lies beyond; the first is north, then clockwise. */
export function sideTowards(centre: Point, point: Point): number {
  const clockwiseFromNorth = Math.atan2(point.x - centre.x, centre.y - point.y);
  return turned(Math.round((clockwiseFromNorth / (2 * Math.PI)) * SIDES), 0);
}

/** Turns angles in degrees into ones that go on from the last: a turn from 300 to 0 goes on to 360, not back all the way. */
export function shortestTurns(): (angle: number) => number {
  let last: number | null = null;
  return (angle) => {
    const by = last == null ? 0 : ((((angle - last) % 360) + 540) % 360) - 180;
    last = last == null ? angle : last + by;
    return last;
  };
}
