import { describe, expect, it } from 'vitest';

import {
  againHash,
  aidHash,
  blankSheetsHash,
  gameHash,
  joinHash,
  mapHash,
  pageOf,
  parseRoute,
  SETTINGS,
  sheetsHash,
  START,
  tableHash,
  watchHash,
  wholeAddress,
} from './route';

describe('addresses', () => {
  it('lead to tables', () => {
    expect(parseRoute(tableHash('a b', ['k1', 'k2']))).toEqual({ page: 'table', id: 'a b', keys: ['k1', 'k2'] });
  });

  it('let people sit down, and look on', () => {
    expect(parseRoute(joinHash('a b', 'red', 's3cret'))).toEqual({
      page: 'join',
      id: 'a b',
      seat: 'red',
      invite: 's3cret',
    });
    expect(parseRoute(joinHash('t', 'red'))).toEqual({ page: 'join', id: 't', seat: 'red', invite: null });
    expect(parseRoute(watchHash('t', 'k'))).toEqual({ page: 'table', id: 't', keys: ['k'] });
    const at = { origin: 'https://play.example', pathname: '/club/' } as Location;
    expect(wholeAddress('#/join/t/red', at)).toBe('https://play.example/club/#/join/t/red');
    expect(parseRoute('#/address/w0rd')).toEqual({ page: 'address', token: 'w0rd' });
    expect(parseRoute('#/address').page).toBe('start');
    expect(['#/lobby', '#/account'].map((hash) => parseRoute(hash).page)).toEqual(['lobby', 'account']);
  });

  it('lead to maps and looks', () => {
    const shared = { from: '0101', to: '0505', setting: null };
    expect(parseRoute(mapHash('open-fire', 'border', shared))).toEqual({
      page: 'map',
      game: 'open-fire',
      map: 'border',
      shared,
    });
    expect(mapHash('open-fire', 'border')).toBe('#/map/open-fire/border');
  });

  it('lead to the aid, also as a path that is typed on a phone', () => {
    expect(parseRoute(aidHash('assault'))).toEqual({ page: 'aid', game: 'assault' });
    expect(pageOf({ hash: '', pathname: '/aid/assault' })).toEqual({ page: 'aid', game: 'assault' });
    expect(pageOf({ hash: '#/game/assault', pathname: '/aid/assault' }).page).toBe('game');
    expect(pageOf({ hash: '', pathname: '/' }).page).toBe('start');
  });

  it('lead to the set-up of a game that was played, as it was played', () => {
    const again = {
      settings: { 'closed-sight': 'on', players: 'two: one each' },
      players: ['human', 'platoon-leader'],
    };
    for (const rest of [
      { dice: 'program' as const, net: null },
      { dice: 'typed' as const, net: 'german' },
    ]) {
      const played = { ...again, ...rest };
      const route = parseRoute(againHash('open-fire', 'training', played));
      expect(route).toEqual({ page: 'game', game: 'open-fire', scenario: 'training', again: played });
    }
  });

  it('lead to record sheets', () => {
    const blank = { page: 'sheets', table: null, keys: [], game: 'open-fire', scenario: 'first steps' };
    expect(parseRoute(blankSheetsHash('open-fire', 'first steps'))).toEqual(blank);
    const begun = { page: 'sheets', table: 'abc', keys: ['k', 'l'], game: null, scenario: null };
    expect(parseRoute(sheetsHash('abc', ['k', 'l']))).toEqual(begun);
    expect(parseRoute('#/sheets/scenario/open-fire')).toEqual({ page: 'start' });
  });

  it('lead to the scenarios of a game and to the settings', () => {
    expect(parseRoute(gameHash('assault'))).toEqual({ page: 'game', game: 'assault', scenario: null, again: null });
    expect(parseRoute(gameHash('assault', 'farm'))).toMatchObject({ page: 'game', scenario: 'farm' });
    expect(parseRoute(SETTINGS)).toEqual({ page: 'settings' });
  });

  it('lead to the start page in all other cases', () => {
    for (const hash of ['', START, '#/nonsense', '#/table', '#/map/open-fire', '#/game']) {
      expect(parseRoute(hash)).toEqual({ page: 'start' });
    }
    expect(parseRoute('#/table/%E0%A4%A').page).toBe('table');
  });
});
