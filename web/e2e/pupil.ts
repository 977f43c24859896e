import { expect, type Page } from '@playwright/test';

import { hurry } from './table';

/** The guided game as a newcomer plays it: by doing what the panel asks for, with what is lit. */
export class Pupil {
  constructor(readonly page: Page) {}

  /** `at` is where the page is, if it is not that of the program of this worker. */
  static async learn(page: Page, game: string, at = '/'): Promise<Pupil> {
    await page.addInitScript(() => localStorage.setItem('opfire.stop-after-each', 'off'));
    await hurry(page);
    await page.goto(at);
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
