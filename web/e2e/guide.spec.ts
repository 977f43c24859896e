import { expect, test } from '@playwright/test';

import { faults } from './axe';
import { Pupil } from './pupil';

for (const game of ['divisions', 'assault', 'open-fire']) {
  test(`somebody who follows the guide of ${game} gets to its end`, async ({ page }) => {
    test.setTimeout(300_000);
    const pupil = await Pupil.learn(page, game);
    const steps = await pupil.length();
    expect(steps).toBeGreaterThan(10);
    const seen = new Set<number>();
    while ((await pupil.step()) < steps) {
      seen.add(await pupil.step());
      await pupil.obey();
    }
    expect(seen.size, 'every step was asked').toBe(steps);
    // A finished guide is not the first thing any more, and can be looked up.
    await page.goto(`/#/game/${game}`);
    await expect(page.getByRole('heading', { name: 'What you have learned' })).toBeVisible();
    await page.getByText('Look a lesson up').click();
    await expect(page.getByTestId('lessons').locator('summary')).toHaveCount(steps);
    await page.goto('/');
    await expect(page.locator(`[data-game="${game}"]`).getByTestId('play-now')).toBeVisible();
    await expect(page.locator(`[data-game="${game}"]`).getByTestId('learn')).toHaveCount(0);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the panel leaves the board and its units in sight', async ({ page }) => {
    const pupil = await Pupil.learn(page, 'divisions');
    for (let n = 0; n < 4; n += 1) {
      const box = await pupil.panel.boundingBox();
      expect(box?.width).toBeLessThanOrEqual(390);
      expect(box?.height).toBeLessThan(844 / 2);
      const lit = page.locator('[data-guided]').first();
      if ((await lit.count()) > 0) {
        await expect(async () => {
          const hex = await lit.boundingBox();
          const now = await pupil.panel.boundingBox();
          expect((hex?.y ?? 0) + (hex?.height ?? 0) / 2).toBeLessThan(now?.y ?? 0);
        }).toPass();
      }
      await pupil.obey();
    }
    expect(await faults(page)).toEqual([]);
  });
});
