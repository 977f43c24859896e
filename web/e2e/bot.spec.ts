import { expect, test } from '@playwright/test';

import { Table } from './table';

test('a player and the bot take turns', async ({ page }) => {
  const table = await Table.open(page, 'alone-german');
  await page.getByTestId('table-menu').click();
  await page.getByLabel('instant').check();
  await page.keyboard.press('Escape');

  const seats = new Set<string>();
  for (let action = 0; action < 40 && !(await table.outcome.isVisible()); action += 1) {
    seats.add((await table.prompt.getAttribute('data-seat')) ?? '');
    if ((await table.choices().count()) === 0) {
      await page.waitForTimeout(100);
      continue;
    }
    await table.pressOn();
  }
  expect(await table.seq()).toBeGreaterThan(10);
  // Whatever the bot did, only our own decisions were offered to us.
  await expect(page.getByText('Not done:')).toHaveCount(0);
  await expect(table.log.first()).toBeAttached();
});

test('bots can be watched', async ({ page }) => {
  const table = await Table.open(page, 'watch');
  await expect(table.choices()).toHaveCount(0);
  await expect.poll(() => table.seq(), { timeout: 20_000 }).toBeGreaterThan(3);
});
