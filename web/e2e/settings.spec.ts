import { expect, test, type Page } from '@playwright/test';

import { faults } from './axe';
import { Table } from './table';

const THEMES = ['Lamp', 'Dark', 'Light', 'Printed map'] as const;

/** Chooses a value on the page or in the dialog of settings. */
async function choose(page: Page, title: string, value: string | RegExp): Promise<void> {
  await page.getByRole('group', { name: title }).getByRole('radio', { name: value, exact: true }).check();
}

const html = (page: Page) => page.locator('html');

for (const theme of THEMES) {
  test(`${theme}: every page can be read`, async ({ page }) => {
    await page.goto('/');
    await page.getByTestId('settings-link').click();
    await choose(page, 'Colours of the table', new RegExp(`^${theme}`));
    expect(await faults(page), 'settings').toEqual([]);
    for (const hash of ['/', '/#/game/open-fire', '/#/game/assault', '/#/map/divisions/steppe']) {
      await page.goto(hash);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      await expect(page.getByRole('link').first()).toBeVisible();
      expect(await faults(page), hash).toEqual([]);
    }
    const table = await Table.open(page, 'hot-seat');
    await table.pressOn();
    await expect(page.locator('.banner')).toHaveCount(0);
    for (const tab of ['Log', 'Panels', 'Units', 'Actions', 'Key']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await faults(page), tab).toEqual([]);
    }
    await page.keyboard.press('s');
    await expect(page.getByTestId('settings-dialog')).toBeVisible();
    expect(await faults(page), 'the dialog').toEqual([]);
  });
}

test('words grow, and the map does not', async ({ page }) => {
  await page.goto('/#/settings');
  const title = page.getByRole('heading', { name: 'Settings' });
  const height = async (): Promise<number> => (await title.boundingBox())?.height ?? 0;
  const before = await height();
  await choose(page, 'Size of words', 'Largest');
  expect(await height()).toBeGreaterThan(before * 1.25);
  const sizeOf = async (): Promise<number> => (await page.locator('[data-unit]').first().boundingBox())?.width ?? 0;
  await Table.open(page, 'hot-seat');
  const large = await sizeOf();
  await page.keyboard.press('s');
  await choose(page, 'Size of words', 'Normal');
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  // The whole board again: a little larger, because the bars around it have shrunk.
  expect(await sizeOf()).toBeGreaterThanOrEqual(large);
});

test('motion begins with what the system asks for', async ({ page, browser, baseURL }) => {
  await page.goto('/#/settings');
  await expect(html(page)).toHaveAttribute('data-motion', 'reduced');
  const context = await browser.newContext({ reducedMotion: 'no-preference', ...(baseURL == null ? {} : { baseURL }) });
  const other = await context.newPage();
  await other.goto('/#/settings');
  await expect(html(other)).toHaveAttribute('data-motion', 'full');
  await choose(other, 'Motion', /^Off/);
  await other.reload();
  await expect(html(other)).toHaveAttribute('data-motion', 'off');
  await context.close();
});

test('everything is set by keyboard', async ({ page }) => {
  await page.goto('/#/settings');
  await page.getByRole('radio', { name: /^Lamp/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  const groups = await page.getByTestId('settings-panel').locator('[data-setting]').count();
  const reached = new Set<string>();
  for (let n = 0; n < groups + 3; n += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(
      () => document.activeElement?.closest('[data-setting]')?.getAttribute('data-setting') ?? '',
    );
    if (name !== '') reached.add(name);
    await page.keyboard.press('Space');
  }
  // All but the first, where the way began.
  expect(reached.size).toBe(groups - 1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the settings fit, with the largest words too', async ({ page }) => {
    await page.goto('/#/settings');
    for (const size of ['Normal', 'Largest']) {
      await choose(page, 'Size of words', size);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, size).toBeLessThanOrEqual(390);
    }
    expect(await faults(page)).toEqual([]);
  });
});
