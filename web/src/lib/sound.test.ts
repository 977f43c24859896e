import { expect, it } from 'vitest';

import { deedsOf } from './deeds';
import { entry } from './fixtures';
import { soundsOf } from './sound';

const resolution = (result: string) => ({
  modifiers: [],
  throws: [{ what: 'fire', sides: 6, faces: [1] }],
  reading: '',
  result,
});
const heard = (line: Parameters<typeof entry>[1]): string[] =>
  deedsOf([entry('', line)]).flatMap((deed) => soundsOf(deed).map(([name]) => name));

it('tells a hit from a miss, a way and a page by ear', () => {
  const units = ['x', 'a'];
  expect(heard({ units, hexes: ['0101', '0105'], tone: 'combat', resolution: resolution('killed') })).toEqual([
    'dice',
    'shot',
    'strike',
  ]);
  expect(heard({ units, hexes: ['0101', '0105'], tone: 'combat', resolution: resolution('miss') })).toEqual([
    'dice',
    'shot',
    'thud',
  ]);
  expect(heard({ units: ['x'], hexes: ['0102'] })).toEqual(['engine']);
  expect(heard({ page: { number: '12', opens: false } })).toEqual(['page']);
  expect(heard({ tone: 'heading' })).toEqual([]);
});
