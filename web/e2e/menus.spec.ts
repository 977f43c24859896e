import { expect, test } from '@playwright/test';

import { faults } from './axe';
import { Table } from './table';

test('pointing at a unit shows its card, the right button lists what it can do', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat', '7');
  const unit = await table.untilMoves();
  await page.keyboard.press('Escape');
  const id = (await unit.getAttribute('data-unit')) ?? '';
  await page.mouse.move(5, 400);
  await unit.hover({ force: true });
  await expect(page.getByTestId('unit-card')).toBeVisible();
  const name = await page.getByTestId('unit-card').locator('.name').innerText();

  const menu = page.getByTestId('choice-menu');
  await unit.click({ button: 'right', force: true });
  await expect(menu).toContainText(name);
  expect(await faults(page), 'the menu').toEqual([]);
  await menu.getByRole('button', { name: `Select ${name}` }).click();
  await expect(page.locator(`[data-unit="${id}"].selected`)).toBeVisible();

  // By keys: the menu of the hex that has the focus, closed again by Escape.
  await page.locator(`path[data-hex="${(await unit.getAttribute('data-in')) ?? ''}"]`).focus();
  await page.keyboard.press('Shift+F10');
  await expect(menu).toContainText(name);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  // Its card in the column, and the line of sight from where it stands.
  await unit.click({ button: 'right', force: true });
  await menu.getByRole('button', { name: 'Show its card' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(name);
  await unit.click({ button: 'right', force: true });
  await menu.getByRole('button', { name: /^Line of sight from/ }).click();
  await expect(page.getByTestId('sight-tool')).toHaveAttribute('aria-pressed', 'true');
});

test('a unit without anything to do says so', async ({ page }) => {
  await Table.open(page, 'watch', '7');
  const unit = page.locator('[data-unit]').first();
  await unit.click({ button: 'right', force: true });
  await expect(page.getByTestId('choice-menu')).toContainText('There is nothing to do with it now.');
});

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

test('a line of fire names its shot', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat', '5', 'rzhavets');
  const figure = page.locator('button[data-line]');
  for (let n = 0; n < 12 && (await figure.count()) === 0; n += 1) await table.pressOn();
  await figure.first().hover({ force: true });
  await expect(page.locator('button[data-line] .shot').first()).toHaveText(/ at /);
});
