import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

import { expect, test, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

import { Table } from './table';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong, in short. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

test('the start page has no fault that axe can find', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByTestId('start')).toBeVisible();
  expect(await faults(page)).toEqual([]);
});

test('the board has no fault that axe can find', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat');
  await table.pressOn();
  // The banner that says who decides goes by itself.
  await expect(page.locator('.banner')).toHaveCount(0);
  for (const tab of ['Log', 'Panels', 'Units', 'Actions', 'Key']) {
    await page.getByRole('tab', { name: tab }).click();
    expect(await faults(page), tab).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await page.getByTestId('table-menu').click();
  expect(await faults(page), 'the dialog').toEqual([]);
});
