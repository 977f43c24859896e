import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { expect, test, type Page } from '@playwright/test';

import { faults } from './axe';
import { hurry, Table } from './table';

const GAME = fileURLToPath(new URL('../../tests/golden/6/divisions-tiger-in-the-open-staff.json', import.meta.url));

interface Move {
  by: string;
  do: string;
  dice?: number[];
  hash: string;
}

/** A finished game on the table. */
async function finished(page: Page): Promise<{ id: string; last: number }> {
  await page.goto('/');
  await page.getByTestId('import').setInputFiles(GAME);
  await expect(page.getByTestId('outcome')).toBeVisible();
  const id = /table\/([^?]+)/.exec(page.url())?.[1] ?? '';
  return { id, last: await new Table(page).seq() };
}

async function movesOf(page: Page, id: string): Promise<Move[]> {
  const file = (await (await page.request.get(`/api/tables/${id}/file`)).json()) as { moves: Move[] };
  return file.moves.map(({ by, do: what, dice, hash }) => ({ by, do: what, dice: dice ?? [], hash }));
}

/** Goes through a game again, as far as a moment. */
async function replayTo(page: Page, seq: number): Promise<void> {
  await page.getByRole('slider', { name: 'Action' }).fill(String(seq));
  await expect(page.getByTestId('replay').getByRole('status').first()).toContainText(`${seq} /`);
}

test('what if: a new game with new dice from a moment of a finished one', async ({ page }) => {
  test.setTimeout(240_000);
  await hurry(page);
  const { id, last } = await finished(page);
  const before = await movesOf(page, id);
  await page.getByTestId('outcome').getByRole('button', { name: 'Replay' }).click();
  const what = page.getByTestId('what-if');

  // At its end there is nothing to play on from, and it says so.
  await replayTo(page, last);
  await expect(what).toHaveAttribute('aria-disabled', 'true');
  // Playwright does not click what is disabled; a player does, and asks why.
  await what.click({ force: true });
  await expect(page.getByText('The game is over here')).toBeVisible();

  const moment = 10;
  await replayTo(page, moment);
  await what.click();
  const dialog = page.getByTestId('branch-dialog');
  await expect(dialog).toContainText(`after action ${moment} of ${last}`);
  expect(await faults(page), 'the dialog').toEqual([]);
  // To see it through, bots play both sides.
  for (const side of ['Germany', 'Soviet Union']) {
    await dialog.getByLabel(`Who plays ${side}`).selectOption({ label: 'Staff officer' });
  }
  await page.getByTestId('branch').click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page.getByTestId('branch-tag')).toContainText(`from action ${moment} on`);
  const table = new Table(page);
  await expect(table.outcome).toBeVisible({ timeout: 180_000 });

  const branched = /table\/([^?]+)/.exec(page.url())?.[1] ?? '';
  const after = await movesOf(page, branched);
  expect(after.slice(0, moment)).toEqual(before.slice(0, moment));
  const dice = (moves: Move[]) => moves.slice(moment).flatMap((move) => move.dice);
  expect(dice(after)).not.toEqual(dice(before));
  expect(await movesOf(page, id), 'the old game is as it was').toEqual(before);

  await page.goto('/');
  await expect(page.locator(`[data-table="${branched}"]`)).toContainText(`What if, from action ${moment} on`);
  await expect(page.locator(`[data-table="${id}"]`)).not.toContainText('What if');
});

test('a replay is shared as a file, when the game is over', async ({ page }) => {
  const { last } = await finished(page);
  await page.getByTestId('outcome').getByRole('button', { name: 'Replay' }).click();
  const share = page.getByTestId('replay').getByRole('button', { name: 'Share as file' });
  const [download] = await Promise.all([page.waitForEvent('download'), share.click()]);
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as { moves: Move[] };
  expect(file.moves).toHaveLength(last);

  const live = await Table.open(page, 'hot-seat');
  await live.pressOn();
  await page.keyboard.press('r');
  await share.click();
  await expect(page.getByTestId('replay').getByRole('alert')).toContainText('when the game is over');
});

test('on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await finished(page);
  await page.getByTestId('outcome').getByRole('button', { name: 'Replay' }).click();
  await replayTo(page, 5);
  await page.getByTestId('what-if').click();
  const box = await page.getByTestId('branch-dialog').boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await page.getByTestId('branch').click();
  await expect(new Table(page).prompt).toBeVisible();
});
