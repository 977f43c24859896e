import { describe, expect, it } from 'vitest';

import { levelFor, TILE, tileBox, tilesIn } from './tiles';

describe('the tiles of a map', () => {
  const board = { width: 4000, height: 2800 };

  it('are as coarse as the screen allows', () => {
    expect(levelFor(0.1)).toBe(0.25);
    expect(levelFor(0.28)).toBe(0.25);
    expect(levelFor(0.6)).toBe(1);
    expect(levelFor(1.1)).toBe(1);
    expect(levelFor(3)).toBe(4);
    expect(levelFor(9)).toBe(4);
  });

  it('cover the board and no more', () => {
    const all = tilesIn({ left: -500, top: -500, right: 9000, bottom: 9000 }, board, 0.25);
    expect(all).toHaveLength(2);
    const boxes = all.map((tile) => tileBox(tile, board));
    expect(Math.min(...boxes.map((box) => box.left))).toBe(0);
    expect(Math.max(...boxes.map((box) => box.right))).toBe(4000);
    expect(Math.max(...boxes.map((box) => box.bottom))).toBe(2800);
  });

  it('are those in sight, the middle first', () => {
    const seen = { left: TILE, top: TILE, right: TILE * 4, bottom: TILE * 2 };
    const tiles = tilesIn(seen, board, 1);
    expect(tiles.map(({ column, row }) => [column, row])).toEqual([
      [2, 1],
      [1, 1],
      [3, 1],
    ]);
  });

  it('are none where nothing of the board is seen', () => {
    expect(tilesIn({ left: -900, top: 0, right: -100, bottom: 500 }, board, 1)).toEqual([]);
  });
});
