import { expect, test, type Page } from '@playwright/test';

import { faults } from './axe';
import { hurry, Table } from './table';

/** What a hasty player does, in the order in which he likes to do it. */
const LIKES = ['draw', 'place-rest', 'plan ', 'activate ', 'assault ', 'fire ', 'dig-in '];

/** Does the first thing that he likes, or goes on. Says what it was. */
async function hasten(table: Table): Promise<string> {
  const offers = await table.choices().evaluateAll((all) => all.map((one) => one.dataset['action'] ?? ''));
  for (const like of LIKES) {
    const offer = offers.find((one) => one.startsWith(like));
    if (offer == null) continue;
    await table.acting(() => table.surely(() => table.dock.locator(`[data-action="${offer}"]`).first().click()));
    return like.trim();
  }
  await table.pressOn();
  return 'on';
}

/** Lets the next player look, if the screen is covered. */
async function lookFrom(page: Page): Promise<boolean> {
  const curtain = page.getByTestId('curtain');
  if (!(await curtain.isVisible())) return false;
  await curtain.getByRole('button').click();
  await expect(curtain).toBeHidden();
  return true;
}

test('two players share a screen with a curtain between them, to the end of a training scenario', async ({ page }) => {
  test.setTimeout(420_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const table = await Table.open(page, 'hot-seat', '7', 'training-1-the-farm', 'assault');
  // Nothing is shown before somebody says that he is there.
  await expect(page.getByTestId('curtain')).toBeVisible();
  const done = new Map<string, number>();
  let curtains = 0;
  for (let action = 0; action < 400 && !(await table.outcome.isVisible()); action += 1) {
    if (await lookFrom(page)) {
      curtains += 1;
      if (curtains === 2) expect(await faults(page, { hexes: true }), 'the board').toEqual([]);
    } else {
      const did = await hasten(table);
      done.set(did, (done.get(did) ?? 0) + 1);
    }
  }
  await expect(table.outcome).toBeVisible();
  await expect(table.outcome).toContainText('units lost');
  for (const like of ['plan', 'activate', 'fire']) expect(done.get(like) ?? 0, like).toBeGreaterThan(3);
  expect(curtains).toBeGreaterThan(5);
  expect(problems).toEqual([]);
});

test('a player plays a training scenario of Assault against the bot to its end', async ({ page }) => {
  test.setTimeout(240_000);
  await hurry(page);
  const table = await Table.open(page, 'alone-us', '3', 'training-1-the-farm', 'assault');
  for (let action = 0; action < 300 && !(await table.outcome.isVisible()); action += 1) {
    await expect(table.choices().or(table.outcome).first()).toBeVisible({ timeout: 30_000 });
    if (await table.outcome.isVisible()) break;
    await hasten(table);
  }
  await expect(table.outcome).toBeVisible();
  // A shared screen is covered, a player of his own is not.
  await expect(page.getByTestId('curtain')).toBeHidden();
  // The log tells dice with symbols, and every line of fire names its rule.
  await table.outcome.getByRole('button', { name: 'Look at the board' }).click();
  await expect(page.locator('.dice[data-sides="0"]').first()).toBeVisible();
});
