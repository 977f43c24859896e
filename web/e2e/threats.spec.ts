import { expect, test, type Locator, type Page } from '@playwright/test';

import { faults } from './axe';
import { Leader } from './leader';
import { hurry, openOnTheRoad, Table } from './table';

const theirs = (page: Page): Locator => page.getByTestId('their-turn');
const lines = (page: Page): Locator => page.getByTestId('their-lines').locator('path.fire, path.assault');

/** Points at reachable hexes until one is found in which an enemy could do something; says which one it is. */
async function pointAtDanger(page: Page, most = 25): Promise<string> {
  const hexes = await page.locator('[data-reach]').evaluateAll((all) => all.map((one) => one.dataset['reach'] ?? ''));
  for (const hex of hexes.toReversed().slice(0, most)) {
    await page.locator(`path[data-hex="${hex}"]`).hover({ force: true });
    const told = page.locator(`[data-testid="their-turn"][data-threatened="${hex}"]`);
    if (!(await appears(told))) continue;
    if ((await told.locator('[data-deed]').count()) > 0) return hex;
  }
  throw new Error('nobody threatens anything');
}

async function appears(what: Locator): Promise<boolean> {
  return what.waitFor({ timeout: 2500 }).then(
    () => true,
    () => false,
  );
}

/** Every enemy that is named has its line or is one of many, and says what it would do with which odds. */
async function isTold(page: Page): Promise<void> {
  await expect(theirs(page)).toContainText('In their own turn');
  const first = theirs(page).locator('[data-deed]').first();
  await expect(first.locator('b')).toContainText('%');
  await expect(first.locator('small')).toContainText(/(fires|assaults|charges)/);
  await expect(lines(page)).not.toHaveCount(0);
}

/** What a player of Assault does until a unit is in hand that can move. */
const LIKES = ['draw', 'place-rest', 'plan ', 'activate '];

test('Assault: the card of a way says who of those seen could fire or assault', async ({ page }) => {
  test.setTimeout(120_000);
  const table = await Table.open(page, 'hot-seat', '7', 'training-1-the-farm', 'assault');
  const curtain = page.getByTestId('curtain');
  for (let n = 0; n < 120; n += 1) {
    if (await curtain.isVisible()) {
      await curtain.getByRole('button').click();
      await expect(curtain).toBeHidden();
      continue;
    }
    if (await table.hasPlan()) break;
    const offers = await table.choices().evaluateAll((all) => all.map((one) => one.dataset['action'] ?? ''));
    const liked = LIKES.map((like) => offers.find((offer) => offer.startsWith(like))).find((offer) => offer != null);
    const button = table.dock.locator(`[data-action="${liked ?? ''}"]`).first();
    if (liked == null) await table.pressOn();
    else await table.acting(() => table.surely(() => button.click()));
  }
  await pointAtDanger(page, 40);
  await isTold(page);
  await expect(theirs(page)).toContainText('Only those you have seen');
});

test('Open Fire: a tank in a fight says which German guns could do what, and that the paragraphs decide', async ({
  page,
}) => {
  test.setTimeout(180_000);
  page.setDefaultTimeout(10_000);
  await hurry(page);
  const table = await openOnTheRoad(page);
  const leader = new Leader(page, table, { out: '4003', home: '4101' });
  await page.getByRole('tab', { name: 'Actions', exact: true }).click();
  const own = page.locator('.piece[data-seat="0"]');
  for (let n = 0; n < 120; n += 1) {
    const germans = await page.locator('.piece:not([data-seat="0"])').count();
    if (germans > 0 && (await own.count()) > 0 && (await threatened(page, own))) break;
    const offers = await leader.offers();
    await leader.take(leader.choose(offers));
  }
  await isTold(page);
  await expect(theirs(page)).toContainText('the paragraphs decide what they do');
  await expect(theirs(page).locator('[data-deed]').first()).toContainText(/(this|next) round|notices you/);
  expect(await faults(page), 'a tank under fire').toEqual([]);
});

/** Whether one of the units says that something could be done to it. */
async function threatened(page: Page, units: Locator): Promise<boolean> {
  for (const unit of await units.all()) {
    await page.mouse.move(5, 300);
    await unit.hover({ force: true });
    if ((await appears(theirs(page))) && (await theirs(page).locator('[data-deed] b').count()) > 0) return true;
  }
  return false;
}

test.describe('with a thumb', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a tap on a way and a finger that rests on a unit tell it too', async ({ page }) => {
    const table = await Table.open(page, 'hot-seat', '7');
    await table.untilMoves();
    const hexes = await page.locator('[data-reach]').evaluateAll((all) => all.map((one) => one.dataset['reach']));
    const occupied = await page.locator('[data-unit]').evaluateAll((all) => all.map((one) => one.dataset['in']));
    const hex = page.locator(`path[data-hex="${hexes.find((one) => !occupied.includes(one)) ?? ''}"]`);
    await hex.tap({ force: true });
    const card = page.getByTestId('hover-card');
    await expect(card.getByTestId('their-turn')).toBeVisible();
    const box = await card.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    const unit = page.locator('[data-unit].ready').first();
    const at = await unit.boundingBox();
    if (at == null) throw new Error('no unit');
    const point = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
    const finger = await page.context().newCDPSession(page);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await expect(page.getByTestId('choice-menu').getByTestId('their-turn')).toBeVisible();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    expect(await faults(page), 'the menu of a unit').toEqual([]);
  });
});
