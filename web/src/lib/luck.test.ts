import { describe, expect, it } from 'vitest';

import type { Fate } from '../types/Fate';
import { entry } from './fixtures';
import { luckOf, momentsOf } from './luck';

const fate = (with_: Partial<Fate>): Fate => ({
  seq: 1,
  seat: 0,
  at: 0,
  p: 0.5,
  rank: 0.5,
  good: true,
  hope: 0.5,
  ...with_,
});

describe('luck', () => {
  it('is counted for each side by itself', () => {
    const fates = [fate({ rank: 0.9 }), fate({ rank: 0.5, good: false, hope: 0.25 }), fate({ seat: 1, rank: 0.1 })];
    expect(luckOf(fates, 0)).toMatchObject({ throws: 2, score: 70, promised: 0.75, came: 1 });
    expect(luckOf(fates, 2)).toBeNull();
  });

  it('is told only when it is out of the ordinary', () => {
    const many = (rank: number, n: number): Fate[] => Array.from({ length: n }, () => fate({ rank }));
    expect(luckOf(many(0.6, 2), 0)?.verdict).toBe('About as the odds promised');
    expect(luckOf(many(0.6, 12), 0)?.verdict).toBe('Better than the odds');
    expect(luckOf(many(0.9, 12), 0)?.verdict).toBe('The dice loved you');
    expect(luckOf(many(0.1, 12), 0)?.verdict).toBe('The dice betrayed you');
  });
});

describe('moments', () => {
  const log = [
    entry('Turn 1', { seq: 1, tone: 'heading' }),
    entry('Tank acts', { seq: 1, tone: 'heading', units: ['tank'] }),
    entry('2nd Brigade is drawn', { seq: 1, tone: 'heading', seat: 0 }),
    entry('fires', { seq: 2, tone: 'combat' }),
    entry('fires again', { seq: 3, tone: 'combat' }),
    entry('tank lost', { seq: 3, tone: 'loss', units: ['tank'] }),
    entry('Turn 2', { seq: 4, tone: 'heading' }),
    entry('a miracle', { seq: 5, tone: 'combat' }),
    // Paperwork after the game.
    entry('The M4 of Crew A is lost: 7 points', { seq: 6, tone: 'loss' }),
  ];

  it('are losses and what nobody expected, in the order of the game', () => {
    const found = momentsOf(log, [fate({ seq: 5, at: 7, p: 1 / 16 })]);
    expect(found).toEqual([
      { seq: 3, text: 'tank lost', when: 'Turn 1', p: null },
      { seq: 5, text: 'a miracle', when: 'Turn 2', p: 1 / 16 },
    ]);
    // Many light lines of one action are no grave one.
    const panics = Array.from({ length: 5 }, (_, n) => entry(`tank ${n} panics`, { seq: 8, tone: 'combat' }));
    expect(momentsOf([...log, ...panics], []).map(({ seq }) => seq)).toEqual([3]);
    // The same once more is no other moment.
    const again = [...log, entry('a miracle', { seq: 7, tone: 'combat' })];
    const twice = [fate({ seq: 5, at: 7, p: 1 / 16 }), fate({ seq: 7, at: 9, p: 1 / 8 })];
    expect(momentsOf(again, twice).map(({ seq }) => seq)).toEqual([3, 5]);
    expect(momentsOf(log, [], 6).map(({ seq }) => seq)).toEqual([3]);
    expect(momentsOf(log, [fate({ seq: 5, at: 7, p: 1 / 16 })], 1).map(({ seq }) => seq)).toEqual([3]);
  });
});
