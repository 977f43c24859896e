// node tools/page-beside.mjs FOLDER: writes what is the same for everybody beside the program of a page, so that the first page waits
// for neither the program nor its content.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2] ?? '.');
const program = await import(pathToFileURL(`${folder}/page.js`).href);
program.initSync({ module: readFileSync(`${folder}/page_bg.wasm`) });
const door = new program.Door('{"rows":[],"printings":[]}');
for (const [address, name] of [
  ['/api/games', 'games.json'],
  ['/api/symbols.svg', 'symbols.svg'],
]) {
  const reply = door.answer(JSON.stringify({ method: 'GET', address }), 0, 0n);
  if (reply.status !== 200) throw new Error(`${address}: ${reply.status} ${reply.body}`);
  writeFileSync(`${folder}/${name}`, reply.body);
}
