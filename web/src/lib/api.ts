import type { AccountInfo } from '../types/AccountInfo';
import type { AddressAnswer } from '../types/AddressAnswer';
import type { AddressInfo } from '../types/AddressInfo';
import type { Aid } from '../types/Aid';
import type { AidAttack } from '../types/AidAttack';
import type { AidOdds } from '../types/AidOdds';
import type { AidResult } from '../types/AidResult';
import type { AidThrowing } from '../types/AidThrowing';
import type { Board } from '../types/Board';
import type { CallInfo } from '../types/CallInfo';
import type { CallWish } from '../types/CallWish';
import type { ChangedAccount } from '../types/ChangedAccount';
import type { Circumstances } from '../types/Circumstances';
import type { Claim } from '../types/Claim';
import type { Claimed } from '../types/Claimed';
import type { Failure } from '../types/Failure';
import type { Fate } from '../types/Fate';
import type { Field } from '../types/Field';
import type { GameInfo } from '../types/GameInfo';
import type { Lobby } from '../types/Lobby';
import type { Login } from '../types/Login';
import type { Look } from '../types/Look';
import type { MapSheet } from '../types/MapSheet';
import type { NewAccount } from '../types/NewAccount';
import type { NewBranch } from '../types/NewBranch';
import type { NewTable } from '../types/NewTable';
import type { RecordSheet } from '../types/RecordSheet';
import type { RuleEntry } from '../types/RuleEntry';
import type { ServerInfo } from '../types/ServerInfo';
import type { TableInfo } from '../types/TableInfo';
import type { View } from '../types/View';
import { answerTo, askAhead, connectAhead, drawAhead } from './ahead';
import { keyHeaders } from './keys';
import { transport } from './transport';

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

/** How something is asked: what is not said is as `fetch` has it. */
interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Keys of the table that it is about. */
  keys?: readonly string[];
}

async function request(path: string, { keys = [], ...init }: Asking = {}): Promise<Response> {
  const address = `/api/${path}`;
  let response: Response;
  try {
    if (init.method == null) response = await answerTo(address, keys);
    else response = await transport().fetch(address, { ...init, headers: { ...init.headers, ...keyHeaders(keys) } });
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

async function json<T>(path: string, asking?: Asking): Promise<T> {
  return (await (await request(path, asking)).json()) as T;
}

const table = (id: string, rest = ''): string => `tables/${encodeURIComponent(id)}${rest}`;

export const games = (): Promise<GameInfo[]> => json('games');
export const tables = (): Promise<TableInfo[]> => json('tables');
export const tableInfo = (id: string, keys: readonly string[] = []): Promise<TableInfo> => json(table(id), { keys });
export const board = (id: string): Promise<Board> => json(table(id, '/board'));
/** The record sheets of a table as they stand, and of a scenario before a game. */
export const recordSheets = (id: string, keys: readonly string[]): Promise<RecordSheet[]> =>
  json(table(id, '/sheets'), { keys });
/** How the dice of a finished game compared with their odds. */
export const luck = (id: string, keys: readonly string[]): Promise<Fate[]> => json(table(id, '/luck'), { keys });

export const blankSheets = (game: string, scenario: string): Promise<RecordSheet[]> =>
  json(`sheets/${encodeURIComponent(game)}/${encodeURIComponent(scenario)}`);
export const rules = (game: string): Promise<RuleEntry[]> => json(`rules/${encodeURIComponent(game)}`);
export const symbols = async (): Promise<string> => (await request('symbols.svg')).text();

export const viewAt = (id: string, keys: readonly string[], seq: number): Promise<View> =>
  json(table(id, `/view?seq=${seq}`), { keys });

const withBody = (method: string, body: unknown, keys: readonly string[] = []): Asking => ({
  method,
  keys,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const post = <T>(path: string, body: unknown, keys?: readonly string[]): Promise<T> =>
  json(path, withBody('POST', body, keys));

/** A new game from a moment of another one. */
export const branchTable = (id: string, keys: readonly string[], wish: NewBranch): Promise<TableInfo> =>
  post(table(id, '/branch'), wish, keys);

export const openTable = (wish: NewTable): Promise<TableInfo> => post('tables', wish);

const aidOf = (game: string, rest = ''): string => `aids/${encodeURIComponent(game)}${rest}`;

export const aid = (game: string): Promise<Aid> => json(aidOf(game));
export const aidOdds = (game: string, attack: AidAttack): Promise<AidOdds> => post(aidOf(game, '/odds'), attack);
export const aidResolve = (game: string, thrown: AidThrowing): Promise<AidResult> =>
  post(aidOf(game, '/resolve'), thrown);

export const importTable = (file: string): Promise<TableInfo> =>
  json('tables/import', { method: 'POST', headers: { 'content-type': 'text/plain; charset=utf-8' }, body: file });

/** Throws a table away, or agrees to it: then the table is still there, and says who has agreed. */
export async function deleteTable(id: string, keys: readonly string[]): Promise<TableInfo | null> {
  const response = await request(table(id), { method: 'DELETE', keys });
  return response.status === 204 ? null : ((await response.json()) as TableInfo);
}

/** Takes one's agreement, or the host's notice, back. */
export const keepTable = (id: string, keys: readonly string[]): Promise<TableInfo> =>
  post(table(id, '/keep'), {}, keys);

/** Says that one wants to play again: when all do, the next game begins at the same table. */
export const playAgain = (id: string, keys: readonly string[]): Promise<TableInfo> =>
  post(table(id, '/rematch'), {}, keys);

/** Says that one does not want to, or no longer. */
export const playNoMore = (id: string, keys: readonly string[]): Promise<TableInfo> =>
  request(table(id, '/rematch'), { method: 'DELETE', keys }).then((response) => response.json() as Promise<TableInfo>);

/** What kind of server this is: it does not change while the page is open. */
export function server(): Promise<ServerInfo> {
  asked ??= json<ServerInfo>('server');
  asked.catch(() => (asked = null));
  return asked;
}
let asked: Promise<ServerInfo> | null = null;

export const lobby = (): Promise<Lobby> => json('lobby');

/** The tables that these keys open, and with a session those of the account. */
export const mine = (keys: readonly { id: string; keys: readonly string[] }[]): Promise<TableInfo[]> =>
  post('mine', { keys });

/** Sits down: with an invitation, or at an open table without one. */
export const claim = (id: string, wish: Claim): Promise<Claimed> => post(table(id, '/claim'), wish);

/** A new link for a seat, or for those who watch; the old one leads nowhere any more. */
export const invite = (id: string, keys: readonly string[], place: string): Promise<{ invite: string }> =>
  post(table(id, '/invitation'), { place }, keys);

export async function revoke(id: string, keys: readonly string[], place: string): Promise<void> {
  await request(table(id, `/invitation?place=${encodeURIComponent(place)}`), { method: 'DELETE', keys });
}

/** How the player of a seat is told of his turn, and what this server offers. */
export const notify = (id: string, keys: readonly string[]): Promise<CallInfo> => json(table(id, '/notify'), { keys });

export const setNotify = (id: string, keys: readonly string[], wish: CallWish): Promise<CallInfo> =>
  json(table(id, '/notify'), withBody('PUT', wish, keys));

/** Says whether the owner of an e-mail address wants mail. */
export const answerForAddress = (answer: AddressAnswer): Promise<AddressInfo> =>
  json('address', withBody('POST', answer));

/** Who is logged in; `null` if nobody is. */
export async function account(): Promise<AccountInfo | null> {
  try {
    return await json<AccountInfo>('account');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export const register = (wish: NewAccount): Promise<AccountInfo> => post('account', wish);
export const logIn = (wish: Login): Promise<AccountInfo> => post('session', wish);

export async function logOut(): Promise<void> {
  await request('session', { method: 'DELETE' });
}

export const changeAccount = (wish: ChangedAccount): Promise<AccountInfo> => json('account', withBody('PATCH', wish));

/** The text of the game file, or the server's reason why not yet. That of a game that goes on holds what is hidden: it has to be asked for. */
export const gameFile = async (id: string, keys: readonly string[], secrets = false): Promise<string> =>
  (await request(table(id, secrets ? '/file?secrets=yes' : '/file'), { keys })).text();

/** Without the numbers of the hexes: the board writes them itself, where they can be read. */
export const mapAddress = (id: string): string => transport().picture(`/api/${table(id, '/map.svg?numbers=0')}`);

const map = (game: string, id: string, rest = ''): string =>
  `maps/${encodeURIComponent(game)}/${encodeURIComponent(id)}${rest}`;

export const plainMapAddress = (game: string, id: string): string =>
  transport().picture(`/api/${map(game, id, '/map.svg?numbers=0')}`);
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

export function socketAddress(id: string, at: Location = location): string {
  return `${at.protocol === 'https:' ? 'wss' : 'ws'}://${at.host}/api/${table(id, '/ws')}`;
}

/** Asks for all that a table needs, at once; a line without a key would not be the player's. */
export function askForTable(id: string, keys: readonly string[]): void {
  if (keys.length > 0) connectAhead(socketAddress(id), keys);
  askAhead(`/api/${table(id)}`, keys);
  for (const path of [table(id, '/board'), 'symbols.svg']) askAhead(`/api/${path}`);
  drawAhead(mapAddress(id));
}

/** The same for a map without a game. */
export function askForMap(game: string, id: string): void {
  askAhead(`/api/${map(game, id)}`);
  drawAhead(plainMapAddress(game, id));
}

/** The keys that a table was told with: of the seats that people play, and of the host. */
export const keysOf = (info: TableInfo): string[] =>
  [...info.seats.map(({ key }) => key), info.host].filter((key) => key != null);

/** The picture of one look in one hex, as the map draws it. */
export function swatch(look: string): string {
  return transport().picture(`/api/looks/${encodeURIComponent(look)}.svg`);
}
