import type { Aid } from '../types/Aid';
import type { AidAttack } from '../types/AidAttack';
import type { AidOdds } from '../types/AidOdds';
import type { AidResult } from '../types/AidResult';
import type { AidThrowing } from '../types/AidThrowing';
import type { Board } from '../types/Board';
import type { Circumstances } from '../types/Circumstances';
import type { Failure } from '../types/Failure';
import type { Field } from '../types/Field';
import type { GameInfo } from '../types/GameInfo';
import type { Look } from '../types/Look';
import type { MapSheet } from '../types/MapSheet';
import type { NewBranch } from '../types/NewBranch';
import type { NewTable } from '../types/NewTable';
import type { RecordSheet } from '../types/RecordSheet';
import type { RuleEntry } from '../types/RuleEntry';
import type { TableInfo } from '../types/TableInfo';
import type { View } from '../types/View';

/** A request that the server answered with a reason. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

async function request(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, init);
  } catch {
    throw new ApiError(0, 'The server is not answering. Is opfire still running?');
  }
  if (response.ok) return response;
  throw new ApiError(response.status, await reason(response));
}

async function reason(response: Response): Promise<string> {
  try {
    const failure = (await response.json()) as Partial<Failure>;
    if (typeof failure.error === 'string') return failure.error;
  } catch {
    // Not the server's own words: a proxy's page, say.
  }
  return `The server answered ${response.status}.`;
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await request(path, init)).json()) as T;
}

const table = (id: string, rest = ''): string => `tables/${encodeURIComponent(id)}${rest}`;

function query(keys: readonly string[], seq?: number): string {
  const parameters = new URLSearchParams(keys.map((key) => ['key', key]));
  if (seq != null) parameters.set('seq', String(seq));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

export const games = (): Promise<GameInfo[]> => json('games');
export const tables = (): Promise<TableInfo[]> => json('tables');
export const tableInfo = (id: string): Promise<TableInfo> => json(table(id));
export const board = (id: string): Promise<Board> => json(table(id, '/board'));
/** The record sheets of a table as they stand, and of a scenario before a game. */
export const recordSheets = (id: string, keys: readonly string[]): Promise<RecordSheet[]> =>
  json(table(id, `/sheets${query(keys)}`));
export const blankSheets = (game: string, scenario: string): Promise<RecordSheet[]> =>
  json(`sheets/${encodeURIComponent(game)}/${encodeURIComponent(scenario)}`);
export const rules = (game: string): Promise<RuleEntry[]> => json(`rules/${encodeURIComponent(game)}`);
export const symbols = async (): Promise<string> => (await request('symbols.svg')).text();

export const viewAt = (id: string, keys: readonly string[], seq: number): Promise<View> =>
  json(table(id, `/view${query(keys, seq)}`));

const post = <T>(path: string, body: unknown): Promise<T> =>
  json(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** A new game from a moment of another one. */
export const branchTable = (id: string, keys: readonly string[], wish: NewBranch): Promise<TableInfo> =>
  post(table(id, `/branch${query(keys)}`), wish);

export const openTable = (wish: NewTable): Promise<TableInfo> => post('tables', wish);

const aidOf = (game: string, rest = ''): string => `aids/${encodeURIComponent(game)}${rest}`;

export const aid = (game: string): Promise<Aid> => json(aidOf(game));
export const aidOdds = (game: string, attack: AidAttack): Promise<AidOdds> => post(aidOf(game, '/odds'), attack);
export const aidResolve = (game: string, thrown: AidThrowing): Promise<AidResult> =>
  post(aidOf(game, '/resolve'), thrown);

export const importTable = (file: string): Promise<TableInfo> =>
  json('tables/import', { method: 'POST', headers: { 'content-type': 'text/plain; charset=utf-8' }, body: file });

export async function deleteTable(info: TableInfo): Promise<void> {
  await request(table(info.id, query(keysOf(info).slice(0, 1))), { method: 'DELETE' });
}

/** The text of the game file, or the server's reason why not yet. */
export const gameFile = async (id: string, keys: readonly string[]): Promise<string> =>
  (await request(table(id, `/file${query(keys)}`))).text();

/** Without the numbers of the hexes: the board writes them itself, where they can be read. */
export const mapAddress = (id: string): string => `/api/${table(id, '/map.svg?numbers=0')}`;

const map = (game: string, id: string, rest = ''): string =>
  `maps/${encodeURIComponent(game)}/${encodeURIComponent(id)}${rest}`;

export const plainMapAddress = (game: string, id: string): string => `/api/${map(game, id, '/map.svg?numbers=0')}`;
export const mapSheet = (game: string, id: string): Promise<MapSheet> => json(map(game, id));

export const mapLook = (game: string, id: string, from: string, to: string, given: Circumstances): Promise<Look> =>
  json(map(game, id, `/look?${question({ from, to }, given)}`));

export const mapField = (game: string, id: string, from: string, given: Circumstances): Promise<Field> =>
  json(map(game, id, `/field?${question({ from }, given)}`));

/** A question about sight as the part of an address after `?`. */
export function question(hexes: Record<string, string>, given: Circumstances): string {
  const parameters = new URLSearchParams(hexes);
  for (const [hex, markers] of given.smoke) parameters.append('smoke', `${hex}=${markers}`);
  for (const name of ['facing', 'looker', 'target', 'weather'] as const) {
    const value = given[name];
    if (value != null && value !== '') parameters.set(name, value);
  }
  if (given.activated) parameters.set('activated', '1');
  return parameters.toString();
}

export function socketAddress(id: string, keys: readonly string[], at: Location = location): string {
  return `${at.protocol === 'https:' ? 'wss' : 'ws'}://${at.host}/api/${table(id, `/ws${query(keys)}`)}`;
}

/** The keys of the seats that people play. */
export const keysOf = (info: TableInfo): string[] => info.seats.flatMap((seat) => (seat.key == null ? [] : [seat.key]));

/** The picture of one look in one hex, as the map draws it. */
export function swatch(look: string): string {
  return `/api/looks/${encodeURIComponent(look)}.svg`;
}
