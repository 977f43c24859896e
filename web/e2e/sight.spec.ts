import { expect, test, type Page } from '@playwright/test';

import { faults } from './axe';
import { Table } from './table';

const MAP = '#/map/divisions/rzhavets';

/** The middle of a hex on the screen. */
async function middle(page: Page, hex: string): Promise<[number, number]> {
  const box = await page.locator(`[data-hex="${hex}"]`).boundingBox();
  if (box == null) throw new Error(`${hex} is not on the board`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Drags with the mouse from one hex to another. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, to)), { steps: 6 });
  await page.mouse.up();
}

async function openMap(page: Page, hash = MAP): Promise<void> {
  await page.goto(`/${hash}`);
  await expect(page.locator('.world [data-sharp]')).toBeAttached({ timeout: 60_000 });
}

const verdict = (page: Page) => page.getByTestId('verdict');

test('from the map room to a line of sight that explains itself', async ({ page }) => {
  await page.goto('/#/game/divisions');
  const room = page.getByTestId('map-room');
  await expect(room.getByRole('heading', { name: 'Map room' })).toBeVisible();
  await expect(room).toContainText('384 hexes');
  await room.locator('[data-map="rzhavets"]').click();
  await expect(page).toHaveURL(/#\/map\/divisions\/rzhavets/);
  await expect(page.locator('.world [data-sharp]')).toBeAttached({ timeout: 60_000 });

  await page.getByTestId('sight-tool').click();
  await drag(page, '0304', '1109');
  await expect(verdict(page)).toContainText('0304 to 1109');
  await expect(page.getByTestId('summary')).not.toHaveText('');
  await expect(page.getByTestId('steps').locator('li').first()).toContainText('0304');
  await expect(page.getByTestId('profile')).toBeVisible();
  expect(await page.locator('[data-fare]').count()).toBeGreaterThan(0);

  // The rule is a link to its text.
  await page
    .getByTestId('summary')
    .getByRole('button', { name: /^Rule FD-/ })
    .click();
  await expect(page.getByTestId('rule-card')).toContainText('FD-');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('rule-card')).toHaveCount(0);

  await page.getByTestId('swap-ends').click();
  await expect(verdict(page)).toContainText('1109 to 0304');

  // The address is the look.
  await expect(page).toHaveURL(/from=1109&to=0304/);
  await page.reload();
  await expect(verdict(page)).toContainText('1109 to 0304');

  await page.keyboard.press('Escape');
  await expect(page.getByTestId('sight-card')).toHaveCount(0);
});

test('an obstacle is marked on the board, and the steps point at their hexes', async ({ page }) => {
  await openMap(page, `${MAP}?from=0304&to=0310`);
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'blocked');
  await expect(page.locator('[data-obstacle="blocks"]').first()).toBeAttached();
  await expect(page.locator('[data-fare="blocked"]')).toBeAttached();
  const row = page.getByTestId('steps').locator('li.blocks').first();
  await expect(row).toContainText('blocks');
  await row.hover();
  await expect(page.locator('.sight .lit').first()).toBeAttached();
});

test('two clicks draw a line, and the field of view shades the map', async ({ page }) => {
  await openMap(page);
  await page.keyboard.press('l');
  await page.mouse.click(...(await middle(page, '0706')));
  await expect(page.getByTestId('sight-card')).toContainText('From 0706');
  await page.mouse.click(...(await middle(page, '0710')));
  await expect(verdict(page)).toContainText('0706 to 0710');

  await page.getByTestId('field-toggle').click();
  const seen = (kind: string) => page.locator(`[data-seen="${kind}"]`);
  await expect(seen('clear')).toBeAttached();
  const count = async (kind: string) => Number(await seen(kind).getAttribute('data-hexes'));
  const all = (await count('clear')) + (await count('hindered')) + (await count('ground')) + (await count('no'));
  expect(all).toBe(383);
  expect(await count('clear')).toBeGreaterThan(0);
  await expect(page.getByTestId('field-legend')).toContainText(`${await count('clear')} clear`);
  await page.keyboard.press('v');
  await expect(seen('clear')).toHaveCount(0);
});

test('keys alone draw a line of sight', async ({ page }) => {
  await openMap(page);
  await page.locator('[data-hex][tabindex="0"]').focus();
  await page.keyboard.press('l');
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const from = await page.locator('[data-hex]:focus').getAttribute('data-hex');
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowDown');
  const to = await page.locator('[data-hex]:focus').getAttribute('data-hex');
  // On the way the line follows the cursor.
  await expect(verdict(page)).toContainText(`${from} to ${to}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`from=${from}&to=${to}`));
  await page.keyboard.press('x');
  await expect(verdict(page)).toContainText(`${to} to ${from}`);
  await page.keyboard.press('v');
  await expect(page.getByTestId('field-legend')).toBeVisible();
});

test('a game says what a look may be asked with', async ({ page }) => {
  await openMap(page, `${MAP}?from=0304&to=1109`);
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'clear');
  await page.getByTestId('circumstances').locator('summary').click();
  await page.getByLabel('Weather').selectOption('fog');
  await expect(page.getByTestId('circumstances')).toContainText('Circumstances (1)');
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'blocked');
  // Smoke is not for this game, so nothing speaks of it.
  await expect(page.getByTestId('circumstances')).not.toContainText('Smoke');
});

test('smoke, missions and the compass of the big map', async ({ page }) => {
  await openMap(page, '#/map/open-fire/border');
  const { settings } = await (await page.request.get('/api/maps/open-fire/border')).json();
  expect(settings.length).toBeGreaterThan(1);
  for (const setting of settings.slice(0, 3)) {
    await page.getByTestId('setting').selectOption(setting.id);
    await expect(page.locator('[data-marker]')).toHaveCount(setting.markers.length);
    await expect(page.getByTestId('compass')).toHaveAttribute('data-north', setting.north);
  }

  await page.keyboard.press('l');
  await drag(page, '1410', '1416');
  await expect(verdict(page)).toContainText('1410 to 1416');
  await page.keyboard.down('Shift');
  await page.mouse.click(...(await middle(page, '1412')));
  await page.keyboard.up('Shift');
  await expect(page.locator('[data-smoke="1412"]')).toBeAttached();
  await expect(page.getByTestId('steps')).toContainText(/smoke/i);
});

test('the sight tool works in a game', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat', '7', 'rzhavets');
  const before = await table.seq();
  await page.getByTestId('sight-tool').click();
  await drag(page, '0804', '1210');
  await expect(verdict(page)).toContainText('0804 to 1210');
  expect(await table.seq()).toBe(before);
  await page.getByTestId('swap-ends').click();
  await expect(verdict(page)).toContainText('1210 to 0804');
  await page.keyboard.press('v');
  await expect(page.locator('[data-seen="clear"]')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('sight-card')).toHaveCount(0);
  await expect(page.locator('[data-seen]')).toHaveCount(0);

  // The game goes on as if nothing had been.
  await table.pressOn();
});

test('the map page has no fault that axe can find', async ({ page }) => {
  await openMap(page);
  expect(await faults(page), 'the map').toEqual([]);
  await page.goto(`/${MAP}?from=0304&to=1009`);
  await expect(verdict(page)).toBeVisible();
  await page.getByTestId('field-toggle').click();
  await page.getByTestId('circumstances').locator('summary').click();
  expect(await faults(page), 'the sight tool').toEqual([]);
  await page.goto('/#/game/assault');
  await expect(page.getByTestId('map-room')).toBeVisible();
  expect(await faults(page), 'a game that has only maps').toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('one finger draws and two fingers move the map', async ({ page, context }) => {
    await openMap(page);
    await page.getByTestId('sight-tool').tap();
    await expect(page.getByTestId('sight-card')).toBeVisible();
    const touch = await context.newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const [from, to] = [await middle(page, '0804'), await middle(page, '1508')];
    const place = () => page.locator('.world').evaluate((world) => (world as HTMLElement).style.transform);

    await send('touchStart', from);
    for (let n = 1; n <= 5; n += 1) {
      await send('touchMove', [from[0] + ((to[0] - from[0]) * n) / 5, from[1] + ((to[1] - from[1]) * n) / 5]);
    }
    await send('touchEnd');
    await expect(verdict(page)).toContainText('0804 to 1508');

    const before = await place();
    await send('touchStart', [150, 250]);
    await send('touchStart', [150, 250], [240, 250]);
    for (let n = 1; n <= 5; n += 1) await send('touchMove', [150 - n * 10, 250], [240 + n * 10, 250]);
    await send('touchEnd');
    await expect.poll(place).not.toBe(before);
    await expect(verdict(page)).toContainText('0804 to 1508');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
