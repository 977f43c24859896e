import { expect, test, type Page } from '@playwright/test';

import { begin, goTo } from './begin';
import { freePort, start } from './program.mjs';
import { hurry, pastBriefing, Table } from './table';

// How the main screens look. The pictures are in e2e/looks; after a wanted change `npx playwright test looks
// --update-snapshots` makes them anew. The client takes the fonts of the machine it runs on, so the pictures name
// theirs, which tools/setup installs. Two machines still differ in the edges of letters, so a few pixels may: a part
// that is gone, covered, moved or in the wrong colours changes far more of them.

test.describe.configure({ mode: 'serial' });

let address = '';
let stop: () => Promise<void> = () => Promise.resolve();

// A program of its own: what other tests have left would be on the start page.
test.beforeAll(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  stop = await start((data) => ['play', '--no-open', '--port', String(port), '--data', data], address);
});

test.afterAll(() => stop());

/** How much of a screen may differ: of a board, where few letters are, little; of a sheet, as much as another version of a font changes. */
const BOARD = 0.012;
const SHEET = 0.05;

/** The fonts of the pictures, as variables of the style sheet. */
const FONTS = { '--slab': 'DejaVu Serif', '--sans': 'DejaVu Sans', '--narrow': 'Liberation Sans Narrow' };

/** Compares the screen once its pictures and letters are there. */
async function looksLike(page: Page, name: string, maxDiffPixelRatio = BOARD): Promise<void> {
  await page.evaluate(async (fonts) => {
    for (const [variable, font] of Object.entries(fonts)) document.documentElement.style.setProperty(variable, font);
    await document.fonts.ready;
    await Promise.all([...document.images].filter(({ complete }) => !complete).map((image) => image.decode()));
  }, FONTS);
  await expect(page.locator('.banner')).toHaveCount(0);
  // A slow machine shows the counters before it has drawn the map below them.
  if ((await page.locator('.world').count()) > 0)
    await expect(page.locator('.world [data-sharp]').first()).toBeAttached();
  await expect(page).toHaveScreenshot(`${name}.png`, {
    maxDiffPixelRatio,
    caret: 'hide',
    animations: 'disabled',
    timeout: 15_000,
  });
}

/** Chooses a scenario and how it is played, and goes as far as the briefing. */
async function briefed(page: Page, game: string, scenario: string, mode: string): Promise<void> {
  const info = await begin(page, { game, scenario, mode, seed: '7', at: address });
  await goTo(page, info, { at: address, briefing: true });
  await expect(page.getByTestId('briefing')).toBeVisible();
}

test('the start page and the settings', async ({ page }) => {
  await page.goto(address);
  await expect(page.getByTestId('play-now')).toHaveCount(3);
  await looksLike(page, 'start', SHEET);
  await page.goto(`${address}/#/settings`);
  await expect(page.getByTestId('settings-panel')).toBeVisible();
  await looksLike(page, 'settings', SHEET);
});

test('the aid', async ({ page }) => {
  await page.goto(`${address}/#/aid/divisions`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await looksLike(page, 'aid', SHEET);
});

test('Divisions: briefing, board and debriefing', async ({ page }) => {
  test.setTimeout(240_000);
  await briefed(page, 'divisions', 'tiger-in-the-open', 'hot-seat');
  await looksLike(page, 'divisions-briefing', SHEET);
  await pastBriefing(page);
  const table = new Table(page);
  await table.pressOn();
  await looksLike(page, 'divisions-board');
  // Nobody does anything: the end is the same whatever the dice say.
  for (let n = 0; n < 120 && !(await table.outcome.isVisible()); n += 1) await table.pressOn();
  await expect(table.outcome).toBeVisible();
  await looksLike(page, 'divisions-debriefing', SHEET);
});

test('Open Fire: the platoon and the board, also in the dark and on a phone', async ({ page }) => {
  await hurry(page);
  await briefed(page, 'open-fire', 'training', 'alone-us');
  await pastBriefing(page);
  const table = new Table(page);
  await expect(page.getByTestId('muster')).toBeVisible();
  await looksLike(page, 'open-fire-platoon', SHEET);
  await table.acting(() => page.getByTestId('muster').locator('[data-action="generate sample"]').click());
  await expect(page.getByRole('article', { name: 'Paragraph 001' })).toBeVisible();
  await looksLike(page, 'open-fire-board');
  await page.evaluate(() => localStorage.setItem('opfire.theme', 'dark'));
  await page.reload();
  await expect(table.choices().first()).toBeVisible();
  await looksLike(page, 'open-fire-dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(table.choices().first()).toBeVisible();
  await looksLike(page, 'open-fire-phone');
});

test('Assault: the board', async ({ page }) => {
  await briefed(page, 'assault', 'training-1-the-farm', 'alone-us');
  await pastBriefing(page);
  await expect(page.locator('[data-unit]').first()).toBeVisible();
  await looksLike(page, 'assault-board');
});
