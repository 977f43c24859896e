import { inflateRawSync } from 'node:zlib';

import { expect, test, type Browser, type Page } from '@playwright/test';

import { serve } from './program.mjs';
import { pastBriefing, Table } from './table';

// Two people, each with a browser of their own, at a table on a public server.

let address = '';
let stop: () => Promise<void> = () => Promise.resolve();

test.beforeAll(async () => {
  ({ address, stop } = await serve());
});

test.afterAll(() => stop());

/** A person at one seat. */
async function sit(browser: Browser, link: string): Promise<Table> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    baseURL: address,
  });
  const page = await context.newPage();
  await page.goto(link);
  await pastBriefing(page);
  const table = new Table(page);
  await page.getByRole('tab', { name: 'Panels' }).click();
  return table;
}

/** Everything the client was ever told, as text. */
function listen(page: Page): { all: string } {
  const heard = { all: '' };
  const text = (payload: string | Buffer): string =>
    typeof payload === 'string' ? payload : inflateRawSync(payload).toString();
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (heard.all += text(payload))));
  return heard;
}

test('each sees their own hand and the moves of the other', async ({ browser }) => {
  const host = await browser.newContext({ baseURL: address, reducedMotion: 'reduce' });
  const opened = await host.newPage();
  await Table.open(opened, 'hot-seat', '7', 'rzhavets');
  await opened.getByTestId('table-menu').click();
  const links = await Promise.all(
    [0, 1].map(async (seat) => (await opened.getByTestId(`seat-${seat}`).getAttribute('href')) ?? ''),
  );
  await host.close();

  const tables = await Promise.all(links.map((link) => sit(browser, link)));
  const [german, soviet] = tables;
  if (german == null || soviet == null) throw new Error('two seats');
  const heard = tables.map((table) => listen(table.page));
  // A reload resumes, and from now on every word of the server is heard.
  for (const table of tables) {
    await table.page.reload();
    await expect(table.prompt).toBeVisible();
    await table.page.getByRole('tab', { name: 'Panels' }).click();
  }

  /** What lies in hand on this screen. */
  const hand = (table: Table): Promise<string[]> =>
    table.page.locator('[data-private]').evaluateAll((rows) => rows.map((row) => row.dataset['private'] ?? ''));
  const held: Set<string>[] = [new Set(), new Set()];

  for (let action = 0; action < 60; action += 1) {
    const seat = Number(await german.prompt.getAttribute('data-seat'));
    const [mine, other] = seat === 0 ? [german, soviet] : [soviet, german];
    await expect(mine.choices().first()).toBeVisible();
    await expect(other.choices()).toHaveCount(0);
    await mine.pressOn();
    // What one does, the other sees without doing anything.
    const seq = await mine.seq();
    await expect.poll(() => other.seq()).toBe(seq);
    for (const [side, table] of tables.entries()) for (const chit of await hand(table)) held[side]?.add(chit);
    if (held.every((chits) => chits.size > 0) && action > 12) break;
  }
  // A whole view to end with, so that nothing is only hinted at by what changed.
  for (const table of tables) {
    await table.page.reload();
    await expect(table.prompt).toBeVisible();
  }
  // Both drew something, and neither was ever told what only the other holds.
  expect(held.map((chits) => chits.size > 0)).toEqual([true, true]);
  for (const side of [0, 1]) {
    const rows = [...(heard[side]?.all ?? '').matchAll(/"seat":(\d),"spent":(?:true|false),"private":true/g)];
    expect(new Set(rows.map(([, seat]) => seat))).toEqual(new Set([String(side)]));
  }
  await expect(german.page.getByText('face down')).toHaveCount(0);

  // A shared screen is not needed to go on: reload one and play on.
  const seq = await german.seq();
  await german.page.reload();
  await expect.poll(() => german.seq()).toBe(seq);
  for (const table of tables) await table.page.context().close();
});

test('a wrong key opens nothing', async ({ page }) => {
  await page.goto(`${address}/#/table/nosuchtable?key=nokey`);
  await expect(page.getByRole('heading', { name: 'This table cannot be opened' })).toBeVisible();
});
