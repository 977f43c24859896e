import { expect, test } from '@playwright/test';

import { accept, layOutApart, linkOf, person, toTheBoard } from './people';
import { serve } from './program.mjs';
import type { Table } from './table';

// Plans are secret, so both sides make theirs at the same time, each at a screen of its own.

let address = '';
let stop: () => Promise<void> = () => Promise.resolve();

test.beforeAll(async () => {
  ({ address, stop } = await serve());
});

test.afterAll(() => stop());

const planned = (table: Table) => table.dock.locator('[data-action^="unplan "]');
const toPlan = (table: Table) => table.dock.locator('[data-action^="plan "]');
const press = (table: Table, action: string): Promise<void> =>
  table.acting(() => table.surely(() => table.dock.locator(`[data-action="${action}"]`).first().click()));

test('both sides plan at the same time, and neither sees what the other does', async ({ browser }) => {
  const host = await person(browser, address);
  await layOutApart(host, { game: 'assault', scenario: 'training-1-the-farm', seat: 'us', name: 'Ida' });
  const link = await linkOf(host, 'italy');
  const us = await toTheBoard(host);
  const italy = await accept(await person(browser, address), link, 'Anna');
  await press(us, 'draw');

  await expect(toPlan(us).first()).toBeVisible();
  await expect(toPlan(italy).first()).toBeVisible();
  await expect(italy.prompt).toContainText('plan');
  const asked = await us.prompt.textContent();

  const first = (await toPlan(italy).first().getAttribute('data-action')) ?? '';
  await press(italy, first);
  await expect(planned(italy)).toHaveCount(1);
  await expect(planned(us)).toHaveCount(0);
  await expect(us.prompt).toHaveText(asked ?? '');
  await press(italy, 'done');
  await expect(italy.choices()).toHaveCount(0);

  // What was offered before the other side acted can still be pressed.
  await press(us, (await toPlan(us).first().getAttribute('data-action')) ?? '');
  await expect(planned(us)).toHaveCount(1);
  await press(us, 'done');
  await expect(toPlan(us)).toHaveCount(0);
  await expect(toPlan(italy)).toHaveCount(0);
});
