// Starts the program under test. Plain JavaScript: `npm run measure` runs it without a compiler.
import { spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A port that nobody listens on. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address != null ? address.port : 0));
    });
  });
}

/**
 * Runs the program named by OPFIRE_BIN until it is stopped; its games go to an empty folder.
 *
 * @param {(folder: string) => string[]} args the command line, for that folder
 * @param {string} address where it answers
 * @returns {Promise<() => Promise<void>>} stops it
 */
export async function start(args, address) {
  const program = process.env['OPFIRE_BIN'];
  if (program == null) throw new Error('OPFIRE_BIN must name the opfire program, for example ../target/release/opfire');
  const folder = await mkdtemp(join(tmpdir(), 'opfire-e2e-'));
  const server = spawn(program, args(folder), { stdio: ['ignore', 'ignore', 'inherit'] });
  /** @type {string | null} */
  let ended = null;
  server.on('error', (error) => (ended = `${program}: ${error.message}`));
  let stopping = false;
  server.on('exit', (code, signal) => {
    ended = `opfire ended with ${signal ?? code}`;
    if (!stopping) console.error(ended);
  });
  const stop = async () => {
    stopping = true;
    server.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  const until = Date.now() + 60_000;
  while (!(await answers(address))) {
    if (ended == null && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    await stop();
    throw new Error(ended ?? `opfire does not answer at ${address}`);
  }
  return stop;
}

// All players of a test come from one address, and ask a build that is slow.
const WORK = ['--limit', 'work-per-address=none', '--limit', 'work-per-connection=none'];

/**
 * A server for several people, as `opfire serve` starts it.
 *
 * @param {(address: string) => string[]} more what else stands on the command line
 * @returns {Promise<{ address: string; stop: () => Promise<void> }>}
 */
export async function serve(more = () => []) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const database = (/** @type {string} */ folder) => `sqlite://${folder}/games.db`;
  const stop = await start(
    (folder) => ['serve', '--bind', `127.0.0.1:${port}`, '--database', database(folder), ...WORK, ...more(address)],
    address,
  );
  return { address, stop };
}

/**
 * The program on its owner's machine, with saved games that an earlier program left.
 *
 * @param {string} database the file they are in
 * @returns {Promise<{ address: string; stop: () => Promise<void> }>}
 */
export async function resume(database) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const stop = await start((folder) => {
    copyFileSync(database, join(folder, 'opfire.db'));
    return ['play', '--no-open', '--port', String(port), '--data', folder];
  }, address);
  return { address, stop };
}

/** @param {string} address */
async function answers(address) {
  try {
    return (await fetch(`${address}/api/games`)).ok;
  } catch {
    return false;
  }
}
