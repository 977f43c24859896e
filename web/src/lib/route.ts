import type { DiceFrom } from '../types/DiceFrom';

/** A look that an address shares. */
export interface Shared {
  from: string | null;
  to: string | null;
  setting: string | null;
}

/** What a game was played with, to be set up again. */
export interface Again {
  /** The settings that differed from the default, by name, in the words of the screen. */
  settings: Record<string, string>;
  /** Who sat where: `human`, or the id of a bot. */
  players: string[];
  /** Who threw the dice. */
  dice: DiceFrom;
  /** The seat that was played over the net; `null` at one screen. */
  net: string | null;
}

/** A page of the client, as the part of the address after `#`. */
export type Route =
  | { page: 'start' }
  | { page: 'settings' }
  | { page: 'lobby' }
  | { page: 'account' }
  | { page: 'address'; token: string }
  | { page: 'join'; id: string; seat: string; invite: string | null }
  | { page: 'game'; game: string; scenario: string | null; again: Again | null }
  | { page: 'table'; id: string; keys: string[] }
  | { page: 'aid'; game: string }
  | { page: 'sheets'; table: string | null; keys: string[]; game: string | null; scenario: string | null }
  | { page: 'map'; game: string; map: string; shared: Shared };

/**
 * Reads `#/table/ID?key=K&key=K2`, `#/watch/ID?key=K`, `#/join/ID/SEAT?invite=I`, `#/lobby`, `#/account`, `#/address/WORD`,
 * `#/sheets/table/ID?key=K`, `#/sheets/scenario/GAME/SCENARIO`, `#/map/GAME/MAP?from=0101&to=0505`, `#/aid/GAME`, `#/settings` and
 * `#/game/GAME/SCENARIO?player=P&set=ID:VALUE&dice=typed&net=SEAT`; all else is the start page.
 */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [page, ...names] = path.split('/').filter((part) => part !== '');
  const [first, second] = names.map(decoded);
  const asked = new URLSearchParams(query);
  // Who watches sits at the table as well, with a key that opens no seat.
  if ((page === 'table' || page === 'watch') && names.length === 1 && first != null) {
    return { page: 'table', id: first, keys: asked.getAll('key') };
  }
  if (page === 'join' && names.length === 2 && first != null && second != null) {
    return { page: 'join', id: first, seat: second, invite: asked.get('invite') };
  }
  if (page === 'map' && names.length === 2 && first != null && second != null) {
    const shared = { from: asked.get('from'), to: asked.get('to'), setting: asked.get('setting') };
    return { page: 'map', game: first, map: second, shared };
  }
  if (page === 'sheets' && first === 'table' && names.length === 2 && second != null) {
    return { page: 'sheets', table: second, keys: asked.getAll('key'), game: null, scenario: null };
  }
  if (page === 'sheets' && first === 'scenario' && names.length === 3 && second != null) {
    return { page: 'sheets', table: null, keys: [], game: second, scenario: decoded(names[2] ?? '') };
  }
  if (page === 'aid' && names.length === 1 && first != null) return { page: 'aid', game: first };
  if (page === 'address' && names.length === 1 && first != null) return { page, token: first };
  if (page === 'settings' || page === 'lobby' || page === 'account') return { page };
  if (page !== 'game' || first == null) return { page: 'start' };
  const players = asked.getAll('player');
  const settings = Object.fromEntries(asked.getAll('set').map((one) => one.split(/:(.*)/, 2) as [string, string]));
  const dice = asked.get('dice') === 'typed' ? ('typed' as const) : ('program' as const);
  const again = players.length === 0 ? null : { settings, players, dice, net: asked.get('net') };
  return { page: 'game', game: first, scenario: second ?? null, again };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a table, opened with these keys. */
export function tableHash(id: string, keys: readonly string[] = []): string {
  const query = new URLSearchParams(keys.map((key) => ['key', key])).toString();
  return `#/table/${encodeURIComponent(id)}${query === '' ? '' : `?${query}`}`;
}

/** The secret address that lets somebody sit down at a seat; without an invitation, that of a free seat at an open table. */
export function joinHash(id: string, seat: string, invite: string | null = null): string {
  const query = invite == null ? '' : `?${new URLSearchParams({ invite }).toString()}`;
  return `#/join/${encodeURIComponent(id)}/${encodeURIComponent(seat)}${query}`;
}

/** The secret address that lets somebody look on. */
export const watchHash = (id: string, key: string): string => tableHash(id, [key]).replace('#/table/', '#/watch/');

/** An address of this client as it can be sent to somebody. */
export const wholeAddress = (hash: string, at: Location = location): string => `${at.origin}${at.pathname}${hash}`;

/** The address of a map, and of a look on it. */
export function mapHash(game: string, map: string, shared: Partial<Shared> = {}): string {
  const pairs = Object.entries(shared).flatMap(([name, value]) => (value == null ? [] : [[name, value]]));
  const query = new URLSearchParams(pairs).toString();
  return `#/map/${encodeURIComponent(game)}/${encodeURIComponent(map)}${query === '' ? '' : `?${query}`}`;
}

/** The address of a table's record sheets, as they stand. */
export const sheetsHash = (id: string, keys: readonly string[] = []): string =>
  tableHash(id, keys).replace('#/table/', '#/sheets/table/');

/** The address of a scenario's record sheets before a game. */
export const blankSheetsHash = (game: string, scenario: string): string =>
  `#/sheets/scenario/${encodeURIComponent(game)}/${encodeURIComponent(scenario)}`;

/** The address of the aid of a game. */
export function aidHash(game: string): string {
  return `#/aid/${encodeURIComponent(game)}`;
}

export const START = '#/';
export const SETTINGS = '#/settings';
export const LOBBY = '#/lobby';
export const ACCOUNT = '#/account';

/** What an address says: the part after `#`, or else the path, which is easier to type on a phone. */
export function pageOf({ hash, pathname }: Pick<Location, 'hash' | 'pathname'>): Route {
  return parseRoute(hash === '' ? pathname : hash);
}

/** The address of a game's scenarios, perhaps with one of them in front. */
export function gameHash(game: string, scenario: string | null = null): string {
  return `#/game/${encodeURIComponent(game)}${scenario == null ? '' : `/${encodeURIComponent(scenario)}`}`;
}

/** The address of the set-up of a scenario as it was played last, ready to start. */
export function againHash(game: string, scenario: string, { settings, players, dice, net }: Again): string {
  const query = new URLSearchParams([
    ...players.map((player) => ['player', player]),
    ...Object.entries(settings).map(([id, value]) => ['set', `${id}:${value}`]),
    ...(dice === 'typed' ? [['dice', dice]] : []),
    ...(net == null ? [] : [['net', net]]),
  ]);
  return `${gameHash(game, scenario)}?${query.toString()}`;
}
