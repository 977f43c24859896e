import { expect, test } from '@playwright/test';

import { Table } from './table';

test('a reloaded page goes on where it was', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat');
  for (let n = 0; n < 4; n += 1) await table.pressOn();
  const seq = await table.seq();
  const prompt = await table.prompt.innerText();
  await page.reload();
  await expect(table.prompt).toHaveText(prompt);
  expect(await table.seq()).toBe(seq);

  // Other games may have gone on since: bots that play alone wait for nobody.
  const id = /table\/(\w+)/.exec(page.url())?.[1] ?? '';
  await page.goto('/');
  await page
    .locator(`[data-table="${id}"]`)
    .getByRole('link', { name: /^Resume/ })
    .click();
  await expect.poll(() => table.seq()).toBe(seq);
});
