// The program of a page under node, without a browser.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const DIST = fileURLToPath(new URL('../dist-page/', import.meta.url));

/** The folder of the program. @returns {string} */
export function folder() {
  const [name] = readdirSync(`${DIST}engine`);
  return `${DIST}engine/${name}/`;
}

/** A page with nothing kept. */
export async function open() {
  const program = await import(pathToFileURL(`${folder()}page.js`).href);
  program.initSync({ module: readFileSync(`${folder()}page_bg.wasm`) });
  return new program.Door('{"rows":[],"printings":[]}');
}

/** Asks a page something. @returns {string} */
export function ask(door, method, address, body = '') {
  const reply = door.answer(JSON.stringify({ method, address, body }), 1_000_000, 12345n);
  if (reply.status >= 300) throw new Error(`${address}: ${reply.status} ${reply.body}`);
  return reply.body;
}

/** What is told to nobody here, and kept nowhere. */
export function drain(door) {
  while (door.write() != null);
  for (let letter = door.letter(); letter != null; letter = door.letter()) letter.free();
}

/** Lets bots play a game to its end: its file, and how many actions they did. @returns {{ file: string, actions: number }} */
export function play(door, wish) {
  const { id } = JSON.parse(ask(door, 'POST', '/api/tables', JSON.stringify(wish)));
  const why = door.connect(1, `/api/tables/${id}/ws`, [], 1_000_000);
  if (why != null) throw new Error(why);
  let actions = 0;
  for (let turn = door.bot(); turn != null; turn = door.bot()) {
    turn.free();
    door.bot_acts(id, 1_000_000, 0n);
    drain(door);
    actions += 1;
  }
  const file = ask(door, 'GET', `/api/tables/${id}/file?secrets=yes`);
  door.hang_up(1);
  ask(door, 'DELETE', `/api/tables/${id}`);
  drain(door);
  return { file, actions };
}
