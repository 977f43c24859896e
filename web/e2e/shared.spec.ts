import { expect, test, type Page } from '@playwright/test';

import { accept, person, toTheBoard } from './people';
import { serve } from './program.mjs';
import { hurry, Table } from './table';

// Settings of a mission, and a platoon that two people share: each with a browser of their own, or on one screen.

let address = '';
let stop: () => Promise<void> = () => Promise.resolve();

test.beforeAll(async () => {
  ({ address, stop } = await serve());
});

test.afterAll(() => stop());

/** The set-up panel of the training mission. */
async function setUp(page: Page, base = ''): Promise<void> {
  await hurry(page);
  await page.goto(`${base}/`);
  await page.getByRole('navigation', { name: 'Games' }).getByRole('link', { name: 'Open Fire' }).click();
  await page.locator('[data-scenario="training"]').click();
}

/** Does what the list of actions calls `action`. */
async function take(table: Table, action: string): Promise<void> {
  const { page } = table;
  await page.getByRole('tab', { name: 'Actions', exact: true }).click();
  const list = page.getByRole('tabpanel');
  const wanted = page.locator(`[data-action="${action}"]`);
  await expect(list.locator(wanted)).toHaveCount(1);
  const folded = list.locator('details:not([open])').filter({ has: wanted });
  if ((await folded.count()) > 0) await folded.locator('summary').click();
  await table.acting(() => list.locator(wanted).click());
}

test('two people share a platoon from two browsers', async ({ browser }) => {
  test.setTimeout(180_000);
  const opened = await person(browser, address);
  await setUp(opened, address);
  await opened.locator('[data-setting="players"]').selectOption('2');
  await opened.getByTestId('over-the-net').click();
  await opened.getByTestId('start').click();
  const links = opened.getByTestId('links').locator('input');
  await expect(links.first()).toBeVisible();
  const link = await links.first().inputValue();
  const first = await toTheBoard(opened);
  await expect(first.prompt).toContainText('Take the platoon from the sample sheet');
  const second = await accept(await person(browser, address), link, 'Ida');
  const together = async (): Promise<void> => {
    const seq = Math.max(await first.seq(), await second.seq());
    for (const table of [first, second]) await expect.poll(() => table.seq()).toBe(seq);
  };

  await take(first, 'generate sample');
  await expect(first.prompt).toContainText('Who leads which vehicles?');
  await together();
  await expect(second.choices()).toHaveCount(0);
  await take(first, 'done');

  // The order is free: the first hands the lead over, and the second brings in a vehicle of its own.
  await expect(first.page.locator('[data-action="enter b 4101"]')).toHaveCount(0);
  await take(first, 'hand-over second');
  await together();
  await expect(first.choices()).toHaveCount(0);
  await take(second, 'enter b 4101');
  await together();
  for (const table of [first, second]) {
    await expect(table.page.locator('[data-unit="b"]')).toHaveAttribute('data-in', '4101');
    await table.page.getByRole('tab', { name: 'Platoon', exact: true }).click();
    await expect(table.page.getByRole('tabpanel')).toContainText('Second section');
  }

  // Whatever comes of it: only one of them is asked at a time, and both see what is done.
  for (let action = 0; action < 12; action += 1) {
    const seat = Number(await first.prompt.getAttribute('data-seat'));
    const [mine, other] = seat === 0 ? [first, second] : [second, first];
    await mine.page.getByRole('tab', { name: 'Actions', exact: true }).click();
    const offers = mine.page.getByRole('tabpanel').locator('[data-action]');
    await expect(offers.first()).toBeAttached();
    await expect(other.choices()).toHaveCount(0);
    await take(mine, (await offers.first().getAttribute('data-action')) ?? '');
    await together();
  }
  for (const table of [first, second]) await table.page.context().close();
});
