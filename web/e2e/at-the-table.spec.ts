import { expect, test, type Page } from '@playwright/test';

import { unreadable } from './crowd';
import { Leader } from './leader';
import { DESK, PHONE } from './people';
import { hurry, openOnTheRoad, Table } from './table';

// What annoyed at the table, each held where a player meets it.

/** The Road Block as the Americans, until the first unit is to be activated: many units, many chances. */
async function roadBlock(page: Page): Promise<Table> {
  await hurry(page);
  await page.addInitScript(() => localStorage.setItem('opfire.coach', 'off'));
  return Table.open(page, 'alone-us', '11', 'road-block', 'assault');
}

/** Takes what the dock offers first of these; says whether there was any. */
async function take(table: Table, ...wanted: string[]): Promise<boolean> {
  for (const start of wanted) {
    const button = table.dock.locator(`.row [data-action^="${start}"]`).first();
    if (!(await button.isVisible())) continue;
    await table.acting(() => button.click());
    return true;
  }
  return false;
}

for (const [screen, size] of [
  ['a desk', DESK],
  ['a phone', PHONE],
] as const) {
  test.describe(`on ${screen}`, () => {
    test.use({ viewport: size });

    test('many units can be told apart, and the question what is given away stays on the screen', async ({ page }) => {
      test.setTimeout(180_000);
      const table = await roadBlock(page);
      const plans = table.dock.locator('[data-action^="plan "]');
      await expect(async () => {
        if ((await plans.count()) === 0) await take(table, 'draw', 'place-rest', 'done');
        await expect(plans.first()).toBeVisible({ timeout: 2000 });
      }).toPass({ timeout: 60_000 });
      const names = await plans.evaluateAll((all) => all.map((one) => (one as HTMLElement).innerText.trim()));
      expect(names.length).toBeGreaterThan(10);
      expect(new Set(names).size).toBe(names.length);
      expect(await unreadable(page)).toEqual([]);
      for (let n = 0; n < 20 && (await take(table, 'plan ')); n += 1);

      const doubted = page.getByTestId('doubted');
      await expect(async () => {
        const on = table.dock.locator('.row [data-action="done"]');
        if (await on.isVisible()) await on.click();
        await expect(page.getByTestId('missed').first()).toBeVisible({ timeout: 1500 });
      }).toPass({ timeout: 60_000 });
      // The best three, and how many there are besides.
      await expect(page.getByTestId('missed')).toHaveCount(3);
      await expect(page.getByTestId('missed-others')).toHaveText(/other units could fire, too/);
      await expect(doubted).toBeInViewport({ ratio: 1 });
      await expect(doubted.locator('[data-sure]')).toBeInViewport({ ratio: 1 });
      expect(await unreadable(page)).toEqual([]);
      // A unit that is ordered to hold is not asked about; a no leaves everything as it was.
      const first = await page.getByTestId('missed').first().innerText();
      await page.getByTestId('missed').first().getByRole('button', { name: 'It holds' }).click();
      await expect(page.getByTestId('missed').first()).not.toHaveText(first);
      const before = await table.seq();
      await doubted.getByRole('button', { name: 'Not yet' }).click();
      await expect(doubted).toHaveCount(0);
      expect(await table.seq()).toBe(before);
      // After a reload everybody would be asked about again; whoever has switched it off is not.
      await page.evaluate(() => localStorage.setItem('opfire.last-chance', 'off'));
      await page.reload();
      await expect(table.dock.locator('.row [data-action="done"]')).toBeVisible();
      await take(table, 'done');
      expect(await table.seq()).toBeGreaterThan(before);
    });

    for (const [game, scenario, mode] of [
      ['divisions', 'tiger-in-the-open', 'alone-german'],
      ['assault', 'training-1-the-farm', 'alone-us'],
      ['open-fire', 'training', null],
    ] as const) {
      test(`${game}: with the largest words nothing overlaps and nothing is missing`, async ({ page }) => {
        test.setTimeout(120_000);
        await hurry(page);
        await page.addInitScript(() => {
          localStorage.setItem('opfire.coach', 'off');
          localStorage.setItem('opfire.text-size', 'largest');
        });
        if (mode == null) {
          await openOnTheRoad(page);
        } else {
          await Table.open(page, mode, '7', scenario, game);
        }
        await expect(page.locator('html')).toHaveAttribute('data-text-size', 'largest');
        const table = new Table(page);
        // On a phone a page that was read comes up as a sheet over the dock.
        const close = page
          .getByRole('complementary', { name: 'Log and details' })
          .getByRole('button', { name: 'Close' });
        for (let n = 0; n < 12; n += 1) {
          await expect(page.getByTestId('undo')).toBeVisible();
          await expect(page.locator('.banner')).toHaveCount(0);
          // A sheet that is on its way in or out is not judged.
          await expect(async () => {
            if (await close.isVisible()) await close.click({ timeout: 1000 });
            expect(await unreadable(page), await table.prompt.innerText()).toEqual([]);
          }).toPass({ timeout: 10_000 });
          // Where all there is to do is on the board, the dock has nothing to press.
          if ((await table.choices().count()) === 0) break;
          await table.pressOn();
        }
      });
    }
  });
}

test('a gun that cannot bear says what has to be done first, and one click does it', async ({ page }) => {
  test.setTimeout(180_000);
  page.setDefaultTimeout(10_000);
  await hurry(page);
  const table = await openOnTheRoad(page);
  await page.getByRole('tab', { name: 'Actions', exact: true }).click();
  const leader = new Leader(page, table, { out: '4003', home: '4101' });
  const after = page.getByTestId('after').locator('[data-steps]').first();
  for (let n = 0; n < 120 && !(await after.isVisible()); n += 1) {
    const offers = await leader.offers();
    // Nobody fires, so that somebody is left to be fired at.
    const quiet = offers.filter((offer) => !/^(fire|guns|charge)/.test(offer));
    await leader.take(leader.choose(quiet));
    await expect(page.getByRole('application')).toHaveAttribute('aria-busy', 'false');
  }
  await expect(after).toContainText(/after .*\d+%/);
  // The card of whoever came was laid on the table: a number on the tab of cards, gone when they are looked at.
  const laid = page.getByTestId('newcomer');
  await expect(laid).toHaveText(/^\d+\s*new$/);
  await page.getByRole('tab').filter({ has: laid }).click();
  await expect(laid).toHaveCount(0);
  const steps = ((await after.getAttribute('data-steps')) ?? '').split(' ; ');
  const shot = (await after.locator('[data-opening]').getAttribute('data-opening')) ?? '';
  expect(steps.join()).not.toContain('fire');
  await table.acting(() => after.click());
  // The shot itself is another click, and is offered now or one step nearer.
  const ready = table.dock.locator(`[data-action="${shot}"]`);
  const nearer = page.getByTestId('after').locator(`[data-opening="${shot}"]`);
  await expect(ready.or(nearer).first()).toBeVisible();
});

test('the debriefing tells losses and luck, also when it is opened again, and a game that goes on can be saved', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const table = await Table.open(page, 'alone-german', '5', 'rzhavets');
  await page.getByTestId('table-menu').click();
  await page.getByLabel('instant').check();
  await page.getByRole('button', { name: 'Save to a file' }).click();
  // It holds what is hidden, so it is asked first.
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-secrets').click()]);
  expect(download.suggestedFilename()).toContain('rzhavets');
  await page.keyboard.press('Escape');

  for (let n = 0; n < 600 && !(await table.outcome.isVisible()); n += 1) {
    await expect(table.choices().or(table.outcome).first()).toBeVisible({ timeout: 30_000 });
    if (await table.outcome.isVisible()) break;
    if (!(await take(table, 'fire '))) await table.pressOn();
  }
  await expect(page.getByTestId('verdict')).toContainText(/You have (won|lost)|Nobody has won/);
  const told = async (): Promise<string[]> => [
    await page.getByTestId('losses').innerText(),
    (await page.getByTestId('luck').allInnerTexts()).join(),
  ];
  await expect(page.getByTestId('luck').first()).toBeVisible();
  const before = await told();
  // Not only the shots that nobody could answer.
  const throws = Number(/(\d+)\s+throws? with known odds/.exec(before[1] ?? '')?.[1] ?? 0);
  expect(throws).toBeGreaterThan(5);
  const lost = await page.locator('[data-lost]').evaluateAll((all) => all.map((one) => one.getAttribute('data-lost')));
  expect(new Set(lost).size).toBe(lost.length);
  await page.reload();
  await expect(page.getByTestId('luck').first()).toBeVisible();
  expect(await told()).toEqual(before);
});
