import { execFileSync } from 'node:child_process';

import { expect, test, type Locator } from '@playwright/test';

import { faults } from './axe';
import { Leader } from './leader';
import { hurry, openMission } from './table';

/** Where the platoon of the training mission comes in and leaves. */
const ROAD = '4101';
/** A farm down the road, with an event marker. */
const FARM = '4003';
/** A mission takes fewer actions; a fight of more than twenty rounds may be broken off. */
const MOST = 400;

test('a platoon is put together, comes in and plays the training mission to its end', async ({ page }, info) => {
  test.setTimeout(420_000);
  page.setDefaultTimeout(10_000);
  await hurry(page);
  const table = await openMission(page);
  const leader = new Leader(page, table, { out: FARM, home: ROAD });
  const muster = page.getByTestId('muster');
  const press = (action: string): Promise<void> =>
    table.acting(() => muster.locator(`[data-action="${action}"]`).click());
  // A tab with something new on it says how much.
  const tab = (name: string): Promise<void> =>
    page.getByRole('tab', { name: new RegExp(`^${name}( \\d+ new)?$`) }).click();
  const panel = page.getByRole('tabpanel');
  const left = (purse: string): Locator => muster.locator(`[data-purse="${purse}"] > b`);

  // The platoon: quality, crews, ratings, vehicles, rounds. What cannot be bought cannot be pressed.
  await expect(muster).toContainText('The platoon from the sample sheet');
  await expect(page.getByTestId('coach')).toContainText('Two dice decide');
  expect(await faults(page), 'the first page of the muster').toEqual([]);
  await press('generate quality');
  const points = Number(await left('Platoon quality points').innerText());
  await press('buy crew 3c');
  await expect(left('Platoon quality points')).toHaveText(String(points - 8));
  await press('buy crew 1');
  await press('return crew 1');
  await press('buy crew 2');
  await expect(left('Platoon quality points')).toHaveText(String(points - 11));
  expect(await faults(page), 'crews').toEqual([]);
  // Points are left: the table asks once more.
  await muster.locator('[data-next="generate ratings"]').click();
  const warning = page.getByRole('dialog', { name: 'Before you go on' });
  await expect(warning).toContainText('will be lost');
  await warning.getByRole('button', { name: 'Back to the shelf' }).click();
  await muster.locator('[data-next="generate ratings"]').click();
  await table.acting(() => warning.locator('[data-action="generate ratings"]').click());
  await expect(muster.getByLabel('Dice thrown')).toContainText('Crew A: perception');
  await press('buy vehicle a m4a3');
  await press('buy vehicle b m10');
  await press('buy rounds a');
  await press('buy rounds a');
  await press('return rounds a');
  await press('buy rounds b');
  // One round out of it is paid for and finds room elsewhere; and B gets a name.
  await press('return rounds b 1');
  await press('buy rounds b 1');
  await table.acting(async () => {
    const name = muster.locator('[data-name="name b vehicle"]');
    await name.fill('Lucky Seven');
    await name.press('Enter');
  });
  await expect(muster.locator('[data-line-of="A"]')).toContainText('M4A3');
  await expect(muster.locator('[data-line-of="A"] .value')).toHaveText('5');
  expect(await faults(page), 'vehicles').toEqual([]);
  await muster.locator('[data-next="ready"]').click();
  await table.acting(() => warning.locator('[data-action="ready"]').click());
  await expect(muster).toHaveCount(0);
  // What was read lies open; nothing else of the booklet does.
  await expect(panel.getByRole('article', { name: 'Paragraph 001' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'The previous page' })).toBeDisabled();
  expect(await faults(page, { hexes: true }), 'a page').toEqual([]);

  // Onto the map: the hex is picked, then who comes.
  await expect(table.prompt).toContainText('Bring your platoon onto the map');
  await page.keyboard.press('f');
  await page.locator(`[data-hex="${ROAD}"]`).click();
  const menu = page.getByTestId('choice-menu');
  await table.acting(() => menu.locator(`[data-action="enter a ${ROAD}"]`).click());
  await expect(page.locator('[data-unit="a"]')).toHaveAttribute('data-in', ROAD);
  await expect(page.locator('[data-unit]')).toHaveCount(1);
  // The record sheet: five rounds are circled.
  await tab('Platoon');
  const sheet = panel.locator('[data-sheet="a"]');
  await expect(sheet).toContainText('Initial');
  await expect(sheet.locator('.cell.circled')).toHaveText('5');
  await expect(panel.locator('[data-sheet="b"] [data-name="name b vehicle"]')).toHaveValue('Lucky Seven');
  expect(await faults(page), 'the record sheet').toEqual([]);
  await tab('Germans');
  await expect(panel).toContainText('No German has been activated yet');
  await expect(page.getByRole('tab', { name: 'Track' })).toHaveCount(0);
  await tab('Actions');

  // The mission, until it is over one way or the other.
  let tracked = false;
  let turned = false;
  for (let n = 0; n < MOST && !(await table.outcome.isVisible()); n += 1) {
    const offers = await leader.offers();
    if (!tracked && offers.some((offer) => offer.startsWith('begin '))) {
      tracked = true;
      await tab('Track');
      await expect(panel.locator('.space.now [data-piece]').first()).toBeVisible();
      await expect(panel).toContainText('Awareness');
      expect(await faults(page), 'the track').toEqual([]);
      await tab('Germans');
      await expect(panel.locator('[data-sheet]').first()).toContainText('VP');
      expect(await faults(page), 'a German card').toEqual([]);
      await tab('Actions');
    }
    if (!turned && offers.includes('traverse right')) {
      turned = true;
      const unit = page.locator('.piece[data-turret].ready').first();
      const before = Number(await unit.getAttribute('data-turret'));
      await page.getByRole('application').locator('[data-hex]').first().focus();
      await table.acting(() => page.keyboard.press('c'));
      await expect(unit).toHaveAttribute('data-turret', String((before + 1) % 6));
      await expect(page.locator('[data-gauge="Crew points"]')).toBeVisible();
    }
    await leader.take(leader.choose(await leader.offers()));
  }
  expect([tracked, turned]).toEqual([true, true]);
  await expect(table.outcome.getByRole('heading', { level: 2 })).toHaveText(
    /Mission accomplished|The mission has failed/,
  );
  await expect(table.outcome).toContainText('10 were needed');
  await expect(page.getByText('Not done:')).toHaveCount(0);
  expect(leader.deeds).toBeGreaterThan(0);

  // The file of the game is what the command line accepts.
  await table.outcome.getByRole('button', { name: 'Look at the board' }).click();
  await page.getByTestId('table-menu').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save to a file' }).click(),
  ]);
  const file = info.outputPath('game.json');
  await download.saveAs(file);
  const said = execFileSync(process.env['OPFIRE_BIN'] ?? '', ['replay', file, '--verify'], { encoding: 'utf8' });
  expect(said).toContain('all as recorded');
});

test('a turret is dragged round, and the Germans go on by themselves until something is asked', async ({ page }) => {
  page.setDefaultTimeout(10_000);
  await hurry(page);
  const table = await openMission(page);
  const leader = new Leader(page, table, { out: FARM, home: ROAD });
  await table.acting(() => page.getByTestId('muster').locator('[data-action="generate sample"]').click());
  await page.getByRole('tab', { name: 'Actions', exact: true }).click();
  let dragged = false;
  for (let n = 0; n < 80; n += 1) {
    const offers = await leader.offers();
    if (!dragged && offers.includes('traverse right')) {
      dragged = true;
      const unit = page.locator('.piece[data-turret].ready').first();
      const before = Number(await unit.getAttribute('data-turret'));
      const body = await unit.boundingBox();
      const handle = await page.locator('[data-handle="turret"] i').boundingBox();
      if (body == null || handle == null) throw new Error('nothing to drag');
      const angle = ((before + 1) * Math.PI) / 3;
      const [x, y] = [body.x + body.width / 2, body.y + body.height / 2];
      await table.acting(async () => {
        await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
        await page.mouse.down();
        await page.mouse.move(x + Math.sin(angle) * body.width * 1.5, y - Math.cos(angle) * body.width * 1.5, {
          steps: 5,
        });
        await page.mouse.up();
      });
      await expect(unit).toHaveAttribute('data-turret', String((before + 1) % 6));
    }
    if (dragged && offers.includes('german')) break;
    // Nobody fires: somebody must be left to act.
    const now = await leader.offers();
    await leader.take(now.includes('done') ? 'done' : leader.choose(now));
  }
  expect(dragged).toBe(true);
  // One press: they act one after the other, and it ends with a question to the player or with the mission.
  await page.getByTestId('each').uncheck();
  await table.acting(() => table.dock.locator('[data-action="german"]').click());
  await expect(table.dock.locator('[data-action="german"]')).toHaveCount(0);
  await expect(page.getByText('Not done:')).toHaveCount(0);
});
