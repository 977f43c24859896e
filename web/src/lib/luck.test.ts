import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Entry } from '../types/Entry';
import { entry, forecast } from './fixtures';
import { fateOf, fatesAt, forgetLuck, luckOf, momentsOf, Wagers, type Fate } from './luck';
import { lossesOf } from './losses';

const thrown = (seq: number, result: string, with_: Partial<Entry> = {}): Entry =>
  entry(`${seq}: ${result}`, { seq, resolution: { modifiers: [], throws: [], reading: '', result }, ...with_ });

const fate = (with_: Partial<Fate>): Fate => ({
  seq: 1,
  seat: 0,
  text: '',
  p: 0.5,
  rank: 0.5,
  good: true,
  hope: 0.5,
  ...with_,
});

describe('a throw', () => {
  it('is ranked among all that could have come, the worst first', () => {
    const wager = { seq: 3, seat: 0, odds: forecast(6, 3, 1) };
    expect(fateOf(wager, thrown(3, 'result-0'))).toMatchObject({ p: 0.6, rank: 0.3, good: false });
    const best = fateOf(wager, thrown(3, 'result-2'));
    expect(best?.rank).toBeCloseTo(0.95);
    expect(best).toMatchObject({ good: true, hope: 0.4 });
  });

  it('says nothing where nothing was at stake or the result is unknown', () => {
    expect(fateOf({ seq: 3, seat: 0, odds: forecast(5) }, thrown(3, 'result-0'))).toBeNull();
    expect(fateOf({ seq: 3, seat: 0, odds: forecast(1, 1) }, thrown(3, 'elsewhere'))).toBeNull();
  });

  it('averages one half', () => {
    const odds = forecast(6, 3, 1);
    const ranks = odds.outcomes.map(
      ({ p, result }) => p * (fateOf({ seq: 1, seat: 0, odds }, thrown(1, result))?.rank ?? 0),
    );
    expect(ranks.reduce((all, one) => all + one, 0)).toBeCloseTo(0.5);
  });
});

describe('wagers', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
      removeItem: (name: string) => kept.delete(name),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('are settled by the line of their own action, and kept', () => {
    const wagers = new Wagers('t');
    wagers.place(4, 1, [null, forecast(1, 1)]);
    wagers.settle([thrown(4, 'result-1'), thrown(5, 'result-0'), thrown(5, 'result-1')]);
    expect(fatesAt('t')).toMatchObject([{ seq: 5, seat: 1, p: 0.5, rank: 0.25 }]);
    // What is settled is over.
    wagers.settle([thrown(5, 'result-1')]);
    expect(fatesAt('t')).toMatchObject([{ rank: 0.25 }]);
    expect(fatesAt('other')).toEqual([]);
    // Told one after the other; what somebody else did instead does not count.
    wagers.place(6, 1, [forecast(1, 1), forecast(1, 1), forecast(1, 1)]);
    wagers.settle([thrown(6, 'result-1', { seat: 1 })]);
    wagers.settle([]);
    wagers.settle([thrown(7, 'result-1', { seat: 1 })]);
    wagers.settle([thrown(8, 'result-1', { seat: 0 })]);
    expect(fatesAt('t').map(({ seq }) => seq)).toEqual([5, 6, 7]);
    forgetLuck('t');
    expect(fatesAt('t')).toEqual([]);
  });
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
    entry('drives', { seq: 1 }),
    entry('fires', { seq: 2, tone: 'combat' }),
    entry('fires again', { seq: 3, tone: 'combat' }),
    entry('tank lost', { seq: 3, tone: 'loss' }),
    entry('Turn 2', { seq: 4, tone: 'heading' }),
    entry('a miracle', { seq: 5, tone: 'combat' }),
  ];

  it('are losses and what nobody expected, in the order of the game', () => {
    const found = momentsOf(log, [fate({ seq: 5, text: 'a miracle', p: 1 / 16 })]);
    expect(found).toEqual([
      { seq: 3, text: 'tank lost', when: 'Turn 1', p: null },
      { seq: 5, text: 'a miracle', when: 'Turn 2', p: 1 / 16 },
    ]);
    expect(momentsOf(log, [], 6).map(({ seq }) => seq)).toEqual([3]);
    expect(momentsOf(log, [fate({ seq: 5, text: 'a miracle', p: 1 / 16 })], 1).map(({ seq }) => seq)).toEqual([3]);
  });
});

it('books losses on the side that suffered them', () => {
  const log = [
    entry('a', { tone: 'loss', units: ['tank'], seat: 1 }),
    entry('b', { tone: 'loss', units: ['ghost'], seat: 1 }),
    entry('c', { tone: 'loss', units: ['other'], seat: null }),
    entry('d', { tone: 'combat', units: ['tank'] }),
  ];
  const owner = (unit: string): number | undefined => ({ tank: 0, other: 7 })[unit];
  const told = lossesOf(log, [0, 1], owner).map(({ seat, lines }) => [seat, lines.map(({ text }) => text)]);
  expect(told).toEqual([
    [0, ['a']],
    [1, ['b']],
    [null, ['c']],
  ]);
  expect(lossesOf([], [0], owner)).toEqual([{ seat: 0, lines: [] }]);
});
