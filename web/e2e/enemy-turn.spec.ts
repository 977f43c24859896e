import { expect, test, type Locator, type Page } from '@playwright/test';

import { faults } from './axe';
import { openMission, Table } from './table';

/** What the others do, as the screen tells it. */
function deedOf(page: Page): Locator {
  return page.getByTestId('deed');
}

/** Presses on in a game against a bot until the bot does something. */
async function untilDeed(table: Table, most = 30): Promise<void> {
  const deed = deedOf(table.page);
  for (let n = 0; n < most; n += 1) {
    await expect(table.choices().or(deed).first()).toBeVisible();
    if (await deed.isVisible()) return;
    await table.pressOn();
  }
  throw new Error('the bot did nothing');
}

/** Goes on until the player is asked; says what was told on the way, each deed once. */
async function goThrough(page: Page): Promise<string[]> {
  const deed = deedOf(page);
  const on = page.getByTestId('deed-on');
  const told: string[] = [];
  for (let n = 0; n < 40; n += 1) {
    await expect(on.and(page.locator(':enabled')).or(page.locator('[data-action]')).first()).toBeVisible();
    if (!(await deed.isVisible())) return told;
    const index = await deed.getAttribute('data-index');
    told.push(await deed.locator('.prose').innerText());
    const next = async (): Promise<string | null> =>
      (await deed.isVisible()) ? await deed.getAttribute('data-index') : 'over';
    // The next deed, or the player's turn. While the bot thinks the button waits, and a player presses again.
    await expect(async () => {
      if ((await next()) === index) await page.keyboard.press('Space');
      await expect.poll(next, { intervals: [30, 60, 120], timeout: 3000 }).not.toBe(index);
    }).toPass({ timeout: 30_000 });
  }
  throw new Error('the turn of the others does not end');
}

test('pages come one at a time, with their dice, and can be read backwards', async ({ page }) => {
  await openMission(page);
  await page.getByTestId('muster').locator('[data-action="generate sample"]').click();
  const deed = deedOf(page);
  await expect(deed).toContainText('Paragraph 001');
  expect(await faults(page), 'a deed').toEqual([]);
  await page.keyboard.press('Space');
  await expect(deed).toBeHidden();

  await page.locator('[data-action="enter a 4101"]').first().click();
  await expect(deed).toContainText('Paragraph 101');
  await expect(deed.locator('[data-sides="10"]')).toBeVisible();
  // What is still to come is told nowhere: not in the column, not in the log.
  await expect(page.getByRole('article', { name: 'Paragraph 804' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Log', exact: true }).click();
  await expect(page.getByTestId('log-entry').filter({ hasText: 'Ice in a gutter' })).toHaveCount(0);
  await page.getByTestId('deed-on').click();
  await expect(deed).toContainText('Paragraph 102');
  await page.getByRole('button', { name: 'One deed back' }).click();
  await expect(deed).toContainText('Paragraph 101');
  await page.keyboard.press('ArrowRight');
  await expect(deed).toContainText('Paragraph 102');
  // One key ends it.
  await page.keyboard.press('Escape');
  await expect(deed).toBeHidden();
  await page.getByRole('tab', { name: 'Log', exact: true }).click();
  await expect(page.getByTestId('log-entry').filter({ hasText: 'Ice in a gutter' })).toBeVisible();
});

test('a bot acts one deed at a time, and the counters stand where they stood', async ({ page }) => {
  const table = await Table.open(page, 'alone-german', '7');
  const deed = deedOf(page);
  await untilDeed(table);
  // Nothing can be done until it has been seen.
  await expect(table.choices()).toHaveCount(0);
  const stood = await standing(page);
  const told = [await deed.locator('.prose').innerText(), ...(await goThrough(page))];
  expect(told.length).toBeGreaterThan(0);
  await expect(table.choices().first()).toBeVisible();
  expect(stood.length).toBeGreaterThan(1);

  // Another turn, with several deeds: back and forth gives the same boards.
  await expect(async () => {
    await untilDeed(table);
    await expect(page.getByTestId('deed-on')).toBeEnabled();
    await page.keyboard.press('Space');
    await expect(page.locator('[data-testid="deed"][data-index="1"]')).toBeVisible({ timeout: 3000 });
  }).toPass();
  const second = await standing(page);
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[data-testid="deed"][data-index="0"]')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => standing(page)).toEqual(second);
  await goThrough(page);
  const sum = page.getByTestId('summary');
  await expect(sum).toContainText(/hit|shot|moved/);
  expect(await faults(page), 'the summary').toEqual([]);
  // The next thing that the player does puts it away.
  await table.pressOn();
  await expect(sum).toBeHidden();
});

/** Where every counter stands. */
function standing(page: Page): Promise<string[]> {
  return page
    .locator('[data-unit]')
    .evaluateAll((all) => all.map((one) => `${one.dataset['unit']} ${one.dataset['in']}`).toSorted());
}

test('without stops it plays by itself, and a shot is seen to fly', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('opfire.stop-after-each', 'off');
    localStorage.setItem('opfire.pace', 'fast');
    localStorage.setItem('opfire.motion', 'full');
  });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const table = await Table.open(page, 'alone-german', '7');
  const flying = page.getByTestId('drama');
  let flew = false;
  await page.exposeFunction('sawDrama', () => (flew = true));
  await page.evaluate(() => {
    const saw = (window as unknown as { sawDrama: () => void }).sawDrama;
    new MutationObserver(() => document.querySelector('[data-testid="drama"]') != null && saw()).observe(
      document.body,
      {
        childList: true,
        subtree: true,
      },
    );
  });
  for (let n = 0; n < 60 && !flew && !(await table.outcome.isVisible()); n += 1) {
    await expect(table.choices().or(table.outcome).first()).toBeVisible();
    if (await table.outcome.isVisible()) break;
    await table.pressOn();
  }
  expect(flew || (await flying.count()) > 0).toBe(true);
});

test('a deed outlives a broken connection', async ({ page }) => {
  let cut: (() => Promise<void>) | undefined;
  await page.routeWebSocket(/\/ws/, (socket) => {
    socket.connectToServer();
    cut = () => socket.close();
  });
  const table = await Table.open(page, 'alone-german', '7');
  await untilDeed(table);
  const told = await deedOf(page).locator('.prose').innerText();
  await cut?.();
  await expect(page.getByText('Connection lost')).toBeVisible();
  await expect(deedOf(page).locator('.prose')).toHaveText(told);
  await expect(page.getByText('Connection lost')).toBeHidden();
  await goThrough(page);
  await table.pressOn();
});

test('the bot of Assault is seen too, and skipped with one key', async ({ page }) => {
  const table = await Table.open(page, 'alone-us', '3', 'training-1-the-farm', '/#/game/assault');
  await untilDeed(table, 60);
  await expect(deedOf(page)).toContainText('Italy');
  await page.keyboard.press('Escape');
  await expect(deedOf(page)).toBeHidden();
  await expect(table.choices().first()).toBeVisible();
});
