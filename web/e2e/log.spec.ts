import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { faults } from './axe';
import { hurry, Table } from './table';

test('the log is folded by turns, searched, written out, and leads back to its moments', async ({ page }, info) => {
  // Two bots play a game with shots in it.
  await hurry(page);
  const table = await Table.open(page, 'watch', '7');
  await table.outcome.getByRole('button', { name: 'Look at the board' }).click();
  const chapters = page.locator('details.chapter');
  const newest = chapters.last();
  await expect(newest).toHaveAttribute('open', '');
  await newest.locator('summary.title').click();
  await expect(newest).not.toHaveAttribute('open', '');
  await newest.locator('summary.title').click();

  // A shot opens to its dice, its modifiers and its rule.
  const shot = table.log.filter({ hasText: 'fires at' }).last();
  await shot.locator('summary').first().click();
  await expect(shot.locator('.why .rule').first()).toBeVisible();
  await expect(shot.locator('.why [data-sides]').first()).toBeVisible();
  expect(await faults(page), 'the log').toEqual([]);

  const all = await table.log.count();
  const search = page.getByTestId('log-search');
  await search.fill('fires at');
  await expect.poll(() => table.log.count()).toBeLessThan(all);
  await expect(page.getByTestId('log-hits')).toHaveText(String(await table.log.count()));
  await search.fill('no such words');
  await expect(page.getByText('No line of the log says that.')).toBeVisible();
  await search.fill('');
  await expect.poll(() => table.log.count()).toBe(all);

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('log-export').click()]);
  const path = info.outputPath('log.txt');
  await file.saveAs(path);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('Turn 1');
  expect(text).toMatch(/fires at .*\[FD-3\]\n {4}direct fire: \d, \d/);

  const seq = await shot.getAttribute('data-seq');
  await shot.getByRole('button', { name: /^To this moment/ }).click();
  const bar = page.getByTestId('replay');
  await expect(bar.getByRole('slider')).toHaveValue(seq ?? '');
  // By keys: an action, a turn, the end, and out.
  await page.getByTestId('replay').getByText('Replay', { exact: true }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(bar.getByRole('slider')).toHaveValue(String(Number(seq) - 1));
  await page.keyboard.press('Home');
  await expect(bar.getByRole('slider')).toHaveValue('0');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(bar.getByRole('slider')).not.toHaveValue('0');
  await bar.getByTestId('replay-turn').selectOption({ index: 0 });
  expect(await faults(page), 'the replay').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
});
