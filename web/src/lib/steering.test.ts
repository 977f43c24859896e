import { expect, test } from 'vitest';

import type { Steering } from '../types/Steering';
import { canSteer, shortestTurns, sideTowards, turned, turns } from './steering';

const STEPS: Steering[] = [
  { unit: 'a', part: 'turret', to: 5, action: 'traverse left' },
  { unit: 'a', part: 'turret', to: 1, action: 'traverse right' },
];

test('hexsides go round', () => {
  expect(turned(5, 1)).toBe(0);
  expect(turned(0, -1)).toBe(5);
});

test('a turn takes as many steps as there are hexsides, by the shorter way', () => {
  expect(turns(STEPS, 'a', 'turret', 0, 2)).toEqual(['traverse right', 'traverse right']);
  expect(turns(STEPS, 'a', 'turret', 0, 4)).toEqual(['traverse left', 'traverse left']);
  expect(turns(STEPS, 'a', 'turret', 0, 3)).toHaveLength(3);
  expect(turns(STEPS, 'a', 'turret', 0, 0)).toEqual([]);
});

test('what turns at once needs one action, and what cannot turn none', () => {
  const face: Steering[] = [{ unit: 'a', part: 'hull', to: 3, action: 'face a s' }];
  expect(turns(face, 'a', 'hull', 0, 3)).toEqual(['face a s']);
  expect(turns(face, 'b', 'hull', 0, 3)).toEqual([]);
  expect(canSteer(face, 'a', 'hull')).toBe(true);
  expect(canSteer(face, 'a', 'turret')).toBe(false);
});

test('a point beyond a hexside', () => {
  const centre = { x: 10, y: 10 };
  const at = (degrees: number): number => {
    const angle = (degrees * Math.PI) / 180;
    return sideTowards(centre, { x: 10 + 9 * Math.sin(angle), y: 10 - 9 * Math.cos(angle) });
  };
  expect([0, 60, 120, 180, 240, 300].map(at)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(at(29)).toBe(0);
  expect(at(-31)).toBe(5);
});

test('turns by the shorter way, past north too', () => {
  const turn = shortestTurns();
  expect([300, 0, 60, 300, 120, 300].map(turn)).toEqual([300, 360, 420, 300, 120, -60]);
});
