import { expect, test, type Locator, type Page } from '@playwright/test';

import { Table } from './table';

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
    await table.pressOnUnlessDeed();
  }
  throw new Error('the bot did nothing');
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

test('the bot of Assault is seen too, and skipped with one key', async ({ page }) => {
  const table = await Table.open(page, 'alone-us', '3', 'training-1-the-farm', 'assault');
  await untilDeed(table, 60);
  await expect(deedOf(page)).toContainText('Italy');
  await page.keyboard.press('Escape');
  await expect(deedOf(page)).toBeHidden();
  await expect(table.choices().first()).toBeVisible();
});
