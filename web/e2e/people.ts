import { expect, type Browser, type Page } from '@playwright/test';

import type { ClockWish } from '../src/types/ClockWish';
import type { TableInfo } from '../src/types/TableInfo';
import { begin, goTo } from './begin';
import { hurry, pastBriefing, Table } from './table';

/** How a table over the net is laid out. */
export interface Layout {
  game?: string;
  scenario?: string;
  /** The seat of the one who lays it out. */
  seat: string;
  name?: string;
  open?: boolean;
  public?: boolean;
  clock?: ClockWish;
}

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** A person with a browser of their own. */
export async function person(browser: Browser, address: string, size = DESK): Promise<Page> {
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce', baseURL: address });
  const page = await context.newPage();
  await hurry(page);
  return page;
}

/** Lays out a table for people at different screens, as far as the links. */
export async function layOutApart(page: Page, layout: Layout): Promise<void> {
  const { game = 'divisions', scenario = 'rzhavets', seat, name = '', clock = null } = layout;
  const net = { claim: [seat], name, open: layout.open ?? false, public: layout.public ?? false, clock };
  const info = await begin(page, { game, scenario, mode: 'hot-seat', net });
  await page.addInitScript(keepOnce, heldOf(info));
  if (page.url().startsWith('http')) await page.evaluate(keepOnce, heldOf(info));
  await goTo(page, info, { briefing: true });
  await expect(page.getByTestId('links-dialog')).toBeVisible();
}

/** What a browser holds of a table that it has laid out: `Kept` in src/lib/keyring.ts. */
function heldOf({ id, seats, host, watch }: TableInfo): {
  id: string;
  keys: string[];
  invites: Record<string, string>;
} {
  const keys = [...seats.map(({ key }) => key), host].filter((key) => key != null);
  const invites = [...seats.map((one) => [one.id, one.invite]), ['watch', watch]];
  return { id, keys, invites: Object.fromEntries(invites.filter(([, invite]) => invite != null)) as never };
}

/** Keeps it as the set-up does, once: what is thrown away later stays away. */
function keepOnce({ id, ...held }: ReturnType<typeof heldOf>): void {
  const mark = `laid-out.${id}`;
  if (sessionStorage.getItem(mark) != null) return;
  sessionStorage.setItem(mark, 'yes');
  const all = JSON.parse(localStorage.getItem('opfire.tables') ?? '{}') as Record<string, unknown>;
  localStorage.setItem('opfire.tables', JSON.stringify({ ...all, [id]: { ...held, at: Date.now() } }));
}

/** The same by the form, as a person does it. */
export async function layOutByHand(page: Page, layout: Omit<Layout, 'clock'> & { clock?: string }): Promise<void> {
  const { game = 'divisions', scenario = 'rzhavets', seat, name = '' } = layout;
  await page.goto(`/#/game/${game}/${scenario}`);
  await page.getByTestId('over-the-net').click();
  await page.getByTestId(`my-seat-${seat}`).check();
  await page.getByTestId('my-name').fill(name);
  if (layout.open === true) await page.getByTestId('open-table').check();
  if (layout.public === true) await page.getByTestId('public-table').check();
  if (layout.clock != null) await page.getByTestId('clock').selectOption(layout.clock);
  await page.getByTestId('start').click();
  await expect(page.getByTestId('links-dialog')).toBeVisible();
}

/** The link of a seat or of the spectators, from the dialog that shows them. */
export const linkOf = (page: Page, place: string): Promise<string> => page.getByTestId(`link-${place}`).inputValue();

/** From the links to the board. */
export async function toTheBoard(page: Page): Promise<Table> {
  await page.getByTestId('links-done').click();
  await pastBriefing(page);
  return new Table(page);
}

/** Opens an invitation, gives a name and sits down. */
export async function accept(page: Page, link: string, name: string): Promise<Table> {
  await page.goto(link);
  await page.getByTestId('join-name').fill(name);
  await page.getByTestId('sit-down').click();
  await pastBriefing(page);
  return new Table(page);
}

/** Opens what the table says about its players. */
export async function openPlayers(page: Page): Promise<void> {
  await page.getByTestId('open-players').click();
  await expect(page.getByTestId('players-dialog')).toBeVisible();
}
