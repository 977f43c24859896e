import { describe, expect, it } from 'vitest';

import type { Entry } from '../types/Entry';
import type { Scene } from '../types/Scene';
import {
  between,
  checksOf,
  closes,
  contextOf,
  costs,
  countsOf,
  deedsOf,
  isBookkeeping,
  isLookedUp,
  isWorthSeeing,
  proseOf,
  resultsOf,
  sideOf,
  summaryOf,
  wayOf,
} from './deeds';
import { counter, entry } from './fixtures';

const thrown = (result: string): Entry['resolution'] => ({
  modifiers: [],
  throws: [{ what: 'fire', sides: 6, faces: [3] }],
  reading: '',
  result,
});
const NAMES: Record<string, string> = { x: 'X Tank', a: 'A Tank', b: 'B Tank' };
const nameOf = (unit: string): string => NAMES[unit] ?? unit;

const acts = entry('X Tank acts.', { seq: 7, tone: 'heading', units: ['x'] });
const page = entry('Page 12.', { seq: 7, tone: 'quiet', page: { number: '12', opens: true } });
const turns = entry('X Tank turns to face N.', { seq: 7, units: ['x'], rule: 'X-2' });
const turnsOn = entry('X Tank turns to face NW.', { seq: 7, units: ['x'], rule: 'X-2' });
const drives = (hex: string): Entry => entry(`X Tank drives to ${hex}.`, { seq: 7, units: ['x'], hexes: [hex] });
const checks = entry('X Tank keeps its nerve.', { seq: 7, units: ['x'], resolution: thrown('success') });
const fires = (result: string, text = `X Tank fires at A Tank: ${result}.`): Entry =>
  entry(text, { seq: 7, tone: 'combat', units: ['x', 'a'], hexes: ['0103', '0107'], resolution: thrown(result) });
const lost = entry('A Tank is knocked out.', { seq: 7, tone: 'loss', units: ['a'] });

describe('deeds', () => {
  it('are what a unit does, with what led to it and what came of it', () => {
    const [move, shot, ...none] = deedsOf([
      acts,
      page,
      turns,
      turnsOn,
      drives('0102'),
      drives('0103'),
      fires('killed'),
      lost,
    ]);
    expect(none).toEqual([]);
    expect(move).toMatchObject({ kind: 'move', doer: 'x', at: 0, end: 6 });
    expect(move == null ? [] : contextOf(move)).toEqual([acts, page]);
    expect(move == null ? '' : proseOf(move, nameOf)).toBe('X Tank turns to face NW, drives to 0103 (2 hexes).');
    expect(move == null ? [] : wayOf(move, '0101')).toEqual(['0101', '0102', '0103']);
    expect(shot).toMatchObject({ kind: 'shot', doer: 'x', at: 6, end: 8 });
    expect(shot == null ? [] : resultsOf(shot)).toEqual([lost]);
  });

  it('are told as they were seen, and keep the words of the rules for whoever asks', () => {
    const seen = (line: Entry, does: string): Entry => ({ ...line, seen: { who: 'the half-track', does } });
    const quiet = entry('X Tank: 7 under Condition 2 leads to 735.', { seq: 7, tone: 'quiet', units: ['x'] });
    const heading = seen(acts, 'stays where it is');
    const [run] = deedsOf([
      heading,
      quiet,
      seen(turns, 'turns'),
      seen(drives('0102'), 'runs down the road'),
      seen(drives('0103'), 'runs for the trees'),
    ]);
    if (run == null) throw new Error('no deed');
    expect(proseOf(run, nameOf)).toBe('The half-track turns and runs for the trees (2 hexes).');
    expect(contextOf(run).filter((line) => !isBookkeeping(line))).toEqual([]);
    const [idle] = deedsOf([heading, quiet]);
    expect(idle == null ? '' : proseOf(idle, nameOf)).toBe('The half-track stays where it is.');
    // The table that was read is behind "Why?", what came of it for others is not.
    const read = idle == null ? [] : resultsOf(idle);
    expect(read.filter((line) => idle != null && isLookedUp(line, idle))).toEqual([quiet]);
    // What has no eyewitness joins in without the name of the unit.
    const [mixed] = deedsOf([heading, seen(turns, 'turns'), drives('0102')]);
    expect(mixed == null ? '' : proseOf(mixed, nameOf)).toBe('The half-track turns and drives to 0102.');
  });

  it('count a check on the way to a shot as part of it', () => {
    const deeds = deedsOf([acts, checks, fires('miss')]);
    expect(deeds.map(({ kind }) => kind)).toEqual(['shot']);
  });

  it('stay what they are when somebody is lost by them', () => {
    const fails = entry('A Tank fails its check.', { seq: 7, units: ['a'], resolution: thrown('failure') });
    const [deed, ...none] = deedsOf([fails, lost]);
    expect(none).toEqual([]);
    expect(deed).toMatchObject({ kind: 'check', main: fails });
    expect(deedsOf([lost])[0]?.kind).toBe('event');
  });

  it('tell checks that come out alike together, and have the dice of each', () => {
    const rally = (id: string, does: string): Entry =>
      entry(`${NAMES[id] ?? id} ${does}`, { seq: 7, rule: 'X-14', units: [id], resolution: thrown(does) });
    const all = [rally('x', 'rallies'), rally('a', 'stays down'), rally('b', 'rallies')];
    const [deed, ...none] = deedsOf(all);
    if (deed == null) throw new Error('no deed');
    expect(none).toEqual([]);
    expect(proseOf(deed, nameOf)).toBe('Rallies: X Tank, B Tank. Stays down: A Tank.');
    expect(checksOf(deed)).toEqual(all);
    // Where each comes out otherwise, or there is only one, it is told as before.
    const [mixed] = deedsOf(all.slice(0, 2));
    expect(mixed == null ? '' : proseOf(mixed, nameOf)).toBe('X Tank rallies, A Tank stays down.');
    const [single] = deedsOf([checks]);
    expect(single == null ? null : checksOf(single)).toEqual([]);
  });

  it('that end the game are shown before its result, if somebody was lost by them', () => {
    const outcome = {} as NonNullable<Scene['outcome']>;
    const scene = (end: Partial<Scene>): Scene => ({ outcome: null, sheet: null, ...end }) as Scene;
    expect(closes(scene({}), scene({ outcome }))).toBe(true);
    expect(closes(scene({}), scene({ sheet: {} as Scene['sheet'] }))).toBe(true);
    expect(closes(scene({ outcome }), scene({ outcome }))).toBe(false);
    expect(closes(scene({}), scene({}))).toBe(false);
    const [killing] = deedsOf([fires('killed'), lost]);
    const [missing] = deedsOf([fires('miss')]);
    expect([killing, missing].map((deed) => deed != null && costs(deed))).toEqual([true, false]);
  });

  it('go on over several actions while the same units move on', () => {
    const step = (seq: number, from: string, to: string): Entry =>
      entry(`moves to ${to}`, { seq, seat: 1, units: ['x'], hexes: [from, to] });
    const [way, ...none] = deedsOf([step(3, '0101', '0102'), step(4, '0102', '0103')]);
    expect(none).toEqual([]);
    expect(way == null ? [] : wayOf(way)).toEqual(['0101', '0102', '0103']);
  });

  it('leave the ways hexes to the board', () => {
    const [way] = deedsOf([
      entry('X moves to 0104 by 0102, 0103 for 3', { units: ['x'], hexes: ['0101', '0102', '0103', '0104'] }),
    ]);
    expect(way == null ? '' : proseOf(way, nameOf)).toBe('X moves to 0104 for 3 (3 hexes).');
    // Bots go step by step and the line comes last: by then the unit is no longer where the way begins.
    expect(way == null ? [] : wayOf(way, '0103')).toEqual(['0101', '0102', '0103', '0104']);
  });

  it('read a page out from what was chosen to its last sentence', () => {
    const page = (text: string, opens = false) =>
      entry(text, { tone: opens ? 'quiet' : 'plain', page: { number: '7', opens } });
    const [read] = deedsOf([
      entry('Random event on 6.', { rule: 'X-8' }),
      entry('Call for fire.'),
      page('Paragraph 7.', true),
      page('It is night.'),
      page('It snows.'),
      entry('US 7, German 8: the enemy has the advantage.', { rule: 'X-9' }),
    ]);
    if (read == null) throw new Error('nothing was read');
    expect(proseOf(read, nameOf)).toBe('Call for fire. It is night. It snows.');
    expect(contextOf(read).map(({ text }) => text)).toEqual(['Random event on 6.', 'Paragraph 7.']);
    expect(resultsOf(read).map(({ text }) => text)).toEqual(['US 7, German 8: the enemy has the advantage.']);
  });

  it('read an answer out, whoever made the check on it and whatever marker follows', () => {
    const on = (number: string, more: Partial<Entry> = {}): Partial<Entry> => ({
      ...{ seq: 9, page: { number, opens: false } },
      ...more,
    });
    const log = [
      entry('Listen first.', { seq: 9 }),
      entry('A Tank fails the perception.', on('506', { units: ['a'], resolution: thrown('failure') })),
      entry('Then he hangs up first.', on('506')),
      entry('Event marker 4 comes into sight.', { seq: 9, tone: 'quiet' }),
      entry('Paragraph 510.', on('510', { tone: 'quiet', page: { number: '510', opens: true } })),
      entry('The die shows 4.', on('510', { tone: 'quiet' })),
      entry('A mule.', on('510')),
    ];
    const deeds = deedsOf(log);
    expect(deeds.map(({ kind, doer }) => [kind, doer])).toEqual([
      ['story', null],
      ['story', null],
    ]);
    expect(deeds.map((deed) => proseOf(deed, nameOf))).toEqual(['Listen first. Then he hangs up first.', 'A mule.']);
    expect(deeds.every(isWorthSeeing)).toBe(true);
  });

  it('keep numbers out of what is read', () => {
    const page = (text: string, more: Partial<Entry> = {}): Entry =>
      entry(text, { page: { number: '7', opens: false }, ...more });
    const [read] = deedsOf([page('It is night.'), page('+1 victory point.', { tone: 'quiet' }), page('It snows.')]);
    if (read == null) throw new Error('nothing was read');
    expect(proseOf(read, nameOf)).toBe('It is night. It snows.');
    expect(countsOf(read).map(({ text }) => text)).toEqual(['+1 victory point.']);
    expect(resultsOf(read)).toEqual([]);
    const opens = entry('Paragraph 8.', { tone: 'quiet', page: { number: '8', opens: true } });
    const count = entry('+1 victory point.', { tone: 'quiet', page: { number: '8', opens: false } });
    expect(deedsOf([opens, count]).map(isWorthSeeing)).toEqual([false]);
  });

  it('keep a new turn, another unit and another page apart', () => {
    const turn = entry('Round 2', { seq: 8, tone: 'heading' });
    const other = entry('B Tank drives to 0201.', { seq: 8, units: ['b'], hexes: ['0201'] });
    const story = entry('It snows.', { seq: 8, page: { number: '13', opens: false } });
    const read = { ...page, seq: 8 };
    const kinds = deedsOf([drives('0102'), turn, other, read, story, read, story]).map(({ kind }) => kind);
    expect(kinds).toEqual(['move', 'none', 'move', 'story', 'story']);
  });

  it('belong to the side of the line, or of the unit', () => {
    const [deed] = deedsOf([acts, drives('0102')]);
    if (deed == null) throw new Error('no deed');
    expect(sideOf(deed, () => 1)).toBe(1);
    expect(sideOf({ ...deed, main: { ...deed.main, seat: 0 } }, () => 1)).toBe(0);
    expect(sideOf(deed, () => undefined)).toBeNull();
  });

  it('are worth a stop if somebody acts or is lost, not if a turn begins', () => {
    const worth = (entries: Entry[]): boolean[] => deedsOf(entries).map(isWorthSeeing);
    expect(worth([acts])).toEqual([true]);
    expect(worth([entry('Round 2', { tone: 'heading' }), entry('It is dark.', { tone: 'quiet' })])).toEqual([false]);
    expect(worth([entry('Italy begins', { resolution: thrown('italy') })])).toEqual([false]);
    expect(worth([lost])).toEqual([true]);
  });
});

it('sums up what was hit and how, who was lost and who only moved', () => {
  const grave = fires('hit hull', 'X Tank fires at A Tank: hit; X-14: tracks, gunner lost.');
  const deeds = deedsOf([drives('0102'), fires('hit turret damage:1,stunned'), grave, fires('miss'), lost]);
  expect(summaryOf(deeds, nameOf)).toEqual([
    '2 hits on A Tank: turret damage 1, stunned; tracks, gunner lost.',
    'A Tank is knocked out.',
    '1 shot without effect.',
    '1 unit moved: X Tank.',
  ]);
});

describe('the board between two deeds of one action', () => {
  const scene = (...counters: Scene['counters']): Scene => ({ counters, marks: [], choices: [] }) as unknown as Scene;
  const facing = { hull: 3, turret: null, corner: false };
  const before = scene(counter('x', '0101'), counter('a', '0107'));
  const after = scene(
    counter('x', '0103', { facing }),
    counter('a', '0107', { steps: { left: 0, of: 2 } }),
    counter('z', '0109'),
  );
  const way = drives('0102');
  const shot = fires('killed');

  it('has moved who has moved, and nothing that is still to come', () => {
    const now = between(before, after, [way], [shot, entry('z comes', { units: ['z'], hexes: ['0109'] })]);
    expect(now.counters.map(({ id, hex }) => [id, hex])).toEqual([
      ['x', '0102'],
      ['a', '0107'],
    ]);
    expect(now.counters[0]?.facing).toEqual(facing);
    expect(now.counters[1]?.steps.left).toBe(2);
  });

  it('is as it was before for whoever is not named at all', () => {
    const worn = scene(counter('x', '0103'), counter('a', '0107'), counter('u', '0110', { steps: { left: 1, of: 2 } }));
    const now = between(scene(...before.counters, counter('u', '0110')), worn, [way], [shot]);
    expect(now.counters.find(({ id }) => id === 'u')?.steps.left).toBe(2);
  });

  it('is as it was afterwards for whoever is not named again', () => {
    const now = between(before, after, [way, shot], [entry('z comes', { units: ['z'], hexes: ['0109'] })]);
    expect(now.counters.map(({ id, steps }) => [id, steps.left])).toEqual([
      ['x', 2],
      ['a', 0],
    ]);
  });

  it('is the board after the action when only words are to come', () => {
    const now = between(before, after, [way, shot], [entry('The turn ends.')]);
    expect(now.counters).toBe(after.counters);
    expect(between(before, after, [way, shot], [])).toBe(after);
  });

  it('has the score of before as long as a page is still to be read', () => {
    const fact = (value: string): Scene['facts'] => [{ label: 'Victory', value, detail: '' }];
    const [then, now] = [
      { ...before, facts: fact('2') },
      { ...after, facts: fact('5') },
    ];
    const page = entry('The road is quiet.', { page: { number: '7', opens: false } });
    expect(between(then, now, [way, shot], [page]).facts[0]?.value).toBe('2');
    expect(between(then, now, [way, shot, page], []).facts[0]?.value).toBe('5');
  });
});
