import { expect, test, type Page } from '@playwright/test';

import { pastBriefing } from './table';

const STACKS = [
  { game: 'divisions', scenario: 'tiger-in-the-open', mode: 'hot-seat' },
  { game: 'assault', scenario: 'training-1-the-farm', mode: 'alone-us' },
];

/** Opens a game with a stack on its board, and says in which hex it is. */
async function stackOf(page: Page, { game, scenario, mode }: (typeof STACKS)[number]): Promise<string> {
  await page.goto(`/#/game/${game}/${scenario}`);
  await page.getByTestId(mode).click();
  await page.getByTestId('start').click();
  await pastBriefing(page);
  await expect(page.locator('[data-unit] .count').first()).toBeVisible();
  await expect(page.locator('.banner')).toHaveCount(0);
  return (await page.locator('[data-unit]:has(.count)').first().getAttribute('data-in')) ?? '';
}

/** Whether no counter of a hex covers another. */
async function expectFanned(page: Page, hex: string): Promise<void> {
  const units = page.locator(`[data-unit][data-in="${hex}"]`);
  await expect(async () => {
    const boxes = await units.evaluateAll((all) =>
      all.map((one) => {
        const { x, y, width } = one.getBoundingClientRect();
        return { x, y, width };
      }),
    );
    expect(boxes.length).toBeGreaterThan(1);
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThan(one.width * 0.95);
      }
    }
  }).toPass({ timeout: 10_000 });
  await expect(units.locator('.count')).toHaveCount(0);
}

for (const one of STACKS) {
  test(`${one.game}: a stack fans out under the pointer and under the keys`, async ({ page }) => {
    const hex = await stackOf(page, one);
    await page.locator(`[data-unit][data-in="${hex}"]`).last().hover({ force: true });
    await expectFanned(page, hex);
    await page.mouse.move(5, 5);
    await expect(page.locator(`[data-unit][data-in="${hex}"] .count`)).toHaveCount(1);
    await page.locator(`[data-hex="${hex}"]`).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await expectFanned(page, hex);
  });

  test(`${one.game}: a stack fans out under a finger`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      ...(baseURL == null ? {} : { baseURL }),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    const hex = await stackOf(page, one);
    await page.locator(`[data-unit][data-in="${hex}"]`).last().tap({ force: true });
    await expectFanned(page, hex);
    await context.close();
  });
}
