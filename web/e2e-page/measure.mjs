// What a page weighs and how quick it is: node e2e-page/measure.mjs, after `make page`. Sizes as a web space sends them, packed with
// brotli and with gzip; reading the content of each game; and games of bots, for the comparison with the program:
// `cargo run --profile page -p page --example speed` plays the same ones through the same code.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { ask, DIST, folder, open, play } from './engine.mjs';

const kB = (bytes) => `${(bytes / 1000).toFixed(0)} kB`.padStart(8);

function files(root) {
  return readdirSync(root).flatMap((name) => {
    const path = `${root}${name}`;
    return statSync(path).isDirectory() ? files(`${path}/`) : [path];
  });
}

function packed(path) {
  const bytes = readFileSync(path);
  if (/\.(png)$/.test(path)) return { path, plain: bytes.length, brotli: bytes.length, gzip: bytes.length };
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return {
    path,
    plain: bytes.length,
    brotli: brotliCompressSync(bytes, { params }).length,
    gzip: gzipSync(bytes, { level: 9 }).length,
  };
}

function tell(title, all) {
  const sum = (what) => all.reduce((total, file) => total + file[what], 0);
  console.log(`${title.padEnd(34)} ${kB(sum('plain'))} plain ${kB(sum('gzip'))} gzip ${kB(sum('brotli'))} brotli`);
}

const all = files(DIST).map(packed);
tell(
  'the program, with all content',
  all.filter(({ path }) => path.endsWith('.wasm')),
);
tell(
  'what lies beside it',
  all.filter(({ path }) => path.includes('/engine/') && !path.endsWith('.wasm')),
);
tell(
  'the client',
  all.filter(({ path }) => !path.includes('/engine/')),
);
tell('all of it', all);

const since = (from) => (performance.now() - from).toFixed(0);
let from = performance.now();
await WebAssembly.compile(readFileSync(`${folder()}page_bg.wasm`));
console.log(`compiled in ${since(from)} ms`);
const door = await open();
for (const game of ['divisions', 'open-fire', 'assault']) {
  from = performance.now();
  ask(door, 'GET', `/api/rules/${game}`);
  console.log(`content of ${game} read in ${since(from)} ms`);
}

const GAMES = [
  ['divisions', 'rzhavets', ['heuristic', 'heuristic'], 10],
  ['open-fire', 'grand-prix', ['company-leader'], 3],
  ['assault', 'training-1-the-farm', ['staff-officer', 'staff-officer'], 10],
];
for (const [game, scenario, players, games] of GAMES) {
  from = performance.now();
  let actions = 0;
  for (let seed = 1; seed <= games; seed += 1)
    actions += play(door, { game, scenario, players, seed: String(seed) }).actions;
  const seconds = (performance.now() - from) / 1000;
  console.log(
    `${game} ${scenario}: ${games} games, ${actions} actions, ${(actions / seconds).toFixed(0)} actions a second`,
  );
}
