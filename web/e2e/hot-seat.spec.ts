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
