// Prints how fast the board is: `OPFIRE_BIN=../target/release/opfire npm run measure [SECONDS] [--save FILE.json]`.
// It opens the scenario with the largest map of the program, at 1440×900, and pans with the mouse.
import { writeFile } from 'node:fs/promises';

import { chromium } from '@playwright/test';

import { freePort, start } from './program.mjs';

const seconds = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 5);
const save = process.argv.indexOf('--save');
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const stop = await start((folder) => ['play', '--no-open', '--port', String(port), '--data', folder], address);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--disable-gpu'],
});

try {
  const table = await largest();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  // Once for the browser itself, so that what is measured is the page and not the start of a process.
  await page.goto(address);
  const first = [];
  for (let n = 0; n < 3; n += 1) first.push(await firstBoard(page, table));
  const frames = await pan(page);
  const figures = {
    scenario: table.scenario,
    hexes: table.hexes,
    counters: await page.locator('[data-unit]').count(),
    first_board_ms: Math.round(middle(first)),
    frames: frames.length,
    frame_median_ms: round(middle(frames)),
    frame_p95_ms: round(at(frames, 0.95)),
    frames_per_second: round(1000 / (frames.reduce((sum, frame) => sum + frame, 0) / frames.length)),
  };
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(18)} ${value}`);
  if (save > 0) await writeFile(process.argv[save + 1] ?? 'measure.json', `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  await browser.close();
  await stop();
}

/** A table of the scenario with the most hexes. */
async function largest() {
  const games = await (await fetch(`${address}/api/games`)).json();
  const tables = [];
  for (const game of games) {
    for (const scenario of game.scenarios) {
      const players = scenario.seats.map(() => 'human');
      const wish = { game: game.id, scenario: scenario.id, players, seed: '7' };
      const answer = await fetch(`${address}/api/tables`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(wish),
      });
      const table = await answer.json();
      const board = await (await fetch(`${address}/api/tables/${table.id}/board`)).json();
      const view = await (await fetch(`${address}/api/tables/${table.id}/view?seq=0`)).json();
      const counters = view.scene?.counters.length ?? 0;
      tables.push({ ...table, hexes: board.hexes.length, counters });
    }
  }
  return tables.toSorted((a, b) => b.hexes - a.hexes || b.counters - a.counters)[0];
}

/** Milliseconds from the address to a board with counters and map on the screen. */
async function firstBoard(page, table) {
  await page.goto('about:blank');
  const keys = table.seats.map((seat) => `key=${seat.key}`).join('&');
  await page.goto(`${address}/#/table/${table.id}?${keys}`, { waitUntil: 'commit' });
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => {
          const map = document.querySelector('.world img');
          const drawn = document.querySelector('[data-unit]') != null && (map == null || map.complete);
          if (document.querySelector('.world') != null && drawn)
            requestAnimationFrame(() => resolve(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

/** Drags the board about, and gives the time of every frame. */
async function pan(page) {
  await page.waitForTimeout(500);
  for (let n = 0; n < 2; n += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    window.frames_ = [];
    let last = null;
    const note = (now) => {
      if (last != null) window.frames_.push(now - last);
      last = now;
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  const until = Date.now() + seconds * 1000;
  await page.mouse.move(500, 400);
  await page.mouse.down();
  for (let step = 0; Date.now() < until; step += 1) {
    await page.mouse.move(500 + Math.sin(step / 25) * 350, 400 + Math.sin(step / 17) * 250);
  }
  await page.mouse.up();
  return page.evaluate(() => window.frames_);
}

function at(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function middle(values) {
  return at(values, 0.5);
}

function round(value) {
  return Math.round(value * 10) / 10;
}
