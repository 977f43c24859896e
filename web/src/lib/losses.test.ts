import { expect, it } from 'vitest';

import type { Loss } from '../types/Loss';
import type { Seat } from '../types/Seat';
import { entry } from './fixtures';
import { lossesOf } from './losses';

const loss = (unit: string, seat: Seat | null, fate: string): Loss => ({ unit, seat, name: unit, fate });

const log = [
  entry('The half-track is disabled.', { seq: 3, tone: 'loss', units: ['half-track'] }),
  entry('The half-track is knocked out.', { seq: 5, tone: 'loss', units: ['half-track'] }),
  entry('The tank gives itself up.', { seq: 7, units: ['tank'] }),
  entry('Ours is knocked out.', { seq: 8, tone: 'loss', units: ['ours'] }),
  // What the debriefing writes down is no loss of the enemy's, and nobody's a second time.
  entry('Crew A is lost: 15 platoon quality points.', { seq: 9, tone: 'loss' }),
];

it('books each unit once, on the side that lost it, with the moment that decided it', () => {
  const losses = [loss('half-track', null, 'knocked out'), loss('tank', null, 'surrendered'), loss('ours', 0, 'lost')];
  const told = lossesOf(losses, [0, 1], log).map(({ seat, units }) => [
    seat,
    units.map(({ loss: { unit }, seq }) => [unit, seq]),
  ]);
  expect(told).toEqual([
    [0, [['ours', 8]]],
    [1, []],
    [
      null,
      [
        ['half-track', 5],
        ['tank', 7],
      ],
    ],
  ]);
});

it('leaves out an enemy whom nobody plays and who lost nothing, and knows units that the log does not name', () => {
  expect(lossesOf([loss('ghost', 1, 'killed')], [0, 1], log)).toEqual([
    { seat: 0, units: [] },
    { seat: 1, units: [{ loss: loss('ghost', 1, 'killed'), seq: null }] },
  ]);
});
