import { describe, expect, it } from 'vitest';

import { float, NEVER, overlaps, RATHER_NOT, type Kept, type Rect, type Spot } from './floating';

const ROOM: Rect = { left: 8, top: 8, right: 1050, bottom: 640 };
const WIDTH = 310;

const box = (x: number, y: number, half: number, weight: number): Kept => ({
  ...{ left: x - half, top: y - half, right: x + half, bottom: y + half },
  weight,
});
const cardAt = ({ left, top, height }: Spot): Rect => ({ left, top, right: left + WIDTH, bottom: top + height });

/** Numbers that look thrown and are the same in every run. */
function* drawn(): Generator<number, never> {
  let last = 7;
  for (;;) {
    last = (last * 48_271) % 2_147_483_647;
    yield last / 2_147_483_647;
  }
}

describe('a floating card', () => {
  it('stands where it would like to if nothing is in the way', () => {
    const spot = float({ width: WIDTH, height: 200 }, { left: 500, top: 300 }, ROOM, []);
    expect(spot).toEqual({ left: 500, top: 300, height: 200 });
  });

  it('never covers the instruction below: it stays in its room and is cut short', () => {
    const spot = float({ width: WIDTH, height: 900 }, { left: 500, top: -130 }, ROOM, []);
    expect(cardAt(spot).bottom).toBeLessThanOrEqual(ROOM.bottom);
    expect(cardAt(spot).top).toBeGreaterThanOrEqual(ROOM.top);
  });

  it('goes round the hex of the guide, even where it would like to be', () => {
    const lit = box(620, 380, 60, NEVER);
    const spot = float({ width: WIDTH, height: 260 }, { left: 500, top: 300 }, ROOM, [lit]);
    expect(overlaps(cardAt(spot), lit)).toBe(false);
    expect(spot.height).toBe(260);
  });

  it('covers what it would rather not before what it never may', () => {
    const middle = box(530, 320, 300, NEVER);
    const sides = [box(120, 320, 100, RATHER_NOT), box(940, 320, 100, RATHER_NOT)];
    const narrow: Rect = { left: 8, top: 8, right: 1150, bottom: 640 };
    const spot = float({ width: WIDTH, height: 600 }, { left: 500, top: 8 }, narrow, [middle, ...sides]);
    expect(overlaps(cardAt(spot), middle)).toBe(false);
  });

  it('is cut short before it covers what must be seen', () => {
    const room: Rect = { left: 8, top: 8, right: 382, bottom: 420 };
    const lit = box(195, 260, 50, NEVER);
    const spot = float({ width: 374, height: 300 }, { left: 8, top: 8 }, room, [lit]);
    expect(overlaps({ ...cardAt(spot), right: spot.left + 374 }, lit)).toBe(false);
    expect(spot.height).toBeLessThan(300);
  });

  it('finds a free place wherever there is one, for boards as they come', () => {
    const next = drawn();
    const any = (from: number, to: number): number => from + next.next().value * (to - from);
    for (let n = 0; n < 400; n += 1) {
      const kept = Array.from({ length: 5 }, () => box(any(40, 1000), any(40, 600), any(20, 60), NEVER));
      const size = { width: WIDTH, height: any(120, 400) };
      const spot = float(size, { left: any(0, 1000), top: any(0, 600) }, ROOM, kept);
      const card = cardAt(spot);
      expect(card.left >= ROOM.left && card.right <= ROOM.right && card.bottom <= ROOM.bottom).toBe(true);
      if (!isFree(card, kept)) expect(hasFree({ ...size, height: spot.height }, kept)).toBe(false);
    }
  });
});

const isFree = (card: Rect, kept: readonly Kept[]): boolean => kept.every((one) => !overlaps(card, one));

/** The slow way: every place on a fine grid. */
function hasFree(size: { width: number; height: number }, kept: readonly Kept[]): boolean {
  for (let left = ROOM.left; left + size.width <= ROOM.right; left += 7) {
    for (let top = ROOM.top; top + size.height <= ROOM.bottom; top += 7) {
      const padded = { left: left - 6, top: top - 6, right: left + size.width + 6, bottom: top + size.height + 6 };
      if (isFree(padded, kept)) return true;
    }
  }
  return false;
}
