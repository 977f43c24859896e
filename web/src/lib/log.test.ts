import { expect, it } from 'vitest';

import { entry } from './fixtures';
import { placesOf } from './log';

const hexOf = (unit: string): string | undefined => ({ a: '0101' })[unit];

it('finds the place of the newest thing that has one', () => {
  const moved = entry('moves', { hexes: ['0102', '0103'] });
  expect(placesOf([moved, entry('the turn ends')], hexOf)).toEqual(['0102', '0103']);
  expect(placesOf([moved, entry('is pinned', { units: ['a'] })], hexOf)).toEqual(['0101']);
  expect(placesOf([entry('is gone', { units: ['z'] })], hexOf)).toEqual([]);
});
