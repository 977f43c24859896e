import { describe, expect, it } from 'vitest';

import { tableInfo, tableSeat } from './fixtures';
import { byUrgency, isFree, overTheNet, standingOf, standingWords, whoSits } from './seats';

const mine = tableSeat({ seat: 0, name: 'Red', yours: true, claimed: true, who: 'Ida' });
const theirs = tableSeat({ seat: 1, name: 'Blue', claimed: true, who: 'Anna' });
const free = tableSeat({ seat: 1, name: 'Blue' });
const bot = tableSeat({ seat: 1, name: 'Blue', player: 'clever' });

describe('seats', () => {
  it('say who sits there', () => {
    expect([mine, theirs, free, bot, { ...theirs, who: null }].map(whoSits)).toEqual([
      'Ida (you)',
      'Anna',
      'free seat',
      'bot',
      'a player',
    ]);
  });

  it('are free only for people, and never those at this screen', () => {
    expect([mine, theirs, free, bot].map(isFree)).toEqual([false, false, true, false]);
    expect(isFree({ ...free, key: 'k' })).toBe(false);
  });

  it('are played over the net when somebody else has one', () => {
    expect(overTheNet(tableInfo({ seats: [mine, bot] }))).toBe(false);
    expect(overTheNet(tableInfo({ seats: [mine, free] }))).toBe(true);
    expect(overTheNet(tableInfo({ seats: [mine, { ...theirs, key: 'k' }] }))).toBe(false);
  });
});

describe('a list of tables', () => {
  const yours = tableInfo({ id: 'yours', seats: [mine, theirs], asked: 0, touched: 1 });
  const waiting = tableInfo({ id: 'waiting', seats: [mine, theirs], asked: 1, touched: 9 });
  const open = tableInfo({ id: 'open', seats: [mine, free], asked: 1, touched: 2 });
  const over = tableInfo({ id: 'over', seats: [mine, theirs], over: true, touched: 10 });

  it('says whose turn it is', () => {
    expect([yours, waiting, open, over].map(standingOf)).toEqual(['yours', 'theirs', 'free', 'over']);
    expect([yours, waiting, open, over].map(standingWords)).toEqual([
      'Your turn',
      'Anna is to decide',
      'A seat is free',
      'Over',
    ]);
    expect(standingWords({ ...waiting, seats: [mine, bot] })).toBe('Blue is to decide');
    expect(standingWords({ ...waiting, asked: null })).toBe('Goes on by itself');
  });

  it('begins with what waits for you', () => {
    expect(byUrgency([over, waiting, open, yours]).map(({ id }) => id)).toEqual(['yours', 'open', 'waiting', 'over']);
  });
});
