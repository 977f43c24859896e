import { expect, test } from '@playwright/test';

import { Table } from './table';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('the board can be played with a thumb', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);

  for (const button of await table.dock.getByRole('button').all()) {
    const box = await button.boundingBox();
    if (box != null && (await button.getAttribute('class'))?.includes('button')) {
      expect(box.height).toBeGreaterThanOrEqual(44);
    }
  }
  await table.acting(() => table.choices().first().tap());

  // A finger has no hover: the first tap shows, the second does.
  await table.untilMoves();
  const before = await table.seq();
  const hexes = await page.locator('[data-reach]').evaluateAll((all) => all.map((one) => one.dataset['reach']));
  const occupied = await page.locator('[data-unit]').evaluateAll((all) => all.map((one) => one.dataset['in']));
  const hex = page.locator(`[data-hex="${hexes.find((one) => !occupied.includes(one))}"]`);
  await hex.tap({ force: true });
  await expect(page.getByTestId('hover-card')).toBeVisible();
  expect(await table.seq()).toBe(before);
  await table.acting(() => page.getByRole('button', { name: 'Do it' }).first().tap());

  await page.getByRole('button', { name: 'Show or hide the side column' }).tap();
  await expect(table.log.last()).toBeInViewport();
});
