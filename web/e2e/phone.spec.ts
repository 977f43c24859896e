import { expect, test, type Page } from '@playwright/test';

import { faults } from './axe';
import { hurry, openOnTheRoad, Table } from './table';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('the board can be played with a thumb', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);

  for (const button of await table.dock.getByRole('button').all()) {
    const box = await button.boundingBox();
    if (box != null && (await button.getAttribute('class'))?.includes('button')) {
      expect(box.height).toBeGreaterThanOrEqual(44);
    }
  }
  await table.acting(() => table.choices().first().tap());

  // A finger has no hover: the first tap shows, the second does.
  await table.untilMoves();
  const before = await table.seq();
  const hexes = await page.locator('[data-reach]').evaluateAll((all) => all.map((one) => one.dataset['reach']));
  const occupied = await page.locator('[data-unit]').evaluateAll((all) => all.map((one) => one.dataset['in']));
  const hex = page.locator(`[data-hex="${hexes.find((one) => !occupied.includes(one))}"]`);
  await hex.tap({ force: true });
  await expect(page.getByTestId('hover-card')).toBeVisible();
  expect(await table.seq()).toBe(before);
  await table.acting(() => page.getByRole('button', { name: 'Do it' }).first().tap());

  await page.getByRole('button', { name: 'Show or hide the side column' }).tap();
  await expect(table.log.last()).toBeInViewport();
});

/** Does one of the things that the list in the sheet offers: the first whose name begins like this. */
async function act(page: Page, table: Table, wanted: readonly string[]): Promise<void> {
  const list = page.getByRole('tabpanel', { includeHidden: true }).locator('[data-action]');
  const offers = await list.evaluateAll((all) => all.map((one) => one.dataset['action'] ?? ''));
  const found = wanted.map((one) => offers.find((offer) => offer.startsWith(one))).find((offer) => offer != null);
  const button = list.and(page.locator(`[data-action="${found ?? ''}"]`)).first();
  if (found == null) await table.pressOn();
  else await table.acting(() => table.surely(() => button.dispatchEvent('click')));
}

test('Open Fire: pages come up as a sheet, actions fit the width, nothing covers the map', async ({ page }) => {
  test.setTimeout(180_000);
  await hurry(page);
  const table = await openOnTheRoad(page);

  // What was read comes up by itself, and goes away with a tap.
  const sheet = page.getByRole('complementary', { name: 'Log and details' });
  await expect(sheet.getByRole('article', { name: 'Paragraph 001' })).toBeInViewport();
  expect(await faults(page), 'a page').toEqual([]);
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await expect(sheet.getByRole('article')).not.toBeInViewport();

  // The tools lie above the board, not on it.
  const tools = await page.getByRole('region', { name: 'Board' }).boundingBox();
  const board = await page.getByRole('application').boundingBox();
  expect(board?.y ?? 0).toBeGreaterThanOrEqual((tools?.y ?? 0) + (tools?.height ?? 0));

  // A lesson that is longer than its room says so, and is read to its end with a thumb.
  const more = page.getByTestId('lesson-more');
  await expect(more).toBeVisible();
  const lesson = page.getByTestId('coach').locator('p');
  await expect(async () => {
    if (await more.isVisible()) await more.tap();
    await expect(more).toBeHidden({ timeout: 500 });
  }).toPass();
  expect(await lesson.evaluate((one) => one.scrollTop + one.clientHeight >= one.scrollHeight - 4)).toBe(true);

  // A turn with many actions: each of them is in the width of the screen and as high as a thumb.
  await page.evaluate(() => document.getElementById('tab-actions')?.click());
  const way = ['peer', 'answer', 'enter a 4101', 'enter b 4101', 'march a 4102', 'march a 4003', 'march a', 'begin'];
  const turret = page.locator('[data-handle="turret"]');
  for (let n = 0; n < 40 && (await turret.count()) === 0; n += 1) await act(page, table, way);
  const boxes = await table.choices().evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  expect(boxes.length).toBeGreaterThan(5);
  for (const { left, right, height } of boxes as DOMRect[]) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(390);
    expect(height).toBeGreaterThanOrEqual(44);
  }
  // Two thirds of the board's room are still the board's when the lesson has been put away.
  await page.getByTestId('coach').getByRole('button', { name: 'Got it' }).tap();
  const room = async (): Promise<number> => {
    const top = (await page.getByRole('application').boundingBox())?.y ?? 0;
    return ((await table.dock.boundingBox())?.y ?? 0) - top;
  };
  await expect.poll(room).toBeGreaterThan(844 / 3);
  expect(await faults(page), 'a turn').toEqual([]);
});

test('Assault: every unit can be planned without scrolling sideways, and the result of a shot is in sight', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await hurry(page);
  await page.addInitScript(() => localStorage.setItem('opfire.coach', 'off'));
  await page.addInitScript(() => localStorage.setItem('opfire.follow', 'off'));
  const table = await Table.open(page, 'alone-us', '7', 'training-1-the-farm', 'assault');
  await table.pressOn();

  const plans = table.dock.locator('[data-action^="plan "]');
  await expect(plans).toHaveCount(5);
  for (const button of await table.choices().all()) await expect(button).toBeInViewport({ ratio: 1 });
  await expect(page.getByTestId('undo')).toBeInViewport({ ratio: 1 });
  // The state of the game can be read to its end, too.
  const facts = page.getByRole('list', { name: 'State of the game' });
  await expect(facts.getByRole('listitem').last()).toBeInViewport({ ratio: 1 });
  for (let n = 0; n < 4; n += 1) await table.acting(() => plans.first().tap());
  await table.pressOn();

  const shot = table.dock.locator('[data-action^="fire "], [data-action^="react "]');
  const target = page.locator('[data-unit].target').first();
  for (let n = 0; n < 30 && ((await shot.count()) === 0 || (await target.count()) === 0); n += 1) {
    await table.pressOn();
    await expect(table.choices().first()).toBeVisible();
  }
  // The target lies just below the tools, where the board stays: there is no room above it.
  const tools = await page.getByRole('region', { name: 'Board' }).boundingBox();
  const edge = (tools?.y ?? 0) + (tools?.height ?? 0);
  const from = (await target.boundingBox())?.y ?? 0;
  await page.mouse.move(30, 400);
  await page.mouse.down();
  await page.mouse.move(30, 400 + edge + 6 - from, { steps: 8 });
  await page.mouse.up();
  // A slip goes by itself: the page measures it as soon as it is there.
  const slip = await shot.first().evaluate(async (button: HTMLElement): Promise<DOMRect> => {
    const slips = (): Element[] => [...document.querySelectorAll('[data-testid="result-note"]')];
    const known = slips();
    const frame = (): Promise<number> => new Promise(requestAnimationFrame);
    button.click();
    for (;;) {
      await frame();
      const fresh = slips().find((one) => !known.includes(one));
      if (fresh == null) continue;
      await frame();
      return fresh.getBoundingClientRect().toJSON() as DOMRect;
    }
  });
  expect(slip.top).toBeGreaterThanOrEqual(edge);
  expect(slip.left).toBeGreaterThanOrEqual(0);
  expect(slip.right).toBeLessThanOrEqual(390);
});
