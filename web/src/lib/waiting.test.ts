import { describe, expect, it } from 'vitest';

import type { Choice } from '../types/Choice';
import type { Entry } from '../types/Entry';
import type { Scene } from '../types/Scene';
import { choice, counter, entry } from './fixtures';
import { isAsked, newsIn, nextOf, roundsIn, waitersWith } from './waiting';

const begin = (unit: string, more: Partial<Choice> = {}): Choice =>
  choice(`begin ${unit}`, { kind: 'unit', units: [unit], waits: true, ...more });
const done = (unit: string): Choice => choice('done', { kind: 'pass', units: [unit], waits: true });

describe('units that wait', () => {
  it('begin and end their turns by themselves, with the actions anybody would use', () => {
    expect(nextOf([begin('a'), begin('b')], 'all')?.action).toBe('begin a');
    expect(nextOf([choice('fire'), done('a')], 'all')?.action).toBe('done');
    expect(nextOf([choice('german', { kind: 'go-on', waits: true })], new Set(['a']))?.action).toBe('german');
  });

  it('let those act first who do not wait', () => {
    const alone = waitersWith(null, 'a');
    expect(nextOf([begin('a'), begin('b')], alone)).toBeNull();
    expect(nextOf([begin('a')], alone)?.action).toBe('begin a');
    expect(nextOf([done('b')], alone)).toBeNull();
    expect(nextOf([begin('a'), begin('b')], waitersWith(alone, 'b'))?.action).toBe('begin a');
  });

  it('do nothing once somebody is in sight: the ruleset offers it no more', () => {
    expect(nextOf([begin('a', { waits: false }), choice('call 1')], 'all')).toBeNull();
    expect(nextOf([choice('answer 1'), choice('answer 2')], 'all')).toBeNull();
    expect(isAsked([begin('a', { waits: false })], new Set(['a']))).toBe(true);
    expect(isAsked([begin('a', { waits: false })], new Set(['b']))).toBe(false);
    expect(isAsked([begin('a')], 'all')).toBe(false);
  });
});

describe('news', () => {
  const scene = (more: Partial<Scene> = {}): Scene =>
    ({ counters: [counter('a', '0101')], outcome: null, choices: [], ...more }) as unknown as Scene;
  const told = (entries: Entry[], after = scene()): string | null => newsIn(scene(), after, entries, () => true);
  const thrown: Entry['resolution'] = { modifiers: [], throws: [], reading: '', result: '' };

  it('are what a player wants to know: pages, shots, losses, newcomers, the end', () => {
    const page = entry('A shutter bangs.', { page: { number: '7', opens: false } });
    expect(told([page])).toBe('A shutter bangs.');
    expect(told([entry('X fires at A.', { units: ['x', 'a'], resolution: thrown })])).toBe('X fires at A.');
    expect(told([entry('A panics.', { tone: 'loss', units: ['a'] })])).toBe('A panics.');
    expect(told([], scene({ counters: [counter('a', '0101'), counter('x', '0109')] }))).toBe('X has come.');
    expect(told([], scene({ counters: [counter('a', '0101', { steps: { left: 1, of: 2 } })] }))).not.toBeNull();
    expect(told([], scene({ outcome: { title: 'Lost' } as Scene['outcome'] }))).toBe('Lost');
  });

  it('are not the dice of every round, nor a German who drives where nobody sees him', () => {
    const awareness = entry('B has noticed.', { units: ['b'], resolution: thrown });
    const drives = entry('X drives to 0203.', { units: ['x'], hexes: ['0203'] });
    const turns = entry('X turns to face N.', { units: ['x'], page: { number: '505', opens: false } });
    const number = entry('The action number is 4.', { tone: 'quiet', page: { number: '505', opens: false } });
    expect(told([entry('Round 3', { tone: 'heading' }), awareness, drives, turns, number])).toBeNull();
    expect(
      roundsIn([entry('Round 3', { tone: 'heading' }), drives, entry('X acts.', { tone: 'heading', units: ['x'] })]),
    ).toBe(1);
  });
});
