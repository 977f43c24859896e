import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Guided } from '../types/Guided';
import type { GuideStep } from '../types/GuideStep';
import { bookmark, isAsked, keepBookmark, keepLearned, lastDone, learned, restOf, stepInHand } from './progress';

const step = (name: string, type: 'act' | 'read', after = ''): GuideStep => ({
  ...{ name, say: name, after, units: [], hexes: [] },
  task: { type },
});

function guided(done: number, more: Partial<Guided> = {}): Guided {
  const steps = [step('look', 'read'), step('move', 'act', 'Well moved.'), step('rest', 'read'), step('fire', 'act')];
  const guide = { id: 'g', title: 'G', scenario: 's', minutes: 10, opening: '', closing: '', steps };
  return { guide, done, left: false, fulfil: [], way: [], ...more };
}

describe('the step in hand', () => {
  it('is the first that asks for an action or was not read', () => {
    expect(stepInHand(guided(0), 0)).toBe(0);
    expect(stepInHand(guided(0), 1)).toBe(1);
    expect(stepInHand(guided(2), 1)).toBe(2);
    expect(stepInHand(guided(2), 3)).toBe(3);
    expect(stepInHand(guided(4), 3)).toBe(4);
  });

  it('goes back when an action is taken back, and asks nobody to read twice', () => {
    expect(stepInHand(guided(0), 3)).toBe(1);
  });

  it('says what there is to notice, until the player reads on', () => {
    expect(lastDone(guided(2), 2)?.name).toBe('move');
    expect(lastDone(guided(2), 3)).toBeNull();
    expect(lastDone(guided(4), 4)).toBeNull();
    expect(lastDone(guided(0), 0)).toBeNull();
  });
});

it('takes what is asked for, one action at a time or the whole way', () => {
  const asked = guided(0, { fulfil: ['move a 1'], way: ['move a 1', 'move a 2', 'done'] });
  expect(isAsked(asked, ['move a 1'])).toBe(true);
  expect(isAsked(asked, ['move a 1', 'move a 2'])).toBe(true);
  for (const other of [[], ['done'], ['move a 2'], ['move a 1', 'move a 3']]) expect(isAsked(asked, other)).toBe(false);
});

it('goes on with a way that was begun with one click, where the others were asked in the middle of it', () => {
  const begun = ['move a 1', 'move a 2', 'move a 3'];
  expect(restOf(guided(0, { way: ['move a 2', 'move a 3', 'done'] }), begun)).toEqual(['move a 2', 'move a 3']);
  expect(restOf(guided(0, { way: ['done'] }), begun)).toEqual([]);
  expect(restOf(guided(0, { way: [] }), begun)).toEqual([]);
});

afterEach(() => vi.unstubAllGlobals());

it('remembers what was read and what was learned', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  expect(bookmark('t')).toEqual({ read: 0, away: false });
  keepBookmark('t', { read: 3, away: true });
  expect(bookmark('t')).toEqual({ read: 3, away: true });
  expect(bookmark('u')).toEqual({ read: 0, away: false });
  keepLearned('divisions', 'first-game');
  keepLearned('divisions', 'first-game');
  expect(learned()).toEqual(['divisions/first-game']);
});
