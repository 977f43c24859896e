import { expect, test } from '@playwright/test';

import { Table } from './table';

test.describe('a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('that rests on a unit opens its menu, and lifting it does nothing more', async ({ page }) => {
    const table = await Table.open(page, 'hot-seat', '7');
    await table.untilMoves();
    const unit = page.locator('[data-unit].selected, [data-unit].ready').first();
    const box = await unit.boundingBox();
    if (box == null) throw new Error('no unit');
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const finger = await page.context().newCDPSession(page);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    const menu = page.getByTestId('choice-menu');
    await expect(menu).toBeVisible();
    const seq = await table.seq();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(menu).toBeVisible();
    expect(await table.seq()).toBe(seq);
  });
});
