import { expect, it } from 'vitest';

import { deedsOf } from './deeds';
import { entry } from './fixtures';
import { chaptersOf, mentions, textOf, unchanged } from './logbook';

const turn = (n: number) => entry(`Turn ${n}`, { seq: n * 10, tone: 'heading' });
const move = (seq: number, hex: string) => entry(`X moves to ${hex}`, { seq, units: ['x'], hexes: [hex] });
const shot = entry('X fires at A: killed', {
  seq: 22,
  rule: 'X-9',
  tone: 'combat',
  units: ['x', 'a'],
  hexes: ['0101', '0105'],
  resolution: {
    modifiers: [{ rule: 'X-3', what: 'range', value: -2 }],
    throws: [{ what: 'to hit', sides: 6, faces: [4, 5] }],
    reading: '9 reaches 8',
    result: 'killed',
  },
});
const log = [entry('The map is laid out'), turn(1), move(11, '0102'), turn(2), shot];

it('divides the log by turns', () => {
  const chapters = chaptersOf(deedsOf(log));
  expect(chapters.map(({ title, deeds }) => [title, deeds.length])).toEqual([
    ['Before the first turn', 1],
    ['Turn 1', 2],
    ['Turn 2', 2],
  ]);
  // A card that is turned over in a hex is no turn.
  const card = entry('Marker 1 is turned over', { tone: 'heading', hexes: ['0101'] });
  expect(chaptersOf(deedsOf([turn(1), card]))).toHaveLength(1);
});

it('finds words, rules and dice', () => {
  const [deed] = deedsOf([shot]);
  if (deed == null) throw new Error('no deed');
  expect(mentions(deed, 'FIRES killed')).toBe(true);
  expect(mentions(deed, 'x-9')).toBe(true);
  expect(mentions(deed, 'range')).toBe(true);
  expect(mentions(deed, 'fires miss')).toBe(false);
});

it('draws only what is new', () => {
  const before = deedsOf(log);
  const now = unchanged(before, deedsOf([...log, entry('A is lost', { seq: 22, tone: 'loss', units: ['a'] })]));
  expect(now.slice(0, -1).every((deed, index) => deed === before[index])).toBe(true);
  expect(now.at(-1)).not.toBe(before.at(-1));
});

it('writes it all down with rules, dice and modifiers', () => {
  expect(textOf('A game', chaptersOf(deedsOf(log)))).toBe(`A game
======

Before the first turn
---------------------
The map is laid out [X-1]

Turn 1
------
X moves to 0102 [X-1]

Turn 2
------
X fires at A: killed [X-9]
    to hit: 4, 5
    range −2 (X-3)
    9 reaches 8: killed
`);
});
