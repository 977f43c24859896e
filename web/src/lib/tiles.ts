import type { Box } from './sight';

/** The scales at which a map is drawn: pixels for a unit of the board. */
export const LEVELS: readonly number[] = [0.25, 0.5, 1, 2, 4];
/** Width and height of a tile, in pixels. */
export const TILE = 768;
/** A picture too coarse by no more than this still passes as sharp. */
const TOLERANCE = 0.85;

/** A square of the map at one scale. */
export interface Tile {
  level: number;
  column: number;
  row: number;
  /** With the numbers of the hexes. */
  numbered: boolean;
}

export interface Size {
  width: number;
  height: number;
}

/** The coarsest level that is sharp at this scale. */
export function levelFor(scale: number): number {
  return LEVELS.find((level) => level >= scale * TOLERANCE) ?? (LEVELS.at(-1) as number);
}

export function tileKey({ level, column, row, numbered }: Tile): string {
  return `${level} ${column} ${row}${numbered ? ' numbered' : ''}`;
}

/** The part of the board that a tile shows. */
export function tileBox({ level, column, row }: Tile, board: Size): Box {
  const side = TILE / level;
  return {
    left: column * side,
    top: row * side,
    right: Math.min(board.width, (column + 1) * side),
    bottom: Math.min(board.height, (row + 1) * side),
  };
}

/** The tiles of a level that lie in `seen`, those in the middle first. */
export function tilesIn(seen: Box, board: Size, level: number): Tile[] {
  const side = TILE / level;
  const span = (low: number, high: number, length: number): [number, number] => [
    Math.max(0, Math.floor(low / side)),
    Math.min(Math.ceil(length / side), Math.ceil(high / side)) - 1,
  ];
  const [left, right] = span(seen.left, seen.right, board.width);
  const [top, bottom] = span(seen.top, seen.bottom, board.height);
  const tiles: Tile[] = [];
  for (let column = left; column <= right; column += 1) {
    for (let row = top; row <= bottom; row += 1) tiles.push({ level, column, row, numbered: false });
  }
  const middle = { column: (seen.left + seen.right) / side / 2 - 0.5, row: (seen.top + seen.bottom) / side / 2 - 0.5 };
  const distance = (tile: Tile): number => Math.hypot(tile.column - middle.column, tile.row - middle.row);
  return tiles.toSorted((a, b) => distance(a) - distance(b));
}
