import { expect, test } from '@playwright/test';

import { faults } from './axe';
import { Table } from './table';

test('the start page has no fault that axe can find', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByTestId('play-now').first()).toBeVisible();
  expect(await faults(page), 'the games').toEqual([]);
  await page.goto('/#/game/assault');
  await expect(page.getByTestId('start')).toBeVisible();
  expect(await faults(page), 'the scenarios').toEqual([]);
});

test('the board has no fault that axe can find', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat');
  await table.pressOn();
  // The banner that says who decides goes by itself.
  await expect(page.locator('.banner')).toHaveCount(0);
  for (const tab of ['Log', 'Panels', 'Units', 'Actions', 'Key']) {
    await page.getByRole('tab', { name: tab }).click();
    expect(await faults(page, { hexes: tab === 'Log' }), tab).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await page.getByTestId('table-menu').click();
  expect(await faults(page), 'the dialog').toEqual([]);
});
