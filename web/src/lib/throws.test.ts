import { describe, expect, it } from 'vitest';

import type { AidDie } from '../types/AidDie';
import type { FacedDie } from '../types/FacedDie';
import { kindsOf } from './aid';
import { byDigit, inHand, nothingTyped, typing, untyping, whole } from './throws';

const die = (sides: number, colour: string | null = null): AidDie => ({ sides, colour });
const RED: FacedDie = {
  colour: 'red',
  faces: [
    { value: 0, symbols: [] },
    { value: 1, symbols: ['damage'] },
    { value: 9, symbols: ['critical'] },
    { value: 1, symbols: ['damage'] },
  ],
};

describe('a throw that is typed', () => {
  it('is whole when no die is missing', () => {
    const next = { dice: [die(6), die(6)] };
    const [kind] = kindsOf(next);
    if (kind == null) throw new Error('a kind');
    const one = typing(nothingTyped(next), kind, 4);
    expect([one, whole(one)]).toEqual([[4, null], null]);
    const two = typing(one, kind, 6);
    expect(whole(two)).toEqual([4, 6]);
    expect(typing(two, kind, 1)).toEqual([4, 6]);
    expect(untyping(two, next)).toEqual([4, null]);
    expect(untyping([null, null], next)).toEqual([null, null]);
  });

  it('takes digits: numbers, the ten, and the buttons of symbols in order', () => {
    const face = (digit: number, dice: AidDie[], typed = nothingTyped({ dice })) =>
      byDigit(digit, typed, { dice }, [RED])?.face ?? null;
    expect([face(4, [die(6)]), face(7, [die(6)]), face(0, [die(6)])]).toEqual([4, null, null]);
    expect([face(0, [die(10)]), face(5, [die(100)])]).toEqual([10, null]);
    // A face that is there twice has one button.
    expect([1, 2, 3, 4].map((digit) => face(digit, [die(4, 'red')]))).toEqual([0, 1, 9, null]);
    // The first kind with a die left.
    expect(face(3, [die(4, 'red'), die(6)], [0, null])).toEqual(3);
  });

  it('says what to take in hand', () => {
    expect(inHand({ dice: [die(6)] })).toBe('1 die');
    expect(inHand({ dice: [die(6, 'red'), die(6, 'blue'), die(6, 'blue')] })).toBe('1 red die and 2 blue dice');
    expect(inHand({ dice: [die(10), die(10)] })).toBe('2 ten-sided dice');
    expect(inHand({ dice: [die(100)] })).toBe('percentile dice, 1 to 100');
  });
});
