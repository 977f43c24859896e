import { describe, expect, it } from 'vitest';

import type { Opening } from '../types/Opening';
import type { Openings } from '../types/Openings';
import { afterwards, bestForEach, LastChances, openingsAt, optionOfOpening, stepsOf } from './after';
import { isCertain, keyOf } from './choices';
import { forecast } from './fixtures';

function opening(action: string, with_: Partial<Opening> = {}): Opening {
  return {
    unit: 'a',
    target: 'x',
    hex: '0105',
    action,
    label: action,
    first: [{ action: 'traverse right', label: 'Turret right', cost: 'free' }],
    after: 'Turret right, free',
    row: 1,
    unsure: false,
    odds: forecast(86, 0, 0, 0, 14),
    worthwhile: true,
    ...with_,
  };
}

const now = opening('guns x', { first: [], after: '', row: 0, odds: forecast(9, 1), worthwhile: false });
const after = opening('fire ap x');
const better = opening('fire ap y', { target: 'y', odds: forecast(1, 0, 0, 0, 1) });
const told: Openings = { turn: '3', ends: ['done'], openings: [now, after, better] };

describe('what is possible after something else', () => {
  it('is told the best first, and once for each enemy in the dock', () => {
    expect(afterwards(told).map(({ action }) => action)).toEqual(['fire ap y', 'fire ap x']);
    const again = opening('fire gp x', { odds: forecast(9, 1) });
    expect(bestForEach([better, after, again])).toEqual([better, after]);
    expect(afterwards(null)).toEqual([]);
  });

  it('belongs to the enemy that is pointed at', () => {
    const hexOf = (unit: string): string => (unit === 'x' ? '0105' : '0106');
    expect(openingsAt([after, better], { hex: '0105', unit: 'x' }, hexOf)).toEqual([after]);
    expect(openingsAt([after, better], { hex: '0106', unit: null }, hexOf)).toEqual([better]);
    expect(openingsAt([after], { hex: '0106', unit: 'y' }, hexOf)).toEqual([]);
  });

  it('does the row of steps, never the shot, and never without being asked', () => {
    const step = { action: 'traverse right', label: 'Turret right', cost: 'free' };
    const row = opening('fire ap x', { first: [step, step, { ...step, action: 'prepare n' }], row: 2 });
    expect(stepsOf(row)).toEqual(['traverse right', 'traverse right']);
    const option = optionOfOpening(row);
    expect(option.actions).not.toContain('fire ap x');
    expect(isCertain(option, ['a'])).toBe(false);
    expect(keyOf(option)).not.toBe(keyOf(optionOfOpening({ ...row, action: 'fire gp x' })));
  });
});

describe('the last chance', () => {
  const free = (): boolean => false;

  it('is asked about once for each unit and turn', () => {
    const chances = new LastChances();
    expect(chances.missed(told, 'done', free)).toEqual([better]);
    expect(chances.missed(told, 'done', free)).toEqual([]);
    const other: Openings = { ...told, openings: [...told.openings, opening('fire b x', { unit: 'b' })] };
    expect(chances.missed(other, 'done', free).map(({ unit }) => unit)).toEqual(['b']);
    expect(chances.missed({ ...told, turn: '4' }, 'done', free)).toEqual([better]);
  });

  it('is not asked about shots that promise nothing, units that hold, or what ends no turn', () => {
    const chances = new LastChances();
    expect(chances.missed({ ...told, openings: [now] }, 'done', free)).toEqual([]);
    expect(chances.missed(told, 'done', () => true)).toEqual([]);
    expect(chances.missed(told, 'hold', free)).toEqual([]);
    expect(chances.missed(null, 'done', free)).toEqual([]);
  });
});
