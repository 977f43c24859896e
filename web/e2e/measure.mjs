// Prints how fast the board is: `OPFIRE_BIN=../target/release/opfire npm run measure [SECONDS] [--save FILE.json]
// [--json]`. It opens the scenario with the largest map of the program, and the largest map of the map room, at
// 1440×900, without a graphics card; it pans with the mouse and, in the map room, zooms with the wheel. It does some
// actions of a short game, and weighs what a browser fetches before its first board. `load` is what else the machine
// does: above 1 or 2 the times say little.
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { gzipSync } from 'node:zlib';

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
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  // The board, not the briefing or the curtain in front of it.
  await page.addInitScript(() => {
    localStorage.setItem('opfire.briefing', 'off');
    localStorage.setItem('opfire.curtain', 'off');
  });
  // Once for the browser itself, so that what is measured is the page and not the start of a process.
  await page.goto(address);
  const figures = {
    load: round(loadavg()[0]),
    ...(await ofTable(page)),
    map: await ofMap(page),
    action: await ofActions(page),
  };
  if (process.argv.includes('--json')) console.log(JSON.stringify(figures, null, 2));
  else {
    for (const [what, values] of Object.entries(figures)) {
      console.log(typeof values === 'object' ? what : `${what} ${values}`);
      for (const [name, value] of Object.entries(values)) console.log(`  ${name.padEnd(18)} ${value}`);
    }
  }
  if (save > 0) await writeFile(process.argv[save + 1] ?? 'measure.json', `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  await browser.close();
  await stop();
}

/** What the open page weighs: with the scripts and styles it has fetched, and those compressed as a server may send them. */
async function ofBundle(page) {
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const wanted = [address, ...names.filter((name) => name.includes('/assets/'))];
  const all = await Promise.all(wanted.map(async (name) => Buffer.from(await (await fetch(name)).arrayBuffer())));
  const kilobytes = (sizes) => round(sizes.reduce((sum, size) => sum + size, 0) / 1000);
  return {
    files: all.length,
    kB: kilobytes(all.map(({ length }) => length)),
    compressed_kB: kilobytes(all.map((part) => gzipSync(part, { level: 9 }).length)),
  };
}

/** From a click on what is offered to the frame that shows what came of it, at a shared screen. */
async function ofActions(page) {
  const games = await (await fetch(`${address}/api/games`)).json();
  const game = games[0];
  const scenario = game.scenarios[0];
  const answer = await fetch(`${address}/api/tables`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      game: game.id,
      scenario: scenario.id,
      players: scenario.seats.map(() => 'human'),
      seed: '7',
    }),
  });
  const table = await answer.json();
  await page.goto(`${address}/#/table/${table.id}?${table.seats.map((seat) => `key=${seat.key}`).join('&')}`);
  await page.locator('[data-action]').first().waitFor();
  const times = [];
  for (let n = 0; n < 15; n += 1) {
    await page.waitForTimeout(500);
    const time = await page.evaluate(redraw);
    if (time == null) break;
    times.push(time);
  }
  return {
    scenario: scenario.id,
    actions: times.length,
    median_ms: round(middle(times)),
    worst_ms: round(at(times, 1)),
  };
}

/** In the page: presses the bright button, or else the way out, and takes the time to the frame after the game has gone on. */
async function redraw() {
  const seq = () => document.querySelector('[data-testid="prompt"]')?.dataset.seq;
  const frame = () => new Promise(requestAnimationFrame);
  const bright = document.querySelector('.dock [data-action].primary');
  const button = bright ?? [...document.querySelectorAll('.dock [data-action]')].at(-1);
  if (button == null) return null;
  const before = seq();
  let began = performance.now();
  button.click();
  const until = began + 5000;
  while (seq() === before && performance.now() < until) {
    await frame();
    // What gives something up is asked once more, and only the answer counts.
    const sure = document.querySelector('[data-sure]');
    if (sure == null) continue;
    began = performance.now();
    sure.click();
  }
  await frame();
  return performance.now() - began;
}

/** A game on the largest board. */
async function ofTable(page) {
  const table = await largest();
  const keys = table.seats.map((seat) => `key=${seat.key}`).join('&');
  const first = await thrice(() => firstBoard(page, `#/table/${table.id}?${keys}`, '[data-unit]'));
  const bundle = await ofBundle(page);
  await nearer(page);
  const figures = {
    scenario: table.scenario,
    hexes: table.hexes,
    counters: await page.locator('[data-unit]').count(),
    first_board_ms: Math.round(first),
    ...told('', await pan(page)),
  };
  return { bundle, table: figures };
}

/** The largest map of the map room: panned near, zoomed in and out, and left alone until it is sharp again. */
async function ofMap(page) {
  const games = await (await fetch(`${address}/api/games`)).json();
  const maps = games.flatMap((game) => game.maps.map((map) => ({ game: game.id, ...map })));
  const map = maps.toSorted((a, b) => b.hexes - a.hexes)[0];
  const first = await thrice(() => firstBoard(page, `#/map/${map.game}/${map.id}`, '[data-hex]'));
  const whole = await pan(page);
  await nearer(page);
  const panned = await pan(page);
  const zoomed = await zoom(page);
  const answered = await sight(page);
  return {
    map: `${map.game}/${map.id}`,
    hexes: map.hexes,
    first_board_ms: Math.round(first),
    ...told('whole_', whole),
    ...told('pan_', panned),
    ...told('zoom_', zoomed),
    ...answered,
  };
}

function told(prefix, frames) {
  const sum = frames.reduce((total, frame) => total + frame, 0);
  return {
    [`${prefix}frames`]: frames.length,
    [`${prefix}median_ms`]: round(middle(frames)),
    [`${prefix}p95_ms`]: round(at(frames, 0.95)),
    [`${prefix}worst_ms`]: round(at(frames, 1)),
    [`${prefix}fps`]: round(1000 / (sum / frames.length)),
  };
}

async function thrice(what) {
  const times = [];
  for (let n = 0; n < 3; n += 1) times.push(await what());
  return middle(times);
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
  // A platoon that is still to be put together has no counters to wait for.
  const peopled = tables.filter(({ counters }) => counters > 0);
  return peopled.toSorted((a, b) => b.hexes - a.hexes || b.counters - a.counters)[0];
}

/** Milliseconds from the address to a board with its map on the screen. */
async function firstBoard(page, hash, thing) {
  await page.goto('about:blank');
  await page.goto(`${address}/${hash}`, { waitUntil: 'commit' });
  return page.evaluate(
    (selector) =>
      new Promise((resolve) => {
        const look = () => {
          const drawn = document.querySelector('.world [data-sharp]') != null;
          if (drawn && document.querySelector(selector) != null)
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
          else requestAnimationFrame(look);
        };
        look();
      }),
    thing,
  );
}

async function nearer(page) {
  await page.waitForTimeout(500);
  for (let n = 0; n < 2; n += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.waitForTimeout(500);
}

/** The time of every frame while something is done. */
async function frames(page, what) {
  await page.evaluate(() => {
    window.noted = [];
    window.noting = true;
    let last = null;
    const note = (now) => {
      if (last != null) window.noted.push(now - last);
      last = now;
      if (window.noting) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await what();
  return page.evaluate(() => {
    window.noting = false;
    return window.noted;
  });
}

/** Drags the board about. */
function pan(page) {
  return frames(page, async () => {
    const until = Date.now() + seconds * 1000;
    await page.mouse.move(500, 400);
    await page.mouse.down();
    for (let step = 0; Date.now() < until; step += 1) {
      await page.mouse.move(500 + Math.sin(step / 25) * 350, 400 + Math.sin(step / 17) * 250);
    }
    await page.mouse.up();
  });
}

/** Turns the wheel in and out. */
function zoom(page) {
  return frames(page, async () => {
    const until = Date.now() + seconds * 1000;
    await page.mouse.move(620, 430);
    for (let step = 0; Date.now() < until; step += 1) {
      await page.mouse.wheel(0, Math.cos(step / 30) * 40);
      await page.waitForTimeout(8);
    }
  });
}

/** How long a line of sight and a field of view take, from the key to the drawing. */
async function sight(page) {
  const timed = async (what, selector) => {
    const began = Date.now();
    await what();
    await page.locator(selector).first().waitFor({ state: 'attached' });
    return Date.now() - began;
  };
  await page.getByRole('button', { name: 'Show the whole board' }).click();
  await page.waitForTimeout(800);
  await page.keyboard.press('l');
  await page.mouse.click(400, 300);
  const look = await timed(() => page.mouse.click(800, 600), '[data-fare]');
  const field = await timed(() => page.keyboard.press('v'), '[data-seen]');
  await page.keyboard.press('Escape');
  return { look_ms: look, field_ms: field };
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
