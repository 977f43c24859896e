import { expect, it } from 'vitest';

import { entry } from './fixtures';
import { placesOf, trailAfter } from './log';

const resolution = { modifiers: [], throws: [], reading: '', result: 'miss' };
const hexOf = (unit: string): string | undefined => ({ a: '0101' })[unit];

it('finds the place of the newest thing that has one', () => {
  const moved = entry('moves', { hexes: ['0102', '0103'] });
  expect(placesOf([moved, entry('the turn ends')], hexOf)).toEqual(['0102', '0103']);
  expect(placesOf([moved, entry('is pinned', { units: ['a'] })], hexOf)).toEqual(['0101']);
  expect(placesOf([entry('is gone', { units: ['z'] })], hexOf)).toEqual([]);
});

it('draws the steps of one unit as one way, with the shots that meet it', () => {
  const first = entry('moves', { units: ['a'], hexes: ['0101', '0102'] });
  const second = entry('moves', { units: ['a'], hexes: ['0102', '0103'] });
  const shot = entry('fires', { units: ['x', 'a'], hexes: ['0105', '0103'], resolution });
  const other = entry('moves', { units: ['b'], hexes: ['0201', '0202'] });
  expect(trailAfter([first], [second])).toEqual([first, second]);
  expect(trailAfter([first, second], [shot])).toEqual([first, second, shot]);
  expect(trailAfter([first, second], [other])).toEqual([other]);
  expect(trailAfter([first], [entry('rain')])).toEqual([first]);
});
