import { readFile } from 'node:fs/promises';

import { expect, test } from '@playwright/test';

import { hurry, Table } from './table';

test('a finished game can be saved, opened again and gone through', async ({ page }) => {
  test.setTimeout(240_000);
  await hurry(page);
  const table = await Table.open(page, 'watch');
  await expect(table.outcome).toBeVisible({ timeout: 180_000 });
  const seq = await table.seq();
  const result = await table.outcome.getByRole('heading', { level: 2 }).innerText();
  await table.outcome.getByRole('button', { name: 'Look at the board' }).click();

  await page.getByTestId('table-menu').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save to a file' }).click(),
  ]);
  const file = await readFile(await download.path());

  await page.goto('/');
  await page.getByTestId('import').setInputFiles({ name: 'game.opfire', mimeType: 'text/plain', buffer: file });
  await expect(table.outcome.getByRole('heading', { level: 2 })).toHaveText(result);
  expect(await table.seq()).toBe(seq);

  await table.outcome.getByRole('button', { name: 'Look at the board' }).click();
  await table.dock.getByRole('button', { name: 'Replay' }).click();
  const slider = page.getByRole('slider', { name: 'Action' });
  await expect(slider).toHaveValue(String(seq));
  const last = await table.log.count();
  await slider.fill('0');
  await expect.poll(() => table.log.count()).toBeLessThan(last);
  const first = await table.log.count();
  const middle = Math.floor(seq / 2);
  await slider.fill(String(middle));
  await expect.poll(() => table.log.count()).toBeGreaterThan(first);
  await expect(page.getByTestId('replay').getByRole('status')).toHaveText(`${middle} / ${seq}`);
  await slider.fill(String(seq));
  await expect.poll(() => table.log.count()).toBe(last);
});
