import { execFileSync } from 'node:child_process';

import { expect, test, type Page } from '@playwright/test';

import { Table } from './table';

/** Where the platoon of the training mission comes in and leaves. */
const ROAD = '4101';
/** A farm down the road, with an event marker: who has it in sight finds something. */
const FARM = '4003';
/** Marches after which the platoon goes home even if it has found nobody. */
const FAR = 12;
/** A mission takes fewer actions; a fight of more than twenty rounds may be broken off. */
const MOST = 400;

/** A platoon leader who plays by the list of actions. */
class Leader {
  /** Shots and hexes entered in rounds. */
  deeds = 0;
  /** Turns taken in rounds. */
  turns = 0;
  private drives = 0;
  private marches = 0;

  constructor(
    readonly page: Page,
    readonly table: Table,
  ) {}

  /** What the list of actions offers, group after group. */
  async offers(): Promise<string[]> {
    const list = this.page.getByRole('tabpanel').locator('[data-action]');
    return list.evaluateAll((all) => all.map((one) => one.dataset['action'] ?? ''));
  }

  /** Does what the list calls `action`. */
  async take(action: string): Promise<void> {
    const list = this.page.getByRole('tabpanel');
    const button = list.locator(`[data-action="${action}"]`);
    // A long list is folded: a group for each unit.
    const folded = list.locator('details:not([open])').filter({ has: this.page.locator(`[data-action="${action}"]`) });
    if ((await folded.count()) > 0) await folded.locator('summary').click();
    await this.table.acting(() => button.click());
  }

  /** Fires if anybody can, comes in or drives on a few times in a fight, and goes home when nobody is left to fight. */
  choose(offers: readonly string[]): string {
    const first = (...wanted: string[]): string | undefined =>
      wanted.map((one) => offers.find((offer) => `${offer} `.startsWith(`${one} `))).find((offer) => offer != null);
    if (offers.includes('done')) {
      this.turns += 1;
      const move = this.drives < 4 ? first('enter', 'forward', 'drive slow') : undefined;
      const fire = first('fire ap', 'fire gp', 'guns');
      if (fire == null && move != null) this.drives += 1;
      if (fire != null || (move != null && move !== 'drive slow')) this.deeds += 1;
      return fire ?? move ?? 'done';
    }
    const next = first('call-off', 'german', 'begin', 'peer', 'answer', 'enter');
    const exit = this.homeward() ? first('exit') : undefined;
    const chosen = next ?? exit ?? this.march(offers) ?? offers.at(-1);
    if (chosen == null) throw new Error('nothing is offered');
    return chosen;
  }

  private homeward(): boolean {
    return this.turns > 0 || this.marches > FAR;
  }

  /** To the farm, then to the road: the way whose end is nearest. */
  private march(offers: readonly string[]): string | undefined {
    const goal = this.homeward() ? ROAD : FARM;
    this.marches += 1;
    const off = (offer: string): number => {
      const hex = offer.slice(-4);
      const across = Math.abs(Number(hex.slice(0, 2)) - Number(goal.slice(0, 2)));
      return across + Math.abs(Number(hex.slice(2)) - Number(goal.slice(2)));
    };
    return offers.filter((offer) => offer.startsWith('march ')).toSorted((a, b) => off(a) - off(b))[0];
  }
}

test('a platoon is put together, comes in and plays the training mission to its end', async ({ page }, info) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(10_000);
  await page.addInitScript(() => localStorage.setItem('opfire.pace', 'instant'));
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Games' }).getByRole('link', { name: 'Open Fire' }).click();
  await page.locator('[data-scenario="training"]').click();
  await page.getByTestId('alone-us').click();
  await page.getByText('Seed of the dice').click();
  await page.getByLabel('Seed', { exact: true }).fill('7');
  await page.getByTestId('start').click();
  const table = new Table(page);
  const leader = new Leader(page, table);
  await expect(table.prompt).toContainText('Take the platoon of the sample sheet');
  const press = (action: string): Promise<void> =>
    table.acting(() => table.dock.locator(`[data-action="${action}"]`).click());
  const tab = (name: string): Promise<void> => page.getByRole('tab', { name, exact: true }).click();
  const panel = page.getByRole('tabpanel');

  // The platoon: quality, crews, ratings, vehicles, rounds.
  await press('generate quality');
  await expect(table.prompt).toContainText('Buy crews');
  await press('buy crew 3c');
  await tab('Actions');
  await leader.take('buy crew 1');
  await leader.take('return crew 1');
  await leader.take('buy crew 2');
  await press('generate ratings');
  await expect(table.prompt).toContainText('Buy vehicles');
  await leader.take('buy vehicle a m4a3');
  await leader.take('buy vehicle b m10');
  await leader.take('buy rounds a');
  await leader.take('buy rounds b');
  await tab('Panels');
  await expect(panel).toContainText('Crew A');
  await expect(panel).toContainText('M4A3, 5 rounds');
  await press('ready');

  // Onto the map: the hex is picked, then who comes.
  await expect(table.prompt).toContainText('Bring your platoon onto the map');
  await tab('Actions');
  await page.keyboard.press('f');
  await page.locator(`[data-hex="${ROAD}"]`).click();
  const menu = page.getByTestId('choice-menu');
  await table.acting(() => menu.locator(`[data-action="enter a ${ROAD}"]`).click());
  await expect(page.locator('[data-unit="a"]')).toHaveAttribute('data-in', ROAD);
  await expect(page.locator('[data-unit]')).toHaveCount(1);
  // Its record sheet lies beside the map.
  await tab('Panels');
  await expect(panel.getByRole('heading', { name: 'A M4A3' })).toBeVisible();
  await expect(panel).toContainText('Driving skill');
  await tab('Actions');

  // The mission, until it is over one way or the other.
  for (let n = 0; n < MOST && !(await table.outcome.isVisible()); n += 1) {
    const action = leader.choose(await leader.offers());
    await leader.take(action);
  }
  await expect(table.outcome.getByRole('heading')).toHaveText(/Mission accomplished|The mission has failed/);
  await expect(table.outcome).toContainText('9 were needed');
  await expect(page.getByText('Not done:')).toHaveCount(0);
  expect(leader.deeds).toBeGreaterThan(0);

  // The file of the game is what the command line accepts.
  await table.outcome.getByRole('button', { name: 'Look at the board' }).click();
  await page.getByTestId('table-menu').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the game file' }).click(),
  ]);
  const file = info.outputPath('game.json');
  await download.saveAs(file);
  const said = execFileSync(process.env['OPFIRE_BIN'] ?? '', ['replay', file, '--verify'], { encoding: 'utf8' });
  expect(said).toContain('all as recorded');
});
