import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { apply, Misfit } from './difference';
import type { Edit } from '../types/Edit';

interface Recorded {
  game: string;
  first: unknown;
  steps: { edit: Edit; view: unknown }[];
}

// Written by the server's tests (crates/server/tests/it/difference.rs), which hold the server to the same file.
const games = JSON.parse(readFileSync(new URL('./difference.vectors.json', import.meta.url), 'utf8')) as Recorded[];

it.each(games)('makes every view of a game of $game from the one before', ({ first, steps }) => {
  expect(steps.length).toBeGreaterThan(2);
  let view = first;
  for (const step of steps) {
    view = apply(view, step.edit);
    expect(view).toEqual(step.view);
  }
});

it('lays out lists from what was kept, what changed and what is new', () => {
  const old = [
    { id: 'a', hex: '0101' },
    { id: 'b', hex: '0102' },
    { id: 'c', hex: '0103' },
  ];
  const edit: Edit = { list: [[1, 2], { at: 0, set: { hex: '0909' } }, { set: { id: 'd' } }, { is: [1] }, 7, null] };
  const list = apply(old, edit) as unknown[];
  expect(list).toEqual([old[1], old[2], { id: 'a', hex: '0909' }, { id: 'd', hex: '0909' }, [1], 7, null]);
  expect(list[0]).toBe(old[1]);
  expect(old[0]).toEqual({ id: 'a', hex: '0101' });
});

it('leaves what does not change the same object', () => {
  const old = { scene: { counters: [{ id: 'a' }], prompt: { text: 'What now?' } }, seq: 1 };
  const view = apply(old, { set: { seq: 2, scene: { set: { prompt: { set: { text: 'And now?' } } } } } }) as typeof old;
  expect(view).toEqual({ scene: { counters: [{ id: 'a' }], prompt: { text: 'And now?' } }, seq: 2 });
  expect(view.scene.counters).toBe(old.scene.counters);
});

it('refuses an edit that was meant for something else', () => {
  const misfits: [unknown, Edit][] = [
    [{ a: 1 }, { set: { b: 2 } }],
    [null, { set: {} }],
    [{ a: 1 }, { list: [] }],
    [[1], { list: [[0, 2]] }],
    [[{}], { list: [{ at: 1, set: {} }] }],
    [[1], { list: [{ set: {} }] }],
  ];
  for (const [value, edit] of misfits) expect(() => apply(value, edit)).toThrow(Misfit);
});
