// Takes the pictures of the boards in docs/pictures that README and docs show: board.png (Divisions), open-fire.png,
// assault.png.
//
//   OPFIRE_BIN=../target/release/opfire node e2e/pictures.mjs [board] [open-fire] [assault]
//
// It starts the program on a free port with an empty folder, plays a few actions of each game by the buttons of the
// page and takes the screen at 1440×900 when something is going on: a shot that can be taken, a round, the enemy's
// fire. The same program gives the same pictures: seeds are fixed. Run it after the look of the client has changed, and
// look at what it made before you commit it.
import { chromium } from '@playwright/test';

import { freePort, start } from './program.mjs';

const folder = new URL('../../docs/pictures/', import.meta.url);
const wanted = process.argv.slice(2);
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const stop = await start((data) => ['play', '--no-open', '--port', String(port), '--data', data], address);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--disable-gpu'],
});

const PICTURES = { board: divisions, 'open-fire': openFire, assault };

try {
  for (const [name, play] of Object.entries(PICTURES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    page.setDefaultTimeout(30_000);
    await play(page);
    await page.mouse.move(0, 0);
    // The map is drawn sharp while nothing moves.
    await page.waitForTimeout(1_500);
    await page.screenshot({ path: new URL(`${name}.png`, folder).pathname });
    await page.close();
    console.log(`docs/pictures/${name}.png`);
  }
} finally {
  await browser.close();
  await stop();
}

/** From the scenario to the board. */
async function sitDown(page, game, scenario, mode, seed) {
  await page.goto(`${address}/#/game/${game}/${scenario}`);
  await page.getByTestId(mode).click();
  await page.getByText('Seed of the dice').click();
  await page.getByLabel('Seed', { exact: true }).fill(seed);
  await page.getByTestId('start').click();
  await page.getByTestId('to-the-table').click();
}

/** What the bar below the board offers. */
function dock(page) {
  return page.getByRole('region', { name: 'What is asked' });
}

/** Presses a button and waits until the game has gone on. */
async function press(page, button) {
  const prompt = page.getByTestId('prompt');
  const before = await prompt.getAttribute('data-seq');
  await button.click();
  const sure = page.locator('[data-sure]');
  if (await sure.isVisible()) await sure.click();
  await page.waitForFunction(
    (seq) => document.querySelector('[data-testid="prompt"]')?.getAttribute('data-seq') !== seq,
    before,
  );
}

/** The bright button, or else the way out. */
async function pressOn(page) {
  const bright = dock(page).locator('[data-action].primary');
  const any = dock(page).locator('[data-action]');
  await any.first().waitFor();
  await press(page, (await bright.count()) > 0 ? bright.first() : any.last());
}

/** Reads what the others did to its end. */
async function skip(page) {
  const deed = page.getByTestId('deed');
  if (!(await deed.isVisible())) return;
  await page.keyboard.press('Escape');
  await deed.waitFor({ state: 'hidden' });
}

/** A moment in which somebody can fire. */
async function divisions(page) {
  await sitDown(page, 'divisions', 'rzhavets', 'hot-seat', '5');
  const shot = page.locator('button[data-line]');
  for (let n = 0; n < 40 && (await shot.count()) === 0; n += 1) await pressOn(page);
  await page.locator('[data-unit].ready, [data-unit].selected').first().waitFor();
}

/** The first round of the training mission, with a target in sight. */
async function openFire(page) {
  await page.addInitScript(() => localStorage.setItem('opfire.coach', 'off'));
  await sitDown(page, 'open-fire', 'training', 'alone-us', '7');
  await press(page, page.getByTestId('muster').locator('[data-action="generate sample"]'));
  await skip(page);
  await page.getByRole('tab', { name: 'Actions', exact: true }).click();
  const likes = ['peer', 'answer', 'enter a 4101', 'enter b 4101', 'march a 4102', 'march a 4003', 'march a', 'begin'];
  const list = page.getByRole('tabpanel').locator('[data-action]');
  for (let n = 0; n < 40 && (await page.locator('[data-handle="turret"]').count()) === 0; n += 1) {
    const offers = await list.evaluateAll((all) => all.map((one) => one.dataset.action));
    const next = likes.map((like) => offers.find((offer) => offer.startsWith(like))).find((offer) => offer != null);
    if (next == null) await pressOn(page);
    else {
      const folded = page
        .getByRole('tabpanel')
        .locator('details:not([open])', { has: page.locator(`[data-action="${next}"]`) });
      if ((await folded.count()) > 0) await folded.first().locator('summary').first().click();
      await press(page, page.getByRole('tabpanel').locator(`[data-action="${next}"]`));
    }
    await skip(page);
  }
  await page.getByRole('tab', { name: 'Track', exact: true }).click();
}

/** The bot fires, with its dice. */
async function assault(page) {
  await page.addInitScript(() => localStorage.setItem('opfire.coach', 'off'));
  await sitDown(page, 'assault', 'beachhead', 'alone-us', '3');
  const fired = page.locator('[data-testid="deed"][data-kind="shot"]');
  const likes = ['place-rest', 'plan ', 'activate ', 'fire '];
  for (let n = 0; n < 200 && (await fired.count()) === 0; n += 1) {
    const deed = page.getByTestId('deed');
    await deed.or(dock(page).locator('[data-action]').first()).first().waitFor();
    if (await deed.isVisible()) {
      const on = page.getByTestId('deed-on');
      if (await on.isEnabled()) await on.click();
      continue;
    }
    let next = null;
    for (const like of likes) {
      next ??= (await dock(page).locator(`[data-action^="${like}"]`).count()) > 0 ? like : null;
    }
    if (next == null) await pressOn(page);
    else await press(page, dock(page).locator(`[data-action^="${next}"]`).first());
  }
  // Near enough to read the counters.
  for (let n = 0; n < 2; n += 1) await page.keyboard.press('+');
}
