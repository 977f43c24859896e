import { expect, test } from '@playwright/test';

import { Table } from './table';

test('undo takes a move back', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat');
  await table.untilMoves();
  const before = await table.seq();
  const lines = await table.log.count();
  await table.moveTo(0, false, true);
  const undo = page.getByTestId('undo');
  await expect(undo).toBeEnabled();
  while ((await table.seq()) > before) await table.acting(() => undo.click());
  expect(await table.log.count()).toBe(lines);
});

test('a reloaded page goes on where it was', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat');
  for (let n = 0; n < 4; n += 1) await table.pressOn();
  const seq = await table.seq();
  const prompt = await table.prompt.innerText();
  await page.reload();
  await expect(table.prompt).toHaveText(prompt);
  expect(await table.seq()).toBe(seq);

  await page.goto('/');
  await page
    .getByRole('link', { name: /^Resume/ })
    .first()
    .click();
  await expect.poll(() => table.seq()).toBe(seq);
});

test('the replay goes back to the start and forward again', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat');
  for (let n = 0; n < 6; n += 1) await table.pressOn();
  const seq = await table.seq();
  await page.getByTestId('table-menu').click();
  await page.getByTestId('start-replay').click();
  const bar = page.getByTestId('replay');
  const slider = bar.getByRole('slider');
  await expect(slider).toHaveValue(String(seq));
  const lines = await table.log.count();
  await slider.fill('0');
  await expect(bar.locator('output')).toHaveText(`0 / ${seq}`);
  await expect.poll(() => table.log.count()).toBeLessThan(lines);
  await bar.getByRole('button', { name: 'One action on' }).click();
  await expect(slider).toHaveValue('1');
  await bar.getByLabel('Speed').selectOption('fast');
  await bar.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(slider).toHaveValue(String(seq), { timeout: 15_000 });
  await bar.getByRole('button', { name: 'Back to the game' }).click();
  await expect(table.prompt).toHaveAttribute('data-seq', String(seq));
});

test('a lost connection comes back by itself', async ({ page }) => {
  let cut: (() => Promise<void>) | undefined;
  let connections = 0;
  await page.routeWebSocket(/\/ws/, (socket) => {
    connections += 1;
    socket.connectToServer();
    cut = () => socket.close();
  });
  const table = await Table.open(page, 'hot-seat');
  await table.pressOn();
  const seq = await table.seq();
  await cut?.();
  await expect(page.getByText('Connection lost')).toBeVisible();
  await expect(page.getByText('Connection lost')).toBeHidden();
  expect(connections).toBe(2);
  await table.pressOn();
  expect(await table.seq()).toBeGreaterThan(seq);
});
