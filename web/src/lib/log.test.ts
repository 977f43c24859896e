import { expect, it } from 'vitest';

import { entry } from './fixtures';
import { linesOf, placesOf, trailAfter } from './log';

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

it('tells the steps of one way as one line that can be opened', () => {
  const step = (seq: number, hex: string, unit = 'a') =>
    entry(`${unit} moves to ${hex}`, { seq, units: [unit], hexes: [hex] });
  const march = [step(1, '0101'), step(2, '0102'), step(3, '0103')];
  const [way, other, ...none] = linesOf([...march, step(4, '0201', 'b')]);
  expect(way).toEqual({ at: 0, entry: { ...march[2], hexes: ['0101', '0102', '0103'] }, steps: march });
  expect(other?.entry.text).toBe('b moves to 0201');
  expect(none).toEqual([]);
});

it('keeps apart what is not the same way', () => {
  const first = entry('drives', { seq: 1, units: ['a'], hexes: ['0101'] });
  const apart = [
    entry('mines', { seq: 2, units: ['a'], hexes: ['0102'], resolution }),
    entry('loses its gun', { seq: 2, units: ['a'], hexes: ['0102'], tone: 'loss' }),
    entry('fires', { seq: 2, units: ['a'], hexes: ['0102'], rule: 'X-2' }),
    entry('a page', { seq: 2, units: ['a'], hexes: ['0102'], page: { number: '001', opens: false } }),
    entry('is immobile', { seq: 1, units: ['a'], hexes: ['0101'] }),
  ];
  for (const next of apart) expect(linesOf([first, next]), next.text).toHaveLength(2);
  // Turning twice is one line; two things that befall a unit at once are two.
  const turn = entry('turns', { seq: 1, units: ['a'] });
  expect(linesOf([turn, { ...turn, seq: 2 }])).toHaveLength(1);
  expect(linesOf([turn, { ...turn, text: 'is stuck' }])).toHaveLength(2);
});
