import { expect, test, type Locator, type Page } from '@playwright/test';

import { faults } from './axe';
import { begin, goTo } from './begin';
import { person } from './people';
import { serve } from './program.mjs';
import { hurry, Table } from './table';

// People throw the dice and type them; the program runs the game.

/** Begins a scenario with typed dice and goes to the table. */
async function open(page: Page, game: string, scenario: string, mode: string): Promise<Table> {
  await hurry(page);
  await goTo(page, await begin(page, { game, scenario, mode, dice: 'typed' }));
  const accept = page.getByTestId('accept');
  const curtain = page.getByTestId('curtain');
  await expect(page.locator('.dock').first()).toBeVisible();
  if (await curtain.isVisible()) await curtain.getByRole('button').click();
  if (mode === 'hot-seat') {
    await expect(page.getByTestId('prompt')).toBeHidden();
    await expect(accept).toHaveText('We all accept');
    await accept.click();
  }
  return new Table(page);
}

/** Types fours, on ten-sided dice or as a number. */
async function typeAny(panel: Locator): Promise<void> {
  const field = panel.locator('input[name="face"]');
  if (await field.isVisible()) {
    await field.fill('44');
    await field.press('Enter');
    return;
  }
  const slots = await panel.locator('.slot').count();
  for (let die = 0; die < slots; die += 1) await panel.locator('[data-face="4"]:enabled').first().click();
  await panel.getByTestId('throw-these').click();
}

const title = (page: Page) => page.getByTestId('dice-asked');

/** Answers what is asked for, and waits until something else is asked, or nothing. */
async function answer(page: Page, how: () => Promise<void>): Promise<void> {
  const panel = page.getByTestId('dice-panel');
  const [seq, known] = [await panel.getAttribute('data-seq'), await panel.getAttribute('data-known')];
  await how();
  await expect(page.locator(`[data-testid="dice-panel"][data-seq="${seq}"][data-known="${known}"]`)).toHaveCount(0);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('Open Fire: ten-sided dice with a thumb, and the enemy’s dice are asked for', async ({ page }) => {
    const table = await open(page, 'open-fire', 'training', 'alone-us');
    await page.getByTestId('muster').locator('[data-action="generate sample"]').tap();
    const sheet = page.getByRole('complementary', { name: 'Log and details' });
    await expect(sheet.getByRole('article', { name: 'Paragraph 001' })).toBeInViewport();
    await page.evaluate(() => document.getElementById('tab-actions')?.click());
    await sheet.getByRole('button', { name: 'Close' }).tap();
    const panel = page.getByTestId('dice-panel');
    const list = page.getByRole('tabpanel', { includeHidden: true }).locator('[data-action]');
    const way = ['peer', 'answer', 'enter a 4101', 'enter b 4101', 'march a 4102', 'march a 4003', 'march a', 'begin'];
    const asked = new Set<string>();
    for (let n = 0; n < 60 && asked.size < 3; n += 1) {
      if (!(await panel.isVisible())) {
        const offers = await list.evaluateAll((all) => all.map((one) => one.dataset['action'] ?? ''));
        const found = [...way, '']
          .map((one) => offers.find((offer) => offer.startsWith(one)))
          .find((one) => one != null);
        const button = list.and(page.locator(`[data-action="${found ?? ''}"]`)).first();
        if (found != null) await table.surely(() => button.dispatchEvent('click'));
        await page.waitForTimeout(150);
        continue;
      }
      const text = (await title(page).textContent()) ?? '';
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      for (const face of await panel.locator('.face').all()) {
        expect((await face.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
      }
      if (asked.size === 0) expect(await faults(page), 'the panel').toEqual([]);
      asked.add(text);
      await answer(page, () => typeAny(panel));
    }
    expect(asked.size, [...asked].join('; ')).toBeGreaterThanOrEqual(2);
  });
});

test.describe('over the net', () => {
  let address = '';
  let stop: () => Promise<void> = () => Promise.resolve();

  test.beforeAll(async () => {
    ({ address, stop } = await serve());
  });

  test.afterAll(() => stop());

  test('both accept, one declares, the other types, and a reload changes nothing', async ({ browser }) => {
    const one = await person(browser, address);
    await one.goto('/#/game/divisions/tiger-in-the-open');
    await one.getByTestId('over-the-net').click();
    await one.getByTestId('typed-dice').check();
    await one.getByTestId('start').click();
    const link = await one.getByTestId('links').locator('input').first().inputValue();
    await one.getByTestId('links-done').click();
    await one.getByTestId('to-the-table').click();
    await one.getByTestId('table-menu').click();
    await expect(one.getByTestId('dice-from')).toContainText('Dice are typed in');
    await one.keyboard.press('Escape');
    const two = await person(browser, address);
    await two.goto(link);
    await two.getByTestId('sit-down').click();
    await two.getByTestId('to-the-table').click();
    await one.getByTestId('accept').click();
    await expect(one.getByTestId('terms')).toContainText('Waiting for the others');
    await two.getByTestId('accept').click();
    for (const page of [one, two]) await expect(page.getByTestId('terms')).toBeHidden();

    const draws = [one, two].map((page) => page.getByRole('region', { name: 'What is asked' }));
    const mine = (await draws[0]?.locator('[data-action]').count()) === 0 ? two : one;
    const other = mine === one ? two : one;
    await mine.locator('[data-action].primary').first().click();
    for (const page of [mine, other]) await expect(page.getByTestId('dice-panel')).toBeVisible();
    const text = (await title(mine).textContent()) ?? '';
    await mine.reload();
    await expect(title(mine)).toHaveText(text);
    await other.getByTestId('dice-panel').locator('[data-face]').first().click();
    await other.getByTestId('throw-these').click();
    for (const page of [mine, other]) await expect(title(page).filter({ hasText: text })).toBeHidden();
    for (const page of [one, two]) await page.context().close();
  });
});
