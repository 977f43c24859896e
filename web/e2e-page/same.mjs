// The same seeds give the same games on a page as in the program: every action, every fingerprint, every line of the log.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { freePort, start } from '../e2e/program.mjs';
import { open, play } from './engine.mjs';

/** A dozen games of each ruleset: scenario, and who plays. */
const GAMES = {
  divisions: [
    ['tiger-in-the-open', ['heuristic', 'heuristic'], 8],
    ['tiger-in-the-open', ['random', 'heuristic'], 3],
    ['rzhavets', ['heuristic', 'heuristic'], 1],
  ],
  'open-fire': [
    ['training', ['platoon-leader'], 6],
    ['training', ['random'], 3],
    ['grand-prix', ['company-leader'], 2],
    ['the-mistake', ['company-leader'], 1],
  ],
  assault: [
    ['training-1-the-farm', ['staff-officer', 'staff-officer'], 8],
    ['training-1-the-farm', ['random', 'random'], 2],
    ['training-2-the-fork', ['staff-officer', 'staff-officer'], 2],
  ],
};

let address = '';
let stop = async () => undefined;
let door = null;

before(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  stop = await start((folder) => ['play', '--no-open', '--port', String(port), '--data', folder], address);
  door = await open();
});

after(() => stop());

/** What the program makes of the same wish. */
async function native(wish) {
  const ask = async (path, init) => {
    const response = await fetch(`${address}/api/${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response;
  };
  const headers = { 'content-type': 'application/json' };
  const made = await ask('tables', { method: 'POST', headers, body: JSON.stringify({ ...wish, pace: 'none' }) });
  const { id } = await made.json();
  for (;;) {
    const { over, broken } = await (await ask(`tables/${id}`)).json();
    assert.equal(broken, null);
    if (over) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return (await ask(`tables/${id}/file`)).text();
}

for (const [game, rows] of Object.entries(GAMES)) {
  test(`a dozen games of ${game}`, async () => {
    let count = 0;
    for (const [scenario, players, seeds] of rows) {
      for (let seed = 1; seed <= seeds; seed += 1) {
        const wish = { game, scenario, players, seed: String(seed) };
        const { file, actions } = play(door, wish);
        assert.ok(actions > 5, `${scenario} ${seed}: ${actions} actions`);
        assert.equal(file, await native(wish), `${scenario}, seed ${seed}`);
        count += 1;
      }
    }
    assert.equal(count, 12);
  });
}
