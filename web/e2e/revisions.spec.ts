import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';

import { resume } from './program.mjs';
import { Table } from './table';

// Saved games of the first program, under the rules of today.

let address = '';
let stop: () => Promise<void> = () => Promise.resolve();

test.beforeAll(async () => {
  ({ address, stop } = await resume(fileURLToPath(new URL('../../tests/golden/1/saved-games.db', import.meta.url))));
});

test.afterAll(() => stop());

test('a game that differs is looked at, and says which action differs and why', async ({ page }) => {
  const list = (await (await page.request.get(`${address}/api/tables`)).json()) as { id: string; scenario: string }[];
  const rzhavets = list.find(({ scenario }) => scenario === 'rzhavets')?.id ?? '';
  await page.request.get(`${address}/api/tables/${rzhavets}`);
  await page.goto(`${address}/`);
  const row = page.locator(`[data-table="${rzhavets}"]`);
  await expect(row).toContainText('Can no longer be continued');
  await row.getByRole('link', { name: /Look at/ }).click();
  const closed = page.getByTestId('closed');
  await expect(closed).toContainText('but not continue it');
  await expect(closed).toContainText('action 1');
  await expect(closed).toContainText('revision 1');
  await expect(new Table(page).prompt).toHaveCount(0);
  await expect(page.getByTestId('undo')).toHaveCount(0);
});

test('a game that agrees goes on where it was', async ({ page }) => {
  const list = (await (await page.request.get(`${address}/api/tables`)).json()) as {
    id: string;
    scenario: string;
    over: boolean;
  }[];
  const tiger = list.find(({ scenario, over }) => scenario === 'tiger-in-the-open' && !over)?.id ?? '';
  await page.goto(`${address}/`);
  await page
    .locator(`[data-table="${tiger}"]`)
    .getByRole('link', { name: /Resume/ })
    .click();
  const table = new Table(page);
  await expect(table.prompt).toBeVisible();
  await expect(page.getByTestId('closed')).toHaveCount(0);
  const before = await table.seq();
  await table.pressOn();
  await expect.poll(() => table.seq()).toBeGreaterThan(before);
});
