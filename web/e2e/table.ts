import { expect, type Locator, type Page } from '@playwright/test';

import { begin, goTo } from './begin';

export const SCENARIO = 'tiger-in-the-open';

/** Starts what is set up, and goes past the briefing, if there is one: bots have none. */
export async function sitDown(page: Page): Promise<void> {
  await page.getByTestId('start').click();
  await pastBriefing(page);
}

/** From the briefing to the board, once the table is there. */
export async function pastBriefing(page: Page): Promise<void> {
  await expect(page.getByTestId('prompt')).toBeVisible();
  const on = page.getByTestId('to-the-table');
  if (await on.isVisible()) await on.click();
}

/** No pauses between what others do. */
export const hurry = (page: Page): Promise<unknown> =>
  page.addInitScript(() => localStorage.setItem('opfire.pace', 'instant'));

/** Chooses the dice of a game that is being set up. */
export async function seedWith(page: Page, seed: string): Promise<void> {
  await page.getByText('Seed of the dice').click();
  await page.getByLabel('Seed', { exact: true }).fill(seed);
}

/** A mission of Open Fire, as far as the screen on which the platoon is put together. */
export async function openMission(page: Page, mission = 'training', seed = '7', at = ''): Promise<Table> {
  const info = await begin(page, { game: 'open-fire', scenario: mission, mode: 'alone-us', seed, at });
  await goTo(page, info, { at });
  await expect(page.getByTestId('muster')).toBeVisible();
  return new Table(page);
}

/** The same with the platoon from the sample sheet, on its way. */
export async function openOnTheRoad(page: Page): Promise<Table> {
  const table = await openMission(page);
  await table.acting(() => page.getByTestId('muster').locator('[data-action="generate sample"]').click());
  return table;
}

/** The screen as a player uses it: by clicking, tapping and pressing keys. */
export class Table {
  readonly prompt: Locator;
  readonly outcome: Locator;
  readonly dock: Locator;
  readonly log: Locator;

  constructor(readonly page: Page) {
    this.prompt = page.getByTestId('prompt');
    this.outcome = page.getByTestId('outcome');
    this.dock = page.getByRole('region', { name: 'What is asked' });
    this.log = page.getByTestId('log-entry');
  }

  /** The board of a new game. `mode` is what the quick set-up calls it; `at` is another program than the one of this worker. */
  static async open(
    page: Page,
    mode: string,
    seed = '7',
    scenario = SCENARIO,
    game = 'divisions',
    at = '',
  ): Promise<Table> {
    await goTo(page, await begin(page, { game, scenario, mode, seed, at }), { at });
    const table = new Table(page);
    await expect(table.prompt).toBeVisible();
    // Before the first units are set up there is nothing on the board but something to do.
    await expect(page.locator('[data-unit], [data-action]').first()).toBeVisible();
    // The whole board, so that every hex can be clicked. A thumb needs it larger.
    if ((page.viewportSize()?.width ?? 0) > 760) {
      // By its key: a game between quick bots may be over by now, with the dialog that says so in front.
      await page.keyboard.press('f');
    }
    return table;
  }

  async seq(): Promise<number> {
    return Number(await this.prompt.getAttribute('data-seq'));
  }

  /** Does something that must change the game, and waits until the screen shows it. The table may ask first whether a shot shall be given away. */
  async acting(what: () => Promise<void>): Promise<void> {
    const before = await this.seq();
    await what();
    const sure = this.dock.getByTestId('doubted').filter({ has: this.page.getByTestId('missed') });
    const now = async (): Promise<number> => {
      if (await sure.isVisible()) await sure.locator('[data-sure]').click();
      return this.seq();
    };
    await expect.poll(now, { intervals: [20, 50, 100] }).not.toBe(before);
  }

  /** The buttons for what is offered now, the way out last. */
  choices(): Locator {
    return this.dock.locator('[data-action]');
  }

  /** Draws, ends or passes: the default if there is one, else the last button. */
  async pressOn(): Promise<void> {
    const first = this.dock.locator('[data-action].primary');
    const button = (await first.count()) > 0 ? first.first() : this.choices().last();
    await this.acting(() => this.surely(() => button.click({ timeout: 10_000 })));
  }

  /** Draws, ends or passes, unless the other side's deed comes up before the button is pressed. */
  async pressOnUnlessDeed(): Promise<void> {
    const deed = this.page.getByTestId('deed');
    await this.pressOn().catch(async (error: unknown) => {
      if (!(await deed.isVisible())) throw error;
    });
  }

  /** Does something, and says yes if the table asks once more. */
  async surely(what: () => Promise<void>): Promise<void> {
    await what();
    const sure = this.dock.locator('[data-sure]');
    if (await sure.isVisible()) await sure.click();
  }

  /** Presses a key that must change the game. Just after the list has changed it does nothing, so a player presses again. */
  async key(key: string): Promise<void> {
    const before = await this.seq();
    await expect(async () => {
      if ((await this.seq()) === before) await this.page.keyboard.press(key);
      await expect.poll(() => this.seq(), { intervals: [20, 50, 100], timeout: 1500 }).not.toBe(before);
    }).toPass({ timeout: 30_000 });
  }

  /** Presses on until units can be selected to move. */
  async untilMoves(most = 30): Promise<Locator> {
    const ready = this.page.locator('[data-unit].ready');
    for (let n = 0; n < most; n += 1) {
      if ((await ready.count()) > 0 && (await this.selectMover())) return ready.first();
      await this.page.keyboard.press('Escape');
      await this.pressOn();
    }
    throw new Error('nobody could move');
  }

  /** Selects the first unit that can move; its reachable hexes light up. */
  async selectMover(): Promise<boolean> {
    const ready = this.page.locator('[data-unit].ready');
    const count = Math.min(await ready.count(), 3);
    for (let n = 0; n < count; n += 1) {
      await ready.nth(n).click({ force: true });
      if (await this.hasPlan()) return true;
      await this.page.keyboard.press('Escape');
    }
    return false;
  }

  /** Whether what is selected can move, once the server has said so. */
  async hasPlan(): Promise<boolean> {
    await expect(this.page.getByRole('application')).toHaveAttribute('aria-busy', 'false');
    return (await this.page.locator('[data-reach]').count()) > 0;
  }

  /** Clicks the n-th reachable hex that no counter covers: `bold` prefers those under fire, `safe` avoids them. */
  async moveTo(n = 0, bold = false, safe = false): Promise<void> {
    const occupied = await this.page.locator('[data-unit]').evaluateAll((all) => all.map((one) => one.dataset['in']));
    const watched = bold && (await this.page.locator('.watched').count()) > 0;
    const kind = watched ? '.watched' : safe ? ':not(.watched)' : '';
    const reach = this.page.locator(`[data-reach]${kind}`);
    const hexes = await reach.evaluateAll((all) => all.map((one) => one.dataset['reach']));
    const free = hexes.filter((hex) => !occupied.includes(hex));
    await this.acting(() => this.page.locator(`[data-hex="${free[n] ?? free[0]}"]`).click());
  }

  /** Fires the first shot that is offered by clicking shooter and target; says whether there was one. */
  async fire(): Promise<boolean> {
    const target = this.page.locator('[data-unit].target');
    if ((await target.count()) === 0) return false;
    const menu = this.page.getByTestId('choice-menu');
    const before = await this.seq();
    // The board may still be sliding into place when the pointer comes down, so a player tries again.
    await expect(async () => {
      if ((await this.seq()) !== before) return;
      await this.atRest(target.last());
      await target.last().click({ force: true });
      // Nobody was selected: the table asks who fires.
      if (await menu.isVisible()) await menu.locator('[data-action]').first().click();
      await expect.poll(() => this.seq(), { intervals: [20, 50, 100], timeout: 3000 }).not.toBe(before);
    }).toPass({ timeout: 30_000 });
    return true;
  }
  /** Waits until something stands still on the screen. */
  private async atRest(what: Locator): Promise<void> {
    let last = '';
    await expect(async () => {
      const now = JSON.stringify(await what.boundingBox());
      const still = now === last;
      last = now;
      expect(still).toBe(true);
    }).toPass({ intervals: [60] });
  }
}
