import { expect, test } from 'vitest';

import { choice } from './fixtures';
import { dockButtons } from './choices';
import { edgeCell } from './displays';
import { groupChoices } from './groups';

test('the boxes of a strip run once round the sheet', () => {
  const cells = Array.from({ length: 49 }, (_, index) => edgeCell(index, 49));
  expect(cells[0]).toMatchObject({ column: 1, row: 1, columns: 17, rows: 10 });
  expect(cells[16]).toMatchObject({ column: 17, row: 2 });
  expect(cells[24]).toMatchObject({ column: 17, row: 10 });
  expect(cells[40]).toMatchObject({ column: 1, row: 10 });
  expect(cells[48]).toMatchObject({ column: 1, row: 2 });
  expect(new Set(cells.map(({ column, row }) => `${column} ${row}`)).size).toBe(49);
});

const of = (order: number, title: string, gathered: string | null = null): Parameters<typeof choice>[1] => ({
  units: ['a'],
  group: { order, title, gathered },
});

test('groups come in their order, whatever the order of the choices', () => {
  const groups = groupChoices([
    choice('close a', of(6, 'Hatches')),
    choice('smoke 0101', of(4, 'Smoke', 'Lay smoke…')),
    choice('fire ap v', of(0, 'Fire')),
    choice('smoke 0102', of(4, 'Smoke', 'Lay smoke…')),
    choice('answer 1'),
  ]);
  expect(groups.map(({ title }) => title)).toEqual(['', 'Fire', 'Smoke', 'Hatches']);
});

test('many hexes for one thing are one button, and the way on has its place', () => {
  const choices = [
    choice('smoke 0101', { ...of(4, 'Smoke', 'Lay smoke…'), kind: 'hex', hex: '0101' }),
    choice('smoke 0102', { ...of(4, 'Smoke', 'Lay smoke…'), kind: 'hex', hex: '0102' }),
    choice('close a', of(6, 'Hatches')),
    choice('done', { kind: 'pass', units: ['a'] }),
  ];
  const { picks, ways } = dockButtons(choices, ['a']);
  expect(picks.map(({ action }) => action)).toEqual(['smoke 0101', 'close a']);
  expect(ways.map(({ action }) => action)).toEqual(['done']);
});

test('what is in order waits until its unit is picked, unless there is only one', () => {
  const close = (unit: string): ReturnType<typeof choice> =>
    choice(`close ${unit}`, { units: [unit], group: { order: 6, title: 'Hatches', gathered: null } });
  expect(dockButtons([close('a'), close('b')], []).picks).toEqual([]);
  expect(dockButtons([close('a'), close('b')], ['b']).picks.map(({ action }) => action)).toEqual(['close b']);
  expect(dockButtons([close('a')], []).picks).toHaveLength(1);
});
