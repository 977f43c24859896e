// A smoke test of all three games in Debian's Firefox: `OPFIRE_BIN=../target/debug/opfire npm run firefox`. Somebody
// opens the start page, decides twice in each game, by mouse and by keyboard, leaves, and finds the game again.
// Playwright needs a Firefox of its own making; puppeteer drives the installed one, over WebDriver BiDi. FIREFOX names
// another program. Any error of the page, in its console or in an answer of the server fails the test. Plain
// JavaScript, for node's own test runner.
import assert from 'node:assert/strict';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';

import { launch } from 'puppeteer-core';

import { freePort, start } from './program.mjs';

/** How long one wait may take, in milliseconds. */
const PATIENCE = 20_000;
/** Milliseconds after which a key is pressed again: it does nothing just after it has changed its meaning, and what gives something up is asked twice. */
const AGAIN = 600;

const GAMES = ['divisions', 'open-fire', 'assault'];

const DOCK = '[aria-label="What is asked"]';
const PROMPT = `${DOCK} [data-testid="prompt"]`;
const DEED = '[data-testid="deed"]';
const LOG = '[data-testid="log-entry"]';
/** What can be decided: in the bar below the board, or on the screen where a force is put together. */
const OFFERED = `:is(${DOCK}, [data-testid="muster"]) [data-action]:not(:disabled)`;

let address = '';
let stop = () => Promise.resolve();
let browser = null;

before(
  async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    stop = await start((data) => ['play', '--no-open', '--port', String(port), '--data', data], address);
    // Its profile is a new folder, and gone when it is closed.
    browser = await launch({
      browser: 'firefox',
      executablePath: firefox(),
      defaultViewport: { width: 1440, height: 900 },
      // Nothing glides, so that what is clicked stands still.
      extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
    });
  },
  { timeout: 120_000 },
);

// Also if Firefox did not start: the program would run on.
after(async () => {
  await browser?.close();
  await stop();
});

for (const game of GAMES) {
  test(`${game} in Firefox: two decisions, and back to them`, { timeout: 120_000 }, async () => {
    const visit = await Visit.begin();
    try {
      await visit.playNow(game);
      await visit.byMouse();
      await visit.byKeyboard();
      await visit.readLog();
      await visit.comeBack(game);
    } catch (error) {
      // What the page complains of explains why it was waited for in vain.
      error.message += visit.faults.map((fault) => `\n  the page: ${fault}`).join('');
      throw error;
    } finally {
      await visit.end();
    }
    assert.deepEqual(visit.faults, [], 'what the page complains of');
  });
}

/** One person with a browser that has never been here. */
class Visit {
  /** What the page complains of. */
  faults = [];

  static async begin() {
    const visit = new Visit();
    visit.context = await browser.createBrowserContext();
    visit.page = await visit.context.newPage();
    visit.page.setDefaultTimeout(PATIENCE);
    visit.page.on('pageerror', (error) => visit.faults.push(String(error)));
    visit.page.on('console', (line) => {
      if (line.type() === 'error') visit.faults.push(line.text());
    });
    visit.page.on('response', (response) => {
      if (response.status() >= 400) visit.faults.push(`${response.status()} for ${response.url()}`);
    });
    return visit;
  }

  async end() {
    await this.context.close();
  }

  /** From the start page over the briefing to a drawn map and a first question. */
  async playNow(game) {
    await this.page.goto(address);
    await this.click(`[data-game="${game}"] [data-testid="play-now"]`);
    await this.page.waitForSelector('[data-testid="briefing"] [data-testid="what-wins"]', { visible: true });
    await this.click('[data-testid="to-the-table"]');
    await this.page.waitForSelector('[data-testid="briefing"]', { hidden: true });
    await this.page.waitForSelector('.world [data-sharp]');
    await this.page.waitForSelector(OFFERED, { visible: true });
  }

  /** Clicks what is offered first. */
  async byMouse() {
    const before = await this.seq();
    await this.click(OFFERED);
    await this.goneOn(before, PATIENCE);
  }

  /** Reads what the others did, key by key, and then presses the key that stands on a button. */
  async byKeyboard() {
    const key = await this.nextKey();
    const before = await this.seq();
    const until = Date.now() + PATIENCE;
    for (let gone = false; !gone; gone = await this.goneOn(before, AGAIN).catch(() => false)) {
      assert.ok(Date.now() < until, `the key ${key} does nothing`);
      await this.page.keyboard.press(key);
    }
  }

  /** The key of what is offered first, once nobody else's deeds are being told. */
  async nextKey() {
    for (;;) {
      const told = await this.page.waitForSelector(`${DEED}, ${DOCK} [data-action] kbd`, { visible: true });
      const key = await told.evaluate((element) => (element.matches('kbd') ? element.textContent.trim() : null));
      if (key != null) return key.toLowerCase();
      const deed = await told.evaluate((element) => element.dataset.index);
      await this.page.keyboard.press(' ');
      await this.page.waitForSelector(`${DEED}[data-index="${deed}"]`, { hidden: true });
    }
  }

  /** What was done is in the log. */
  async readLog() {
    await this.page.keyboard.press('g');
    const line = await this.page.waitForSelector(LOG, { visible: true });
    assert.notEqual(await line.evaluate((element) => element.textContent.trim()), '');
  }

  /** Back to the start page, which offers to continue, and to the same table by that. */
  async comeBack(game) {
    const address = this.page.url();
    await this.click('header a.home');
    await this.page.waitForSelector(`[data-game="${game}"]`);
    await this.click('[data-testid="continue-last"]');
    await this.page.waitForSelector(`:is(${PROMPT}, ${DEED})`, { visible: true });
    assert.equal(this.page.url(), address);
  }

  /** Clicks something as soon as it is there, can be seen and stands still. */
  async click(selector) {
    try {
      await this.page.locator(selector).click();
    } catch (error) {
      throw new Error(`cannot click ${selector}`, { cause: error });
    }
  }

  /** How many actions the game has. */
  async seq() {
    return this.page.$eval(PROMPT, (prompt) => Number(prompt.dataset.seq));
  }

  /** Waits until the game has more actions than before. */
  async goneOn(before, timeout) {
    const more = (seq) => Number(document.querySelector('[data-testid="prompt"]')?.dataset.seq) > seq;
    await this.page.waitForFunction(more, { timeout }, before);
    return true;
  }
}

/** The installed Firefox. */
function firefox() {
  const named = process.env['FIREFOX'];
  if (named != null) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = ['firefox-esr', 'firefox'].flatMap((name) => folders.map((folder) => join(folder, name))).find(runs);
  assert.ok(found != null, "Firefox is missing: on Debian 'apt-get install firefox-esr'");
  return found;
}

function runs(program) {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
