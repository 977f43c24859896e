import { expect, test } from '@playwright/test';

import { Table } from './table';

test('keys alone draw, select, move and undo', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat');
  await table.key('d');

  // To the board, then from unit to unit.
  const board = page.getByRole('application');
  const reach = page.locator('[data-reach]');
  for (let n = 0; n < 30; n += 1) {
    await board.locator('[data-hex][tabindex="0"]').focus();
    await page.keyboard.press('Tab');
    if (await table.hasPlan()) break;
    await page.keyboard.press('Escape');
    await table.key('p');
  }
  await expect(page.locator('[data-unit].selected').first()).toBeAttached();
  const from = await page.locator('[data-hex]:focus').getAttribute('data-hex');

  // Some neighbour can be reached: walk there and back until one can.
  const hexes = new Set(await reach.evaluateAll((all) => all.map((one) => one.dataset['reach'])));
  const back: Record<string, string> = {
    ArrowUp: 'ArrowDown',
    ArrowDown: 'ArrowUp',
    ArrowLeft: 'ArrowRight',
    ArrowRight: 'ArrowLeft',
  };
  for (const key of Object.keys(back)) {
    await page.keyboard.press(key);
    const at = await page.locator('[data-hex]:focus').getAttribute('data-hex');
    if (at !== from && hexes.has(at ?? '')) break;
    if (at !== from) await page.keyboard.press(back[key] ?? '');
  }
  await expect(page.getByTestId('hover-card')).toBeVisible();
  const before = await table.seq();
  await table.acting(async () => {
    await page.keyboard.press('Enter');
    const menu = page.getByTestId('choice-menu');
    if (await menu.isVisible()) await page.keyboard.press('Enter');
  });

  if (await page.getByTestId('undo').isEnabled()) {
    await page.keyboard.press('u');
    await expect.poll(() => table.seq()).toBe(before);
  }

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('Tab leaves the board after the last unit', async ({ page }) => {
  await Table.open(page, 'hot-seat');
  await page.locator('[data-hex][tabindex="0"]').focus();
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press('Tab');
    if ((await page.locator('[data-hex]:focus').count()) === 0) return;
  }
  throw new Error('the keyboard is trapped in the board');
});
