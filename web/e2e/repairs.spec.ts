import { expect, test, type Page } from '@playwright/test';

import { hurry, openOnTheRoad, Table } from './table';

/** The sample platoon of the training mission on the road, its first tank on the map. */
async function onTheRoad(page: Page): Promise<Table> {
  await hurry(page);
  return openOnTheRoad(page);
}

/** Does one of the things that the list of actions offers: the first whose name begins like this. */
async function act(page: Page, table: Table, ...wanted: string[]): Promise<string | null> {
  const list = page.getByRole('tabpanel').locator('[data-action]');
  const offers = await list.evaluateAll((all) => all.map((one) => one.dataset['action'] ?? ''));
  const found = wanted.map((one) => offers.find((offer) => offer.startsWith(one))).find((offer) => offer != null);
  if (found == null) return null;
  const button = page.getByRole('tabpanel').locator(`[data-action="${found}"]`);
  const folded = page
    .getByRole('tabpanel')
    .locator('details:not([open])')
    .filter({ has: page.locator(`[data-action="${found}"]`) });
  if ((await folded.count()) > 0) await folded.first().locator('summary').first().click();
  await table.acting(() => table.surely(() => button.click()));
  return found;
}

/** Comes in and drives on until somebody's turret can be turned. */
async function untilTurret(page: Page, table: Table): Promise<void> {
  await page.getByRole('tab', { name: 'Actions', exact: true }).click();
  const handle = page.locator('[data-handle="turret"]');
  const way = ['enter a 4101', 'enter b 4101', 'march a 4102', 'march a 4003', 'march a', 'begin', 'german', 'done'];
  for (let n = 0; n < 60 && (await handle.count()) === 0; n += 1) {
    if ((await act(page, table, 'peer', 'answer', ...way)) == null) await table.pressOn();
  }
  await expect(handle).toBeVisible();
}

/** The middle of a handle, and the hex that lies below it. */
async function below(page: Page, part: string): Promise<{ x: number; y: number; hex: string }> {
  // The unit in the middle of the screen, where nothing covers it.
  await page.keyboard.press('n');
  const box = await page.locator(`[data-handle="${part}"] i`).boundingBox();
  if (box == null) throw new Error('no handle');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const hex = await page.evaluate(
    ([px, py]) => {
      const found = document.elementsFromPoint(px ?? 0, py ?? 0).find((one) => one.closest('[data-hex]') != null);
      return found?.closest('[data-hex]')?.getAttribute('data-hex') ?? '';
    },
    [x, y],
  );
  return { x, y, hex };
}

test('a click on the handle of a turret means the hex below it, and the dice of the game have ten sides', async ({
  page,
}) => {
  page.setDefaultTimeout(10_000);
  const table = await onTheRoad(page);

  // Units that wait off the map have names, and the steps of a march are one line.
  await page.getByRole('tab', { name: 'Actions', exact: true }).click();
  const heads = await page.getByRole('tabpanel').locator('summary b').allInnerTexts();
  expect(heads.filter((head) => /^[a-z]$/.test(head))).toEqual([]);

  await untilTurret(page, table);
  await page.getByRole('tab', { name: 'Units', exact: true }).click();
  const { x, y, hex } = await below(page, 'turret');
  expect(hex).not.toBe('');
  const turret = await page.locator('.piece[data-turret].ready').first().getAttribute('data-turret');
  const seq = await table.seq();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 2, y + 1);
  await page.mouse.up();
  await expect(page.getByRole('tabpanel').getByRole('heading', { name: `Hex ${hex}` })).toBeVisible();
  if ((await table.seq()) === seq) {
    await expect(page.locator('.piece[data-turret].ready').first()).toHaveAttribute('data-turret', turret ?? '');
  }

  await page.getByRole('tab', { name: 'Log', exact: true }).click();
  const sides = await page
    .locator('[data-testid="log-entry"] [data-sides]')
    .evaluateAll((all) => all.map((one) => one.dataset['sides']));
  expect(sides.length).toBeGreaterThan(0);
  expect(sides.every((one) => one === '10' || one === '100')).toBe(true);
  await expect(page.locator('[data-testid="log-entry"] [data-sides="10"] circle')).toHaveCount(0);
  await expect(page.locator('[data-testid="log-entry"]').filter({ hasText: /Sighting s\d/ })).toHaveCount(0);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('a handle is dragged round by a finger, and a tap goes through it', async ({ page }) => {
    page.setDefaultTimeout(10_000);
    const table = await onTheRoad(page);
    await untilTurret(page, table);
    const { x, y, hex } = await below(page, 'turret');
    await page.getByRole('tab', { name: 'Units', exact: true }).click();
    await page.touchscreen.tap(x, y);
    await expect(page.getByRole('tabpanel').getByRole('heading', { name: `Hex ${hex}` })).toBeVisible();
    await page.keyboard.press('Escape');

    // To the next hexside, as a finger does it.
    const unit = page.locator('.piece[data-turret].ready').first();
    const before = Number(await unit.getAttribute('data-turret'));
    const body = await unit.boundingBox();
    const handle = await page.locator('[data-handle="turret"] i').boundingBox();
    if (body == null || handle == null) throw new Error('nothing to drag');
    const angle = ((before + 1) * Math.PI) / 3;
    const [cx, cy] = [body.x + body.width / 2, body.y + body.height / 2];
    const to = { x: cx + Math.sin(angle) * body.width * 1.5, y: cy - Math.cos(angle) * body.width * 1.5 };
    const from = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
    const finger = await page.context().newCDPSession(page);
    await table.acting(async () => {
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
      for (const part of [0.3, 0.6, 1]) {
        const at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
        await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
      }
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    });
    await expect(unit).toHaveAttribute('data-turret', String((before + 1) % 6));
  });
});

test('keys stay with their buttons, shading works for both sides, and a new game is the same one', async ({ page }) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(10_000);
  const table = await Table.open(page, 'hot-seat', '11');
  const fires = table.dock.locator('[data-action^="fire "]');
  const shaded = new Set<string>();
  let fired = false;
  for (let n = 0; n < 200 && !(await table.outcome.isVisible()); n += 1) {
    // `O` shades the map for whoever is asked.
    const seat = await table.prompt.getAttribute('data-seat');
    if (seat != null && !shaded.has(seat)) {
      await page.keyboard.press('o');
      await expect(page.locator('[data-overlay]')).not.toHaveCount(0);
      shaded.add(seat);
      await page.getByTestId('table-menu').click();
      await page.getByRole('radio', { name: 'nothing' }).check();
      await page.keyboard.press('Escape');
    }
    if (!fired && (await fires.count()) > 1) {
      fired = true;
      const keys = await table
        .choices()
        .evaluateAll((all) =>
          all.map((one) => [one.dataset['action'] ?? '', one.querySelector('kbd')?.textContent ?? ''] as const),
        );
      const [first] = keys.filter(([action]) => action.startsWith('fire '));
      expect(keys.find(([action]) => action === 'done')?.[1]).toBe('P');
      await table.key(first?.[1] ?? '');
      // What is still offered has the key it had; the key of what is gone does nothing that ends anything.
      const now = new Map(
        await table
          .choices()
          .evaluateAll((all) =>
            all.map((one) => [one.dataset['action'] ?? '', one.querySelector('kbd')?.textContent ?? ''] as const),
          ),
      );
      for (const [action, key] of keys) if (now.has(action)) expect(now.get(action), action).toBe(key);
      expect(now.get('done') ?? 'P').toBe('P');
    }
    await table.pressOn();
  }
  expect([...shaded].toSorted()).toEqual(['0', '1']);
  await expect(table.outcome).toBeVisible();
  await page.getByTestId('new-game').click();
  await expect(page.getByRole('heading', { name: 'Tiger in the Open' })).toBeVisible();
  await expect(page.getByTestId('hot-seat')).toHaveAttribute('aria-pressed', 'true');
  // Saved games name bots as people do.
  await expect(page.getByText('heuristic')).toHaveCount(0);
});
