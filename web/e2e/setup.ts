import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { address, port } from './server';

/** Starts the program named by OPFIRE_BIN with an empty data folder, and stops it after the tests. */
export default async function setup(): Promise<() => Promise<void>> {
  const program = process.env['OPFIRE_BIN'];
  if (program == null) throw new Error('OPFIRE_BIN must name the opfire program, for example ../target/release/opfire');
  const data = await mkdtemp(join(tmpdir(), 'opfire-e2e-'));
  const server = spawn(program, ['play', '--no-open', '--port', String(port), '--data', data], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  let ended: string | null = null;
  server.on('exit', (code) => (ended = `opfire ended with ${code}`));
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (ended != null) throw new Error(ended);
    if (await answers()) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return async () => {
    server.kill();
    await rm(data, { recursive: true, force: true });
  };
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch(`${address}/api/games`)).ok;
  } catch {
    return false;
  }
}
