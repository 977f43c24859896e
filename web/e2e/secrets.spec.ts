import { expect, test, type Page, type Request } from '@playwright/test';

import { accept, layOutApart, linkOf, openPlayers, person, toTheBoard } from './people';
import { serve } from './program.mjs';

// Keys, invitations and links for spectators are in no address that leaves the browser: a proxy writes addresses down.

let address = '';
let stop: () => Promise<void> = () => Promise.resolve();

test.beforeAll(async () => {
  ({ address, stop } = await serve());
});

test.afterAll(() => stop());

/** What a browser asked for. */
class Traffic {
  readonly asked: Request[] = [];
  readonly sockets: string[] = [];

  constructor(page: Page) {
    page.context().on('request', (request) => this.asked.push(request));
    page.context().on('page', (another) => this.follow(another));
    this.follow(page);
  }

  private follow(page: Page): void {
    page.on('websocket', (socket) => this.sockets.push(socket.url()));
  }

  /** The addresses as they leave the browser. */
  get addresses(): string[] {
    return [...this.asked.map((request) => request.url()), ...this.sockets].map((url) => url.split('#')[0] ?? '');
  }

  /** What was asked with keys: methods, and what stands after the table. */
  keyed(): string[] {
    const asked = this.asked.filter((request) => request.headers()['opfire-key'] != null);
    const rest = (request: Request): string => new URL(request.url()).pathname.replace(/^\/api\/tables\/[^/]+/, '');
    return asked.map((request) => `${request.method()} ${rest(request)}`);
  }
}

/** Everything that this browser keeps, or shows in its address, and that opens something. */
async function secretsOf(page: Page): Promise<string[]> {
  const kept = await page.evaluate(() => localStorage.getItem('opfire.tables') ?? '{}');
  const tables = Object.values(JSON.parse(kept) as Record<string, { keys: string[]; invites: Record<string, string> }>);
  const shown = new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '');
  return tables
    .flatMap(({ keys, invites }) => [...keys, ...Object.values(invites)])
    .concat(shown.getAll('key'), shown.getAll('invite'));
}

/** The secret part of a link. */
const secretIn = (link: string): string => /(?:key|invite)=(\w+)/.exec(link)?.[1] ?? '';

test('a game over the net, with all that is asked about it, has no key in any address', async ({ browser }) => {
  test.setTimeout(240_000);
  const [host, guest, onlooker] = await Promise.all([1, 2, 3].map(() => person(browser, address)));
  if (host == null || guest == null || onlooker == null) throw new Error('nobody came');
  const people = [host, guest, onlooker];
  const traffic = people.map((page) => new Traffic(page));
  const secrets = new Set<string>();

  // The host makes links, and makes them void.
  await layOutApart(host, { scenario: 'tiger-in-the-open', seat: 'german', name: 'Ida' });
  secrets.add(secretIn(await linkOf(host, 'soviet')));
  await host.getByTestId('revoke-soviet').click();
  await host.getByTestId('renew-soviet').click();
  await expect.poll(async () => secrets.has(secretIn(await linkOf(host, 'soviet')))).toBe(false);
  const [link, watch] = [await linkOf(host, 'soviet'), await linkOf(host, 'watch')];
  const german = await toTheBoard(host);
  const soviet = await accept(guest, link, 'Anna');
  await onlooker.goto(watch);
  await expect(onlooker.getByTestId('prompt')).toBeVisible();

  // They play, look back, lose the page and come again.
  for (let action = 0; action < 4; action += 1) {
    const seat = Number(await german.prompt.getAttribute('data-seat'));
    const [mine, other] = seat === 0 ? [german, soviet] : [soviet, german];
    await mine.pressOn();
    await expect.poll(() => other.seq()).toBe(await mine.seq());
  }
  for (const page of people) {
    await page.reload();
    await expect(page.getByTestId('prompt')).toBeVisible();
  }

  // They ask to be told of their turn, would like to throw the game away and then do not.
  await openPlayers(guest);
  await guest.getByTestId('delete-table').click();
  await guest.getByTestId('delete-sure').click();
  await guest.getByTestId('keep-table').click();
  await expect(guest.getByTestId('delete-table')).toBeVisible();

  await guest.keyboard.press('Escape');

  // Record sheets are another page.
  await guest.getByTestId('table-menu').click();
  const [sheets] = await Promise.all([guest.context().waitForEvent('page'), guest.getByTestId('print-sheet').click()]);
  await expect(sheets.locator('[data-sheet]').first()).toBeVisible();
  for (const secret of await secretsOf(sheets)) secrets.add(secret);
  await sheets.close();
  await guest.keyboard.press('Escape');

  // One resigns; the other takes the file along and goes through the game again.
  await openPlayers(guest);
  await guest.getByTestId('resign-soviet').click();
  // The debriefing asks for the luck of the dice.
  const luck = host.waitForResponse((answer) => answer.url().endsWith('/luck'));
  await guest.getByTestId('resign-sure').click();
  await expect(host.getByTestId('outcome')).toBeVisible();
  await luck;
  await host.getByTestId('outcome').getByRole('button', { name: 'Look at the board' }).click();
  await host.getByTestId('table-menu').click();
  await Promise.all([host.waitForEvent('download'), host.getByRole('button', { name: 'Save to a file' }).click()]);
  await host.keyboard.press('Escape');
  for (const page of people) for (const secret of await secretsOf(page)) secrets.add(secret);
  await german.dock.getByRole('button', { name: 'Replay' }).click();
  await host.getByRole('slider', { name: 'Action' }).fill('2');
  await host.getByTestId('what-if').click();
  await host.getByTestId('branch').click();
  await expect(host.getByTestId('branch-tag')).toBeVisible();
  for (const secret of await secretsOf(host)) secrets.add(secret);
  secrets.add(secretIn(link)).add(secretIn(watch));

  // The two keys of the host, one of the guest, two invitations, the link to watch and the keys of the branch.
  expect(secrets.size).toBeGreaterThanOrEqual(7);
  for (const secret of secrets) {
    expect(secret).toMatch(/^\w{26}$/);
    for (const browserOf of traffic) for (const asked of browserOf.addresses) expect(asked).not.toContain(secret);
  }
  // And it is not that nothing was asked.
  for (const { sockets } of traffic) expect(sockets.length).toBeGreaterThan(1);
  const kinds = new Set(traffic.flatMap((of) => of.keyed()));
  expect([...kinds].toSorted()).toEqual([
    'DELETE ',
    'DELETE /invitation',
    'GET ',
    'GET /file',
    'GET /luck',
    'GET /notify',
    'GET /sheets',
    'GET /view',
    'POST /branch',
    'POST /invitation',
    'POST /keep',
  ]);
  for (const page of people) await page.context().close();
});

test('a key that somebody mistyped is refused by the server, whatever it is', async ({ page }) => {
  const other = new Traffic(page);
  await page.goto(`${address}/#/table/nosuchtable?key=${encodeURIComponent('ñandú (1), 🎲')}&key=twice&key=twice`);
  await expect(page.getByTestId('no-table')).toContainText('there is no saved game');
  expect(other.sockets.length).toBeGreaterThan(0);
});

test('what a table needs is asked for once', async ({ browser }) => {
  const host = await person(browser, address);
  await layOutApart(host, { scenario: 'tiger-in-the-open', seat: 'german', name: 'Ida' });
  await toTheBoard(host);
  const traffic = new Traffic(host);
  await host.reload();
  // By now everything has been asked for that the first board needs.
  await expect(host.locator('[data-unit]').first()).toBeVisible();
  const table = traffic.addresses.filter((asked) => asked.includes('/api/tables/'));
  expect(table.length).toBeGreaterThan(3);
  expect(new Set(table).size, table.join('\n')).toBe(table.length);
  expect(traffic.sockets).toHaveLength(1);
  await host.context().close();
});
