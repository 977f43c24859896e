import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

import { expect, test, type Page } from '@playwright/test';

import { Table } from './table';

test('a player plays the bot to the end, and the saved game comes out again', async ({ page, request }, info) => {
  test.setTimeout(240_000);
  const table = await Table.open(page, 'alone-german');
  await page.getByTestId('table-menu').click();
  await page.getByLabel('instant').check();
  await page.keyboard.press('Escape');

  let shots = 0;
  for (let action = 0; action < 300 && !(await table.outcome.isVisible()); action += 1) {
    await expect(table.choices().or(table.outcome).first()).toBeVisible({ timeout: 30_000 });
    if (await table.outcome.isVisible()) break;
    if (shots < 20 && (await table.fire())) shots += 1;
    else await table.pressOn();
  }
  // The result: who won, by what tally.
  await expect(table.outcome).toBeVisible();
  await expect(table.outcome.getByRole('heading', { level: 2 })).toHaveText(
    /victory for (Germany|Soviet Union)|a draw/i,
  );
  await expect(table.outcome).toContainText('Germany: steps lost');
  await expect(table.outcome).toContainText('Soviet Union: victory points');
  await expect(page.getByText('Not done:')).toHaveCount(0);
  expect(shots).toBeGreaterThan(0);

  // The file of the game is what the command line accepts.
  const id = /table\/(\w+)/.exec(page.url())?.[1] ?? '';
  const file = info.outputPath('game.json');
  const answer = await request.get(`/api/tables/${id}/file`);
  expect(answer.status(), await answer.text()).toBe(200);
  writeFileSync(file, await answer.body());
  const said = execFileSync(process.env['OPFIRE_BIN'] ?? '', ['replay', file, '--verify'], { encoding: 'utf8' });
  expect(said).toContain('all as recorded');
});

test.describe('the board follows the bot', () => {
  /** Where the board lies on the screen. */
  const lies = (page: Page): Promise<string> => page.locator('.world').evaluate((world) => world.style.transform);

  /** As near as it goes, into the upper left corner. */
  async function lookAway(page: Page): Promise<void> {
    for (let n = 0; n < 6; n += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.mouse.move(300, 300);
    for (let n = 0; n < 5; n += 1) {
      await page.mouse.down();
      await page.mouse.move(900, 700, { steps: 4 });
      await page.mouse.up();
      await page.mouse.move(300, 300);
    }
  }

  test('unless it is told not to', async ({ page }) => {
    const table = await Table.open(page, 'watch', '7', 'rzhavets');
    await page.getByTestId('table-menu').click();
    await page.getByTestId('follow').uncheck();
    await page.keyboard.press('Escape');
    await lookAway(page);
    const away = await lies(page);
    const seq = await table.seq();
    await expect.poll(() => table.seq(), { timeout: 30_000 }).toBeGreaterThan(seq + 3);
    expect(await lies(page)).toBe(away);

    await page.getByTestId('table-menu').click();
    await page.getByTestId('follow').check();
    await page.keyboard.press('Escape');
    await expect.poll(() => lies(page), { timeout: 30_000 }).not.toBe(away);
    // The hex that the newest line names is not hidden behind the dock.
    await expect
      .poll(
        async () => {
          const hex = await page.locator('[data-testid="log-entry"] .hex').last().innerText();
          const box = await page.locator(`path[data-hex="${hex}"]`).boundingBox();
          const dock = await table.dock.or(page.getByTestId('deed')).first().boundingBox();
          return box != null && dock != null && box.y > 0 && box.y + box.height <= dock.y + 20 && box.x > -20;
        },
        { timeout: 30_000 },
      )
      .toBe(true);
  });
});
