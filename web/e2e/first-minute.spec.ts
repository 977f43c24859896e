import { expect, test, type Page } from '@playwright/test';

import { faults } from './axe';
import { Table } from './table';

// Somebody who has never been here: from the start page to a first decision, and from the end of a game to the next
// one.

const GAMES = ['Divisions', 'Open Fire', 'Assault'] as const;

/** The card of a game on the start page. */
const card = (page: Page, game: string) => page.getByRole('article', { name: game });

/** The first click. */
async function playNow(page: Page, game: string): Promise<void> {
  await page.goto('/');
  await card(page, game).getByRole('button', { name: 'Play now' }).click();
  await expect(page.getByTestId('briefing')).toBeVisible();
}

const tableOf = (page: Page): string => /table\/([^?]+)/.exec(page.url())?.[1] ?? '';

for (const game of GAMES) {
  test(`two clicks lead to a first decision in ${game}`, async ({ page }) => {
    await page.goto('/');
    const button = card(page, game).getByRole('button', { name: 'Play now' });
    // Nobody has to scroll for it.
    await expect(button).toBeInViewport({ ratio: 1 });
    await expect(card(page, game)).toContainText('How long');
    await button.click();
    const briefing = page.getByTestId('briefing');
    await expect(briefing.getByRole('img').first()).toBeVisible();
    await expect(briefing).toContainText('What wins');
    await expect(page.getByTestId('to-the-table')).toBeInViewport({ ratio: 1 });
    expect(await faults(page), 'the briefing').toEqual([]);
    await page.getByTestId('to-the-table').click();
    await expect(briefing).toBeHidden();
    const offered = new Table(page).choices().or(page.getByTestId('muster').locator('[data-action]'));
    await expect(offered.first()).toBeVisible();
  });
}

test('what was laid out and not begun is taken up again, and its briefing is read once', async ({ page }) => {
  await playNow(page, 'Divisions');
  const first = tableOf(page);
  await page.getByTestId('to-the-table').click();
  await page.reload();
  await expect(new Table(page).prompt).toBeVisible();
  await expect(page.getByTestId('briefing')).toHaveCount(0);
  await page.goto('/');
  await card(page, 'Divisions').getByRole('button', { name: 'Play now' }).click();
  await expect(new Table(page).prompt).toBeVisible();
  expect(tableOf(page)).toBe(first);
});

test('the first minute needs no mouse', async ({ page }) => {
  await page.goto('/');
  const button = card(page, 'Divisions').getByRole('button', { name: 'Play now' });
  await expect(button).toBeEnabled();
  for (let n = 0; n < 40 && !(await button.evaluate((one) => one === document.activeElement)); n += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('to-the-table')).toBeFocused();
  await page.keyboard.press('Enter');
  const table = new Table(page);
  await expect(page.getByTestId('briefing')).toBeHidden();
  await table.key('Enter');
  // The briefing can be read again, and is still that of the beginning.
  await page.keyboard.press('b');
  await expect(page.getByTestId('what-wins')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('briefing')).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  const narrow = async (page: Page, what: string): Promise<void> => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, what).toBeLessThanOrEqual(390);
  };

  test('nothing has to be hunted for', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByTestId('play-now').first()).toBeInViewport({ ratio: 1 });
    await narrow(page, 'the games');
    await page.goto('/#/game/open-fire');
    // However long the list of scenarios is.
    await expect(page.getByTestId('start')).toBeInViewport({ ratio: 1 });
    await narrow(page, 'the scenarios');
    await page.getByTestId('start').tap();
    await expect(page.getByTestId('to-the-table')).toBeInViewport({ ratio: 1 });
    await narrow(page, 'the briefing');
    expect(await faults(page), 'the briefing').toEqual([]);
    await page.getByTestId('to-the-table').tap();
    await expect(page.getByTestId('muster')).toBeVisible();
  });
});

test('a game is debriefed, seen again, and played again', async ({ page }) => {
  test.setTimeout(240_000);
  await page.addInitScript(() => {
    localStorage.setItem('opfire.pace', 'instant');
    localStorage.setItem('opfire.stop-after-each', 'off');
  });
  const table = await Table.open(page, 'alone-german');
  for (let action = 0; action < 300 && !(await table.outcome.isVisible()); action += 1) {
    await expect(table.choices().or(table.outcome).first()).toBeVisible();
    if (await table.outcome.isVisible()) break;
    if (!(await table.fire())) await table.pressOn();
  }
  const { outcome } = table;
  await expect(outcome.getByTestId('luck').first()).toContainText('with known odds');
  await expect(outcome.getByTestId('losses')).toContainText('Germany');
  expect(await faults(page), 'the debriefing').toEqual([]);

  // A decisive moment leads into the replay.
  const moment = outcome.getByTestId('moments').locator('[data-moment]').first();
  const seq = (await moment.getAttribute('data-moment')) ?? '';
  await moment.click();
  await expect(page.getByTestId('replay').getByRole('slider')).toHaveValue(seq);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await table.dock.getByRole('button', { name: 'Result' }).click();
  await expect(outcome.getByTestId('next-scenario')).toContainText('The Bridge at Rzhavets');

  const before = tableOf(page);
  await outcome.getByTestId('play-again').click();
  await expect(outcome).toBeHidden();
  await expect(table.prompt).toHaveAttribute('data-seq', '0');
  expect(tableOf(page)).not.toBe(before);
  // Who plays it again knows the briefing.
  await expect(page.getByTestId('briefing')).toHaveCount(0);
  await table.pressOn();
});
