import { expect, it } from 'vitest';

import { edgesOf } from './compass';
import { grid } from './fixtures';

const hexes = [...grid(9, 7).values()];
const board = { hexes, radius: 10, width: 150, height: 140 };

it('names the edges of the map by its own north, not by the screen', () => {
  expect(edgesOf(board, 'up').map(({ name }) => name)).toEqual(['North', 'East', 'South', 'West']);
  // "Come in from the west": at the right edge, where north is at the bottom.
  expect(edgesOf(board, 'down').map(({ name }) => name)).toEqual(['South', 'West', 'North', 'East']);
  expect(edgesOf(board, 'right').map(({ name }) => name)).toEqual(['West', 'North', 'East', 'South']);
  expect(edgesOf(board, 'left').map(({ name }) => name)).toEqual(['East', 'South', 'West', 'North']);
});

it('writes them in the gaps of the edge, at both ends and in the middle', () => {
  const [top, right] = edgesOf(board, 'up');
  const low = new Set(hexes.filter(({ id }) => Number(id.slice(0, 2)) % 2 === 0).map(({ x }) => x));
  expect(top?.places).toHaveLength(3);
  expect(top?.places.every(({ x, y }) => low.has(x) && y < 10)).toBe(true);
  expect(right?.upright).toBe(true);
  expect(right?.places.every(({ x }) => x > 140)).toBe(true);
});
