import type { Board } from '../types/Board';
import type { BoardHex } from '../types/BoardHex';

export interface Point {
  x: number;
  y: number;
}

/** The hexes of a board by number. */
export type Hexes = ReadonlyMap<string, BoardHex>;

export function hexesOf(board: Board): Hexes {
  return new Map(board.hexes.map((hex) => [hex.id, hex]));
}

/** The outline of a flat-top hex as the `d` of a path. */
export function hexPath(centre: Point, radius: number): string {
  const half = radius / 2;
  const tall = (radius * Math.sqrt(3)) / 2;
  const { x, y } = centre;
  const corners = [
    [x + radius, y],
    [x + half, y + tall],
    [x - half, y + tall],
    [x - radius, y],
    [x - half, y - tall],
    [x + half, y - tall],
  ];
  return `M${corners.map(([a = 0, b = 0]) => `${round(a)} ${round(b)}`).join('L')}Z`;
}

/** The line through these points as the `d` of a path. */
export function linePath(points: readonly Point[]): string {
  return points.length === 0 ? '' : `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}`;
}

/** A bowed line between two points, and where its figure stands. */
export interface Bow extends Point {
  d: string;
}

/** How far a bowed line leaves the straight one, as a part of its length. */
const SAG = 0.14;

/** The same from A to B and from B to A bows to different sides, so neither hides the other, nor the straight line between them. */
export function bow(from: Point, to: Point): Bow {
  const middle = {
    x: (from.x + to.x) / 2 - (to.y - from.y) * 2 * SAG,
    y: (from.y + to.y) / 2 + (to.x - from.x) * 2 * SAG,
  };
  const at = (t: number, a: number, b: number, c: number): number =>
    (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c;
  const t = 0.55;
  return {
    d: `M${round(from.x)} ${round(from.y)}Q${round(middle.x)} ${round(middle.y)} ${round(to.x)} ${round(to.y)}`,
    x: round(at(t, from.x, middle.x, to.x)),
    y: round(at(t, from.y, middle.y, to.y)),
  };
}

/** The two corners that two neighbouring hexes share. */
export function sharedSide(a: Point, b: Point, radius: number): [Point, Point] {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = Math.hypot(dx, dy) || 1;
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const along = { x: (-dy / length) * (radius / 2), y: (dx / length) * (radius / 2) };
  return [
    { x: middle.x + along.x, y: middle.y + along.y },
    { x: middle.x - along.x, y: middle.y - along.y },
  ];
}

/** The centres of these hexes; numbers that are not on the board are left out. */
export function centres(hexes: Hexes, ids: readonly string[]): Point[] {
  return ids.flatMap((id) => hexes.get(id) ?? []);
}

function round(n: number): number {
  return Math.round(n * 100) / 100;
}
