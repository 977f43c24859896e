import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, type Page } from '@playwright/test';

import { faults } from './axe';
import { freePort, start } from './program.mjs';
import { Table } from './table';

// The program goes away and comes back with the same games: the page stays readable, keeps a click, and heals.

test.use({ serviceWorkers: 'allow' });

let port = 0;
let folder = '';
let stop: (() => Promise<void>) | null = null;

async function startProgram(): Promise<void> {
  const games = folder;
  stop = await start(() => ['play', '--no-open', '--port', String(port), '--data', games], at(''));
}

async function stopProgram(): Promise<void> {
  await stop?.();
  stop = null;
}

const at = (path: string): string => `http://127.0.0.1:${port}${path}`;

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'opfire-offline-'));
  port = await freePort();
  await startProgram();
});

test.afterEach(async () => {
  await stopProgram();
  rmSync(folder, { recursive: true, force: true });
});

/** Waits until the client is kept and the page is served by what keeps it. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller == null) {
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
    }
  });
}

test('a table outlives the program, and a click in the meantime is done when it is back', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat', '7', undefined, 'divisions', at(''));
  await table.pressOn();
  const before = await table.seq();
  const units = await page.locator('[data-unit]').count();
  await stopProgram();
  const lost = page.getByRole('alert').filter({ hasText: 'Connection lost' });
  await expect(lost).toContainText('This is the table as it last stood');
  await expect(page.locator('[data-unit]')).toHaveCount(units);
  await page.getByRole('tab', { name: 'Log' }).click();
  await expect(table.log.first()).toBeVisible();
  expect(await faults(page), 'without the program').toEqual([]);

  // A click waits, and can be taken back.
  const first = table.dock.locator('[data-action]').last();
  await table.surely(() => first.click());
  await expect(lost).toContainText('Your last click is done when it is back');
  await page.getByTestId('take-back').click();
  await expect(lost).toContainText('This is the table as it last stood');
  await table.surely(() => first.click());
  await expect(page.getByTestId('take-back')).toBeVisible();
  expect(await table.seq()).toBe(before);

  await startProgram();
  await expect(lost).toBeHidden();
  await expect.poll(() => table.seq()).toBe(before + 1);
  await table.pressOn();
});

test('the client is kept: it opens without the program, says so, and goes on by itself', async ({ page }) => {
  await Table.open(page, 'hot-seat', '7', undefined, 'divisions', at(''));
  const address = page.url();
  await kept(page);
  await stopProgram();
  await page.goto(at('/'));
  await expect(page.getByRole('alert')).toContainText('The server is not answering');
  expect(await faults(page), 'the start page without the program').toEqual([]);
  await page.goto(address);
  await page.reload();
  await expect(page.getByTestId('loading')).toContainText('goes on by itself');
  // What the program said about a game is kept nowhere.
  const names = await page.evaluate(async () => {
    const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return caught.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(names).toContain('/');
  expect(names.filter((name) => name.startsWith('/assets/')).length).toBeGreaterThan(1);
  expect(names.filter((name) => name.startsWith('/api'))).toEqual([]);

  await startProgram();
  await expect(page.locator('[data-unit]').first()).toBeVisible();
  await page.goto(at('/'));
  await expect(page.getByTestId('play-now').first()).toBeVisible();
});

test('what was kept never stands in the way of a newer client', async ({ page }) => {
  await page.goto(at('/'));
  await kept(page);
  // What an old version left: its own store, and a page that is no longer so.
  await page.evaluate(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
    const old = await caches.open('opfire-old');
    await old.put('/', new Response('An old page', { headers: { 'content-type': 'text/html' } }));
    for (const name of await caches.keys()) if (name !== 'opfire-old') await caches.delete(name);
  });
  await page.reload();
  await kept(page);
  await expect.poll(() => page.evaluate(() => caches.has('opfire-old'))).toBe(false);
  await page.evaluate(async () => {
    const [now] = await caches.keys();
    await (await caches.open(now ?? '')).put('/', new Response('An old page'));
  });
  await page.reload();
  await expect(page.getByTestId('play-now').first()).toBeVisible();
});

test('the client can be installed', async ({ page, request }) => {
  await page.goto(at('/'));
  const link = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await request.get(at(link ?? ''));
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await answer.json()) as {
    name: string;
    display: string;
    start_url: string;
    icons: { src: string; sizes: string; type: string }[];
  };
  expect([manifest.display, manifest.start_url]).toEqual(['standalone', '/']);
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(at(src));
    expect(icon.headers()['content-type'], src).toBe(type);
    if (type !== 'image/png') continue;
    const bytes = await icon.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
  await kept(page);
  // What Chromium itself says is missing before it offers to install the page.
  const browser = await page.context().newCDPSession(page);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});
