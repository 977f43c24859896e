import type { BoardHex } from '../types/BoardHex';
import type { Hexes } from './geometry';

/** The hex cursor. `row` is the height it tries to keep while it moves sideways. */
export interface Cursor {
  hex: string;
  row: number;
}

export type ArrowKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

/** The neighbours each key may lead to, as hexsides clockwise from north. */
const SIDES: Record<ArrowKey, readonly number[]> = {
  ArrowUp: [0],
  ArrowDown: [3],
  ArrowLeft: [5, 4],
  ArrowRight: [1, 2],
};

export function isArrow(key: string): key is ArrowKey {
  return key in SIDES;
}

export function cursorAt(hex: BoardHex): Cursor {
  return { hex: hex.id, row: hex.y };
}

/** The cursor after an arrow key. On a flat-top grid, left and right zigzag along the row they started in. */
export function step(hexes: Hexes, cursor: Cursor, key: ArrowKey): Cursor {
  const here = hexes.get(cursor.hex);
  if (here == null) return cursor;
  const next = SIDES[key]
    .flatMap((side) => hexes.get(here.neighbours[side] ?? '') ?? [])
    .toSorted((a, b) => Math.abs(a.y - cursor.row) - Math.abs(b.y - cursor.row))[0];
  if (next == null) return cursor;
  const sideways = key === 'ArrowLeft' || key === 'ArrowRight';
  return { hex: next.id, row: sideways ? cursor.row : next.y };
}
