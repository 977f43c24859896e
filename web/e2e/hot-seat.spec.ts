import { expect, test } from '@playwright/test';

import { Table } from './table';

test('two players on one screen play a scenario to its end', async ({ page }) => {
  test.setTimeout(300_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') elsewhere.push(request.url());
  });

  const table = await Table.open(page, 'hot-seat');
  let moves = 0;
  let shots = 0;
  for (let action = 0; action < 600 && !(await table.outcome.isVisible()); action += 1) {
    if (shots < 12 && (await table.fire())) {
      shots += 1;
    } else if (moves < 12 && action % 3 !== 2 && (await table.selectMover())) {
      await table.moveTo(moves, true);
      moves += 1;
    } else if ((await table.choices().count()) > 0) {
      await table.pressOn();
    }
  }

  await expect(table.outcome).toBeVisible();
  await expect(table.outcome.getByRole('heading', { level: 2 })).not.toBeEmpty();
  expect(moves).toBeGreaterThan(0);
  expect(shots).toBeGreaterThan(0);
  expect(elsewhere).toEqual([]);
  expect(problems).toEqual([]);

  await table.outcome.getByRole('button', { name: 'Look at the board' }).click();
  await expect(table.outcome).toBeHidden();
  await expect(table.dock.getByRole('link', { name: 'New game' })).toBeVisible();
});

test('a line of fire is picked by its figure', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat');
  const figure = page.locator('button[data-line]');
  for (let action = 0; action < 80 && (await figure.count()) === 0; action += 1) {
    if (await table.selectMover()) await table.moveTo(action, true);
    else await table.pressOn();
  }
  await expect(figure.first()).toHaveText(/%/);
  await figure.first().hover();
  await expect(page.getByTestId('hover-card')).toBeVisible();
  await table.acting(async () => {
    await figure.first().click();
    const menu = page.getByTestId('choice-menu');
    if (await menu.isVisible()) await menu.locator('[data-action]').first().click();
  });
  await expect(page.getByText('Not done:')).toHaveCount(0);
});

test('a private hand lies face down until it is asked for', async ({ page }) => {
  const table = await Table.open(page, 'hot-seat', '7', 'rzhavets');
  await page.getByRole('tab', { name: 'Panels' }).click();
  const show = page.getByRole('button', { name: /^Show the hand/ });
  const back = page.getByText('face down');
  for (let action = 0; action < 200 && (await show.count()) === 0; action += 1) await table.pressOn();
  await expect(back.first()).toBeVisible();
  await show.click();
  await expect(back).toHaveCount(0);

  // It turns over again as soon as somebody else is asked.
  const seat = await table.prompt.getAttribute('data-seat');
  for (let action = 0; action < 200 && (await table.prompt.getAttribute('data-seat')) === seat; action += 1) {
    await table.pressOn();
  }
  await expect(page.getByRole('button', { name: 'Hide the hand' })).toHaveCount(0);
});
