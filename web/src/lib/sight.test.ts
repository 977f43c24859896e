import { describe, expect, it } from 'vitest';

import { boxAround, centred, firstSight, revealing, within, type Box } from './sight';

const board: Box = { left: 0, top: 0, right: 2000, bottom: 1600 };
const room: Box = { left: 0, top: 0, right: 1000, bottom: 600 };

describe('the first view', () => {
  it('shows the whole board if the units are spread over it', () => {
    const units = { left: 100, top: 50, right: 1900, bottom: 1550 };
    const { k, y } = firstSight(board, units, room, 0);
    expect(k).toBeCloseTo(0.4);
    expect(1600 * k + y).toBeLessThanOrEqual(620);
  });

  it('goes no nearer than to fill the room, and leaves no band', () => {
    const units = { left: 900, top: 1400, right: 1100, bottom: 1550 };
    const { k, x, y } = firstSight(board, units, room, 0);
    expect(k).toBe(0.5);
    expect(x).toBe(0);
    // The lower edge of the board is at the lower edge of the room.
    expect(1600 * k + y).toBe(600);
  });

  it('goes nearer where a finger needs it', () => {
    expect(firstSight(board, null, room, 0.9).k).toBe(0.9);
  });
});

describe('following', () => {
  const sight = { k: 1, x: 0, y: 0 };

  it('stays where it is if everything is in sight', () => {
    expect(revealing(sight, { left: 10, top: 10, right: 90, bottom: 90 }, room)).toBe(sight);
  });

  it('pans by as little as it takes, with some room to spare', () => {
    const next = revealing(sight, { left: 1100, top: 100, right: 1200, bottom: 200 }, room);
    expect(next.k).toBe(1);
    expect(next.y).toBe(0);
    expect(1200 + next.x).toBeLessThan(1000);
    expect(1100 + next.x).toBeGreaterThan(500);
  });

  it('zooms out only for what does not fit', () => {
    const next = revealing(sight, { left: 0, top: 0, right: 2000, bottom: 300 }, room);
    expect(next.k).toBe(0.5);
  });
});

it('holds the board at the edges of the room', () => {
  expect(within({ k: 1, x: 300, y: -5000 }, board, room)).toEqual({ k: 1, x: 0, y: -1000 });
  expect(within({ k: 1, x: 300, y: 0 }, board, room, 40).x).toBe(40);
  expect(within({ k: 0.1, x: 0, y: 0 }, board, room)).toEqual(centred(board, room, 0.1));
});

it('needs a point to draw a box around', () => {
  expect(boxAround([], 5)).toBeNull();
  expect(boxAround([{ x: 1, y: 2 }], 5)).toEqual({ left: -4, top: -3, right: 6, bottom: 7 });
});
