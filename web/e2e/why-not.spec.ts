import { expect, test } from '@playwright/test';

import { faults } from './axe';
import { Table } from './table';

test('a unit that has to wait says why, by which rule, and what would change it', async ({ page }) => {
  await Table.open(page, 'hot-seat', '7');
  // Before the first chit is drawn nobody acts.
  const unit = page.locator('[data-unit]').first();
  await unit.click({ button: 'right', force: true });
  const why = page.getByTestId('why-not');
  await expect(why).toBeVisible();
  await expect(why.locator('li').first()).toContainText(/Move to \d{4}: /);
  await expect(why.locator('li').first()).toContainText('FD-');
  await expect(why.locator('em').first()).toContainText('What is asked now:');
  expect(await faults(page), 'why not').toEqual([]);
});

test('a unit in hand says why it cannot fire at the enemy under the pointer', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat', '5', 'rzhavets');
  const mover = await table.untilMoves();
  const side = await mover.getAttribute('data-seat');
  const enemy = page.locator(`[data-unit]:not([data-seat="${side ?? ''}"])`).first();
  await enemy.hover({ force: true });
  const why = page.getByTestId('hover-card').getByTestId('why-not');
  await expect(why.locator('li').first()).toContainText(/^Fire at .+: /);
  await expect(why.locator('li').first()).toContainText('FD-');

  // A click says the same, and takes no button away.
  const kept = await table.choices().evaluateAll((all) => all.map((one) => one.dataset['action']));
  expect(kept.length).toBeGreaterThan(0);
  await enemy.click({ force: true });
  await expect(page.getByTestId('choice-menu').getByTestId('why-not').locator('li').first()).toContainText(/^Fire at /);
  expect(await table.choices().evaluateAll((all) => all.map((one) => one.dataset['action']))).toEqual(kept);
});
