import { expect, test, type Page } from '@playwright/test';

import { faults } from './axe';
import { begin, goTo } from './begin';
import { hurry, pastBriefing, Table } from './table';

// axe on every page and in every state of a table, in all colours. What a single feature adds is looked at in its own
// test, too.

const THEMES = ['lamp', 'light', 'dark', 'printed'] as const;

/** One scenario of each game, and who plays it. */
const GAMES = [
  ['divisions', 'tiger-in-the-open', 'alone-german'],
  ['open-fire', 'training', 'alone-us'],
  ['assault', 'training-1-the-farm', 'alone-us'],
] as const;

/** Nothing is wrong with what the screen shows now. */
async function clean(page: Page, what: string, hexes = false): Promise<void> {
  // The banner that says who decides goes by itself.
  await expect(page.locator('.banner')).toHaveCount(0);
  expect.soft(await faults(page, { hexes }), what).toEqual([]);
}

/** Takes other colours, as the settings do; a page reads them when it is opened. */
async function wear(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.evaluate((name) => localStorage.setItem('opfire.theme', name), theme);
  await page.reload();
}

/** Lays out a scenario, as far as the briefing. */
async function layOut(page: Page, game: string, scenario: string, mode: string): Promise<void> {
  await goTo(page, await begin(page, { game, scenario, mode, seed: '7' }), { briefing: true });
  await expect(page.getByTestId('to-the-table')).toBeVisible();
}

/** Presses on until something is on the screen. */
async function pressUntil(page: Page, table: Table, wanted: string): Promise<void> {
  const there = page.locator(wanted);
  for (let n = 0; n < 60 && (await there.count()) === 0; n += 1) {
    await expect(table.choices().or(there).or(page.getByTestId('deed')).first()).toBeVisible();
    if ((await there.count()) > 0) return;
    if (await page.getByTestId('deed').isVisible()) await page.keyboard.press('Escape');
    else await table.pressOn();
  }
  await expect(there.first()).toBeVisible();
}

test('the start page, the scenarios, the settings and the aid, in all colours', async ({ page }) => {
  test.setTimeout(240_000);
  for (const theme of THEMES) {
    await page.goto('/');
    await wear(page, theme);
    await expect(page.getByTestId('play-now')).toHaveCount(3);
    await clean(page, `the games, ${theme}`);
    for (const game of ['assault', 'open-fire']) {
      await page.goto(`/#/game/${game}`);
      await expect(page.getByTestId('start')).toBeVisible();
      await clean(page, `the scenarios of ${game}, ${theme}`);
    }
    await page.goto('/#/settings');
    await expect(page.getByTestId('settings-panel')).toBeVisible();
    await clean(page, `the settings, ${theme}`);
    await page.goto('/#/aid/assault');
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    await clean(page, `the aid, ${theme}`);
    const dark = page.getByRole('button', { name: 'Dark', exact: true });
    if (!(await dark.isVisible())) continue;
    await dark.click();
    await clean(page, `the dark aid, ${theme}`);
    await dark.click();
  }
});

for (const [game, scenario, mode] of GAMES) {
  test(`${game}: briefing, board and column, in all colours`, async ({ page }) => {
    test.setTimeout(300_000);
    await hurry(page);
    await layOut(page, game, scenario, mode);
    await clean(page, 'the briefing');
    await pastBriefing(page);
    const table = new Table(page);
    const muster = page.getByTestId('muster').locator('[data-action="generate sample"]');
    if (await muster.isVisible()) {
      await clean(page, 'the muster');
      await table.acting(() => muster.click());
    } else await table.pressOn();
    for (const theme of THEMES) {
      await wear(page, theme);
      await expect(table.choices().first()).toBeVisible();
      await clean(page, `the board, ${theme}`, theme === 'lamp');
      await page.keyboard.press('b');
      await expect(page.getByTestId('what-wins')).toBeVisible();
      await clean(page, `the briefing, ${theme}`);
      await page.keyboard.press('Escape');
    }
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await clean(page, (await tab.textContent()) ?? '');
    }
  });
}

test('the dialogs, the replay and the debriefing of a table', async ({ page }) => {
  test.setTimeout(240_000);
  const table = await Table.open(page, 'hot-seat');
  await table.pressOn();
  for (const [key, what] of [
    ['?', 'keys and help'],
    ['s', 'the settings'],
    ['b', 'the briefing'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toBeVisible();
    await clean(page, what);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.getByTestId('table-menu').click();
  await clean(page, 'the table menu');
  await page.keyboard.press('Escape');
  await pressUntil(page, table, '[data-testid="outcome"]');
  await clean(page, 'the debriefing');
  await page.keyboard.press('Escape');
  await clean(page, 'a game that is over');
  for (const theme of THEMES) {
    await wear(page, theme);
    await expect(table.outcome).toBeVisible();
    await clean(page, `the debriefing, ${theme}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await expect(page.getByTestId('replay')).toBeVisible();
    await clean(page, `the replay, ${theme}`);
  }
});

test("the others' turn, in all colours, with its dice", async ({ page }) => {
  test.setTimeout(240_000);
  await layOut(page, 'assault', 'training-1-the-farm', 'alone-us');
  await pastBriefing(page);
  const table = new Table(page);
  await pressUntil(page, table, '[data-testid="deed"][data-kind="shot"]');
  await page.getByRole('button', { name: 'Why?' }).click();
  for (const theme of THEMES) {
    // The bar stays where it is: the colours change under it.
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    await clean(page, `a deed, ${theme}`);
  }
});

test('a guide, its list of steps, and the curtain', async ({ page }) => {
  await page.goto('/');
  await page.locator('[data-game="open-fire"]').getByTestId('learn').click();
  await expect(page.getByTestId('guide')).toBeVisible();
  await clean(page, 'the guide');
  await page.getByRole('button', { name: 'All steps' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await clean(page, 'the steps');
  await page.goto('/#/game/divisions');
  await page.locator('[data-game="divisions"]').getByTestId('learn').or(page.getByTestId('learn')).first().click();
  await expect(page.getByTestId('guide')).toBeVisible();
  await page.getByTestId('guide-go-on').click();
  // Pointed at, its buttons can still be read.
  await page.getByTestId('guide-skip').hover();
  await clean(page, 'a step');

  await layOut(page, 'assault', 'blue-beach', 'hot-seat');
  await page.getByTestId('to-the-table').click();
  await expect(page.getByTestId('curtain')).toBeVisible();
  await clean(page, 'the curtain');
});

test('the map room and the sight tool, in all colours', async ({ page }) => {
  test.setTimeout(180_000);
  for (const theme of THEMES) {
    await page.goto('/');
    await wear(page, theme);
    await page.goto('/#/map/open-fire/border');
    await expect(page.locator('.world [data-sharp]').first()).toBeAttached();
    await page.keyboard.press('l');
    await page.mouse.click(400, 300);
    await page.mouse.click(700, 520);
    await expect(page.locator('[data-fare]').first()).toBeAttached();
    await clean(page, `a line of sight, ${theme}`);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const [game, scenario, mode] of GAMES) {
    test(`${game}: board, sheets and the others' turn`, async ({ page }) => {
      test.setTimeout(240_000);
      await layOut(page, game, scenario, mode);
      await clean(page, 'the briefing');
      await pastBriefing(page);
      const table = new Table(page);
      const muster = page.getByTestId('muster').locator('[data-action="generate sample"]');
      if (await muster.isVisible()) await table.acting(() => muster.tap());
      else await table.pressOn();
      const deed = page.getByTestId('deed');
      for (let n = 0; n < 12 && !(await deed.isVisible()); n += 1) {
        await table.pressOnUnlessDeed();
        await expect(deed.or(table.choices().first()).first()).toBeVisible();
      }
      await expect(deed).toBeVisible();
      await clean(page, 'a deed');
      await page.keyboard.press('Escape');
      await expect(table.choices().first()).toBeVisible();
      await clean(page, 'the board');
      await page.getByRole('button', { name: 'Show or hide the side column' }).tap();
      for (const tab of await page.getByRole('tab').all()) {
        await tab.tap();
        await clean(page, (await tab.textContent()) ?? '');
      }
    });
  }
});
