import { expect, test, type Page } from '@playwright/test';

import { freePort } from '../e2e/program.mjs';
import { Pupil } from '../e2e/pupil';
import { hurry, Table } from '../e2e/table';
import { DIST } from './engine.mjs';
import { FOLDER, serve } from './static.mjs';

let at = '';
let stop: () => Promise<void> = () => Promise.resolve();

test.beforeEach(async () => {
  const port = await freePort();
  stop = await serve(DIST, port);
  at = `http://127.0.0.1:${port}${FOLDER}`;
});

test.afterEach(() => stop());

/** Whatever the browser complains of is a failure: a file that is missing, an address that no static server has. */
function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) heard.push(`${response.status()} ${response.url()}`);
  });
  return heard;
}

/** From the start page to the board, past the briefing. */
async function playNow(page: Page, game: string): Promise<Table> {
  await page.addInitScript(() => localStorage.setItem('opfire.stop-after-each', 'off'));
  await hurry(page);
  await page.goto(at);
  await page.locator(`[data-game="${game}"]`).getByTestId('play-now').click();
  await page.getByTestId('to-the-table').click();
  return new Table(page);
}

for (const game of ['divisions', 'assault']) {
  test(`the first steps of the guide of ${game}, with a reload in the middle`, async ({ page }) => {
    test.setTimeout(180_000);
    const heard = complaints(page);
    const pupil = await Pupil.learn(page, game, at);
    for (let step = 0; step < 4; step += 1) await pupil.obey();
    const [before, address] = [await pupil.step(), page.url()];
    expect(before).toBeGreaterThan(1);
    await page.reload();
    await expect(pupil.panel).toBeVisible();
    expect(page.url()).toBe(address);
    await expect.poll(() => pupil.step()).toBe(before);
    await pupil.obey();
    expect(heard).toEqual([]);
  });
}

for (const game of ['divisions', 'open-fire', 'assault']) {
  test(`some turns of ${game}, with a reload in the middle, and a list of games to go on with`, async ({ page }) => {
    test.setTimeout(180_000);
    const heard = complaints(page);
    const table = await playNow(page, game);
    const muster = page.getByTestId('muster');
    await expect(table.choices().or(muster.locator('[data-action]')).first()).toBeVisible();
    if (await muster.isVisible()) {
      await table.acting(() => muster.locator('[data-action="generate sample"]').click());
    }
    for (let turn = 0; turn < 4; turn += 1) await table.pressOn();
    await expect(table.choices().first()).toBeVisible();
    const before = await table.seq();
    expect(before).toBeGreaterThan(3);
    await page.reload();
    await expect(table.choices().first()).toBeVisible();
    expect(await table.seq()).toBe(before);
    await table.pressOn();
    await page.goto(at);
    await expect(page.getByTestId('continue-last')).toBeVisible();
    expect(heard).toEqual([]);
  });
}

test('without the net everything goes on: the start page, a new game, and one that is there', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const pupil = await Pupil.learn(page, 'divisions', at);
  await pupil.obey();
  const [step, table] = [await pupil.step(), page.url()];
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await stop();
  await context.setOffline(true);
  await page.goto(at);
  await page.locator('[data-game="assault"]').getByTestId('learn').click();
  await expect(page.getByTestId('guide')).toBeVisible();
  await page.goto(table);
  await expect.poll(() => pupil.step()).toBe(step);
  await pupil.obey();
});

test('a second tab says that the games are in the first, and takes over when that is closed', async ({
  page,
  context,
}) => {
  await page.goto(at);
  await expect(page.locator('[data-game="divisions"]')).toBeVisible();
  const second = await context.newPage();
  await second.goto(at);
  await expect(second.getByText('open in another tab')).toBeVisible();
  await page.close();
  await expect(second.locator('[data-game="divisions"]')).toBeVisible();
});

test('a disk that is full is told in clear words, and the game goes on', async ({ page }) => {
  test.setTimeout(120_000);
  const pupil = await Pupil.learn(page, 'divisions', at);
  const session = await page.context().newCDPSession(page);
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(at).origin, quotaSize: usage });
  await pupil.obey();
  await expect(page.getByText('This browser has no room left')).toBeVisible();
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(at).origin });
  await pupil.obey();
  await expect(page.getByText('This browser has no room left')).toBeHidden();
});
