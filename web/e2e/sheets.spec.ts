import { expect, test, type Page } from '@playwright/test';

import { faults } from './axe';

/** The page as a printer gets it. */
async function printed(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByTestId('print')).toBeHidden();
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((one) => one.checkVisibility() && one.childElementCount === 0 && one.textContent?.trim() !== '')
      .filter((one) => one.closest('[data-sheet]') == null)
      .map((one) => one.textContent),
  );
  expect(shown, 'nothing but the sheets').toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, 'nothing beyond the edge').toBeLessThanOrEqual(0);
}

/** How many pages it takes. */
async function pages(page: Page, format: 'A4' | 'Letter'): Promise<number> {
  const pdf = (await page.pdf({ format })).toString('latin1');
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

for (const { game, scenario, sheets, units, most } of [
  {
    game: 'divisions',
    scenario: 'tiger-in-the-open',
    sheets: 2,
    units: ['Tiger company', 'KV-2 company', 'T-34 company', 'AT gun company'],
    most: 2,
  },
  { game: 'assault', scenario: 'training-1-the-farm', sheets: 2, units: ['Rifle squad 1', 'Rifle squad 4'], most: 2 },
  { game: 'assault', scenario: 'road-block', sheets: 2, units: ['Draw 2 of these 6 formations', 'if drawn'], most: 12 },
  { game: 'open-fire', scenario: 'training', sheets: 1, units: ['Machinegun KO', 'Rounds'], most: 1 },
]) {
  test(`${game}, ${scenario}: blank sheets hold the units of the scenario and print by themselves`, async ({
    page,
  }) => {
    await page.goto(`/#/game/${game}/${scenario}`);
    await page.getByTestId('blank-sheets').click();
    await expect(page.locator('[data-sheet]')).toHaveCount(sheets);
    for (const unit of units) await expect(page.getByTestId('sheets')).toContainText(unit);
    expect(await faults(page)).toEqual([]);
    await page.setViewportSize({ width: 718, height: 1000 });
    await printed(page);
    for (const format of ['A4', 'Letter'] as const) expect(await pages(page, format), format).toBeLessThanOrEqual(most);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 390, height: 844 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, 'it can be read on a phone').toBeLessThanOrEqual(390);
  });
}
