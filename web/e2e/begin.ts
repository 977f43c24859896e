import type { Page } from '@playwright/test';

import type { GameInfo } from '../src/types/GameInfo';
import type { NewTable } from '../src/types/NewTable';
import type { TableInfo } from '../src/types/TableInfo';

const HUMAN = 'human';
const AT_ONE_SCREEN = { claim: null, name: null, open: false, public: false, clock: null } as const;

/** A table as a test wants it. */
export interface Wish {
  game: string;
  scenario: string;
  /** Who plays, as the quick set-up calls it: `hot-seat`, `watch`, or `alone-` and a seat. */
  mode: string;
  /** Left out, the program draws one. */
  seed?: string | null;
  dice?: NewTable['dice'];
  settings?: NewTable['settings'];
  /** What a table for people at other screens needs. */
  net?: Pick<NewTable, keyof typeof AT_ONE_SCREEN>;
  /** Another program than the one of this worker. */
  at?: string;
}

const known = new Map<string, Promise<GameInfo[]>>();

/** The games of a program, asked for once. */
async function gameOf(page: Page, { game, at = '' }: Wish): Promise<GameInfo> {
  const ask = async (): Promise<GameInfo[]> => (await (await page.request.get(`${at}/api/games`)).json()) as GameInfo[];
  const games = known.get(at) ?? ask();
  known.set(at, games);
  const found = (await games).find(({ id }) => id === game);
  if (found == null) throw new Error(`there is no game ${game}`);
  return found;
}

/** Begins a table without the start page, and says what the program said about it. */
export async function begin(page: Page, wish: Wish): Promise<TableInfo> {
  const { at = '', game, scenario, mode, seed = null, dice = 'program', settings = {}, net = AT_ONE_SCREEN } = wish;
  const { bots, scenarios } = await gameOf(page, wish);
  const seats = scenarios.find(({ id }) => id === scenario)?.seats ?? [];
  const human = (seat: string): boolean => mode === 'hot-seat' || mode === `alone-${seat}`;
  const players = seats.map(({ id }) => (human(id) ? HUMAN : (bots[0]?.id ?? HUMAN)));
  const data: NewTable = { game, scenario, settings, players, seed, guide: null, dice, ...net };
  const answer = await page.request.post(`${at}/api/tables`, { data });
  if (!answer.ok()) throw new Error(`no table: ${await answer.text()}`);
  return (await answer.json()) as TableInfo;
}

/** Goes to a table. Its briefing counts as read, unless a test is about it. */
export async function goTo(page: Page, { id }: TableInfo, { at = '', briefing = false } = {}): Promise<void> {
  const read = (name: string): void => sessionStorage.setItem(name, 'read');
  const name = `opfire.briefed.${id}`;
  if (!briefing) {
    await page.addInitScript(read, name);
    // A page that is there already only takes another address.
    if (page.url().startsWith('http')) await page.evaluate(read, name);
  }
  await page.goto(`${at}/#/table/${id}`);
}
