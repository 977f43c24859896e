import { expect, test, type Page } from '@playwright/test';

import { faults } from './axe';
import { hurry } from './table';

/** The guided game as a newcomer plays it: by doing what the panel asks for, with what is lit. */
class Pupil {
  constructor(readonly page: Page) {}

  static async learn(page: Page, game: string): Promise<Pupil> {
    await page.addInitScript(() => localStorage.setItem('opfire.stop-after-each', 'off'));
    await hurry(page);
    await page.goto('/');
    await page.locator(`[data-game="${game}"]`).getByTestId('learn').click();
    await expect(page.getByTestId('guide')).toBeVisible();
    return new Pupil(page);
  }

  get panel() {
    return this.page.getByTestId('guide');
  }

  async step(): Promise<number> {
    return Number(await this.panel.getAttribute('data-step'));
  }

  /** How many steps the guide has. */
  async length(): Promise<number> {
    return Number(/of (\d+)/.exec((await this.panel.textContent()) ?? '')?.[1]);
  }

  private async seq(): Promise<string> {
    const prompt = this.page.getByTestId('prompt');
    return (await prompt.count()) === 0 ? '' : ((await prompt.getAttribute('data-seq')) ?? '');
  }

  /** Does what is asked, as it is lit, and waits until the guide or the game has gone on. */
  async obey(): Promise<void> {
    const before = `${await this.step()} ${await this.seq()}`;
    await expect(async () => {
      if (`${await this.step()} ${await this.seq()}` === before) await this.press();
      expect(`${await this.step()} ${await this.seq()}`).not.toBe(before);
    }).toPass({ intervals: [150, 300], timeout: 60_000 });
  }

  private async press(): Promise<void> {
    const { page } = this;
    const read = page.getByTestId('guide-go-on').or(page.getByTestId('guide-skip'));
    if (await read.isVisible()) return read.click();
    const button = page.locator('.dock [data-action], .muster [data-action]').first();
    if (await button.isVisible()) return button.click();
    // A move: the lit hex that can be reached.
    const [last] = (
      await page.locator('[data-guided]').evaluateAll((all) => all.map((one) => one.dataset['guided']))
    ).filter((hex) => hex != null);
    const reach = await page.locator('[data-reach]').evaluateAll((all) => all.map((one) => one.dataset['reach']));
    const hex = reach.includes(last) ? last : reach.at(-1);
    if (hex != null) await page.locator(`[data-hex="${hex}"]`).click({ force: true });
  }
}

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
