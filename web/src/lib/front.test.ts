import { describe, expect, it } from 'vitest';

import type { GameInfo } from '../types/GameInfo';
import type { ScenarioInfo } from '../types/ScenarioInfo';
import type { TableInfo } from '../types/TableInfo';
import { tableInfo, tableSeat } from './fixtures';
import {
  againWish,
  AT_THIS_SCREEN,
  firstScenario,
  firstSentence,
  isSolitaire,
  mapOf,
  nextScenario,
  openGames,
  spanOf,
  taughtScenario,
  untouched,
  usualWish,
} from './front';

function scenario(id: string, with_: Partial<ScenarioInfo> = {}): ScenarioInfo {
  const seats = ['one', 'two'].map((name, seat) => ({ seat, id: name, name, colours: name, livery: null }));
  const plain = { title: id, place: '', briefing: '', duration: '10 minutes', units: [1, 3], status: 'finished' };
  return { id, ...plain, level: 'first', seats, settings: [], sketch: null, ...with_ };
}

function game(with_: Partial<GameInfo> = {}): GameInfo {
  const bots = ['clever', 'random'].map((id) => ({ id, title: id }));
  return { id: 'game', title: 'Game', blurb: '', scenarios: [], maps: [], bots, guides: [], aid: [], ...with_ };
}

function table(id: string, with_: Partial<TableInfo> = {}): TableInfo {
  const one = tableSeat({ seat: 0, id: 'one', name: 'One', key: 'k' });
  const two = tableSeat({ seat: 1, id: 'two', name: 'Two', player: 'clever' });
  return tableInfo({ id, title: id, seats: [one, two], ...with_ });
}

describe('what a card says about a game', () => {
  it('is the first sentence of its blurb', () => {
    expect(firstSentence('Guns at 3.5 km. And more.')).toBe('Guns at 3.5 km.');
    expect(firstSentence('Who goes there? A friend.')).toBe('Who goes there?');
    expect(firstSentence('no end')).toBe('no end');
  });

  it('goes from the shortest to the longest, with a common unit once', () => {
    expect(spanOf(['25 minutes', '60 minutes', '90 minutes'])).toBe('25 to 90 minutes');
    expect(spanOf(['45 minutes', '100 minutes', '', '10 minutes', '60 minutes'])).toBe('10 to 100 minutes');
    expect(spanOf(['an hour or two', '25 minutes'])).toBe('25 minutes to an hour or two');
    expect(spanOf(['2 hours', '90 minutes'])).toBe('90 minutes to 2 hours');
    expect(spanOf(['60 minutes', '60 minutes'])).toBe('60 minutes');
    expect(spanOf(['60 minutes'])).toBe('60 minutes');
    expect(spanOf([])).toBe('');
  });

  it('is about the scenario that its first button opens', () => {
    const guide = { id: 'g', title: 'G', scenario: 'run', minutes: 10, opening: '', closing: '', steps: [] };
    const both = game({ scenarios: [scenario('first-steps'), scenario('run')], guides: [guide] });
    expect(taughtScenario(both)?.id).toBe('run');
    expect(firstScenario(both)?.id).toBe('first-steps');
    expect(taughtScenario(game({ scenarios: [scenario('first-steps')] }))).toBeNull();
  });

  it('names no bot where nobody sits on the other side', () => {
    const seat = (colours: string, at: number) => ({ seat: at, id: `s${at}`, name: colours, colours, livery: null });
    expect(isSolitaire({ seats: [seat('us', 0)] })).toBe(true);
    expect(isSolitaire({ seats: [seat('us', 0), seat('us', 1)] })).toBe(true);
    expect(isSolitaire({ seats: [seat('us', 0), seat('italian', 1)] })).toBe(false);
  });

  it('is the map that a scenario names, or that is named like it', () => {
    const maps = ['x', 'beach'].map((id) => ({ id, title: id, blurb: '', hexes: 1 }));
    const sketch = { map: 'valley', north: 'up' as const, places: [] };
    expect(mapOf(game({ maps }), scenario('beach'))).toBe('beach');
    expect(mapOf(game({ maps }), scenario('beach', { sketch }))).toBe('valley');
    expect(mapOf(game({ maps }), scenario('elsewhere'))).toBeNull();
  });
});

describe('play now', () => {
  it('takes the first scenario, its usual settings, and a bot for the other side', () => {
    const one = game({ scenarios: [scenario('first'), scenario('second')] });
    const first = firstScenario(one);
    expect(first?.id).toBe('first');
    expect(usualWish(one, first ?? scenario(''))).toEqual({
      game: 'game',
      scenario: 'first',
      settings: {},
      players: ['human', 'clever'],
      seed: null,
      guide: null,
      dice: 'program',
      ...AT_THIS_SCREEN,
    });
    expect(usualWish(game({ bots: [] }), scenario('first')).players).toEqual(['human', 'human']);
    expect(firstScenario(game())).toBeNull();
  });

  it('takes up a table that nobody has played at, if it is the same game', () => {
    const wish = usualWish(game(), scenario('first'));
    const laid = table('laid', { seq: 0 });
    expect(untouched([table('played'), laid], wish)).toBe(laid);
    for (const other of [
      { scenario: 'second' },
      { over: true },
      { settings: [{ id: 'x', title: 'X', value: 'on', rule: 'X-1' }] },
      { seats: laid.seats.map((seat) => ({ ...seat, player: 'human' })) },
      { seats: laid.seats.map((seat) => ({ ...seat, key: null })) },
    ]) {
      expect(untouched([{ ...laid, ...other }], wish)).toBeNull();
    }
  });
});

describe('continue', () => {
  it('offers what can be gone on with, the last one first', () => {
    const old = table('old', { touched: 1 });
    const new_ = table('new', { touched: 9 });
    const none = [
      table('begun by nobody', { seq: 0 }),
      table('over', { over: true }),
      table('broken', { broken: 'x' }),
      table('differs', { differs: 'x' }),
      table('of others', { seats: [] }),
    ];
    expect(openGames([old, ...none, new_]).map(({ id }) => id)).toEqual(['new', 'old']);
  });
});

it('plays a game again as it was played, with new dice', () => {
  const hard = {
    ...{ id: 'hard', title: 'Hard', about: '', rule: 'X-1', default: 'off', fixed: false, hands_on: false },
    kind: { type: 'switch' as const },
  };
  const played = table('t', { settings: [{ id: 'hard', title: 'Hard', value: 'on', rule: 'X-1' }] });
  expect(againWish(scenario('first', { settings: [hard] }), played)).toEqual({
    game: 'game',
    scenario: 'first',
    settings: { hard: 'on' },
    players: ['human', 'clever'],
    seed: null,
    guide: null,
    dice: 'program',
    ...AT_THIS_SCREEN,
  });
});

it('plays a game over the net again over the net, with the same seat and the same clock', () => {
  const mine = tableSeat({ seat: 0, id: 'one', yours: true, claimed: true, who: 'Ida' });
  const theirs = tableSeat({ seat: 1, id: 'two', claimed: true, who: 'Anna' });
  const clock = { left: [5, 6], running: null, at: 7, seconds: 600, increment: 30 };
  const played = table('t', { seats: [mine, theirs], public: true, clock });
  expect(againWish(scenario('first'), played)).toMatchObject({
    players: ['human', 'human'],
    claim: ['one'],
    name: 'Ida',
    open: false,
    public: true,
    clock: { seconds: 600, increment: 30 },
  });
});

it('names the scenario that comes next', () => {
  const one = game({ scenarios: [scenario('a'), scenario('b')] });
  expect(nextScenario(one, 'a')?.id).toBe('b');
  expect(nextScenario(one, 'b')).toBeNull();
  expect(nextScenario(one, 'unknown')).toBeNull();
});

it('passes over the scenarios of guided games', () => {
  const guide = { id: 'g', title: 'G', scenario: 'b', minutes: 10, opening: '', closing: '', steps: [] };
  const one = game({ scenarios: [scenario('a'), scenario('b'), scenario('c')], guides: [guide] });
  expect(nextScenario(one, 'a')?.id).toBe('c');
});
