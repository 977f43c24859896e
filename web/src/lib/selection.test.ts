import { describe, expect, it } from 'vitest';

import { choice } from './fixtures';
import {
  afterClick,
  afterEnter,
  carriedOver,
  cycleReady,
  groupsOf,
  nextReady,
  onlyGroup,
  wholeStack,
} from './selection';

const stack = ['a', 'b', 'c'];
const together = choice('move a+b', { kind: 'move', units: ['a', 'b'] });
const alone = choice('move a', { kind: 'move', units: ['a'] });
const other = choice('move b', { kind: 'move', units: ['b'] });
const choices = [together, alone, other];

describe('clicks on a stack', () => {
  it('takes first all that move together, then the single unit, then all again', () => {
    const first = afterClick(choices, stack, [], 'a', false);
    expect(first).toEqual(['a', 'b']);
    const second = afterClick(choices, stack, first, 'a', false);
    expect(second).toEqual(['a']);
    expect(afterClick(choices, stack, second, 'a', false)).toEqual(['a', 'b']);
  });

  it('goes from one single unit to its neighbour', () => {
    expect(afterClick(choices, stack, ['a'], 'b', false)).toEqual(['b']);
  });

  it('starts anew on another stack', () => {
    expect(afterClick(choices, stack, ['z'], 'b', false)).toEqual(['a', 'b']);
  });

  it('takes a unit that moves with nobody by itself', () => {
    expect(afterClick(choices, stack, [], 'c', false)).toEqual(['c']);
  });

  it('adds and removes with Shift', () => {
    expect(afterClick(choices, stack, ['a'], 'b', true)).toEqual(['a', 'b']);
    expect(afterClick(choices, stack, ['a', 'b'], 'a', true)).toEqual(['b']);
  });
});

it('goes through a stack with Enter', () => {
  let selected = afterEnter(choices, stack, []);
  expect(selected).toEqual(['a', 'b']);
  selected = afterEnter(choices, stack, selected);
  expect(selected).toEqual(['b']);
  selected = afterEnter(choices, stack, selected);
  expect(selected).toEqual(['a']);
  expect(afterEnter(choices, stack, selected)).toEqual(['a', 'b']);
});

it('looks at the top of a stack that cannot act', () => {
  expect(afterEnter([], stack, [])).toEqual(['c']);
  expect(afterEnter([], [], [])).toEqual([]);
});

it('takes the largest group within the stack', () => {
  const far = choice('move a+z', { kind: 'move', units: ['a', 'b', 'z'] });
  expect(wholeStack([far, together], stack, 'a')).toEqual(['a', 'b']);
});

it('names each group once, whatever its order', () => {
  expect(groupsOf([together, choice('fire', { units: ['b', 'a'] }), alone])).toEqual([['a', 'b'], ['a']]);
});

it('picks by itself only when there is nothing to pick from', () => {
  expect(onlyGroup([alone, choice('done')])).toEqual(['a']);
  expect(onlyGroup(choices)).toBeNull();
  expect(onlyGroup([choice('join a', { kind: 'unit', units: ['a'] })])).toBeNull();
});

it('keeps a selection only while it can do something', () => {
  expect(carriedOver(choices, ['a', 'b'], new Set(['a', 'b']))).toEqual(['a', 'b']);
  expect(carriedOver(choices, ['a', 'b'], new Set(['b']))).toEqual(['b']);
  expect(carriedOver(choices, ['c'], new Set(['c']))).toEqual([]);
});

it('goes through the units that can act, and past the end', () => {
  expect(nextReady(['a', 'b', 'c'], [], false)).toBe('a');
  expect(nextReady(['a', 'b', 'c'], ['a', 'b'], false)).toBe('c');
  expect(nextReady(['a', 'b', 'c'], ['c'], false)).toBeNull();
  expect(nextReady(['a', 'b', 'c'], ['c'], true)).toBe('b');
});

it('goes round the units that can act', () => {
  expect(cycleReady(['a', 'b'], ['b'], false)).toBe('a');
  expect(cycleReady(['a', 'b'], ['a'], true)).toBe('b');
  expect(cycleReady([], [], false)).toBeNull();
});
