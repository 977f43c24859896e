// Records the tapes of src/screen anew, with the program named by OPFIRE_BIN: `npm run record`, or with the name of a
// test file.
import { spawnSync } from 'node:child_process';

import { freePort, start } from './program.mjs';

const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const stop = await start((folder) => ['play', '--no-open', '--port', String(port), '--data', folder], address);
const which = process.argv.slice(2);
const { status } = spawnSync('npx', ['vitest', 'run', ...(which.length > 0 ? which : ['src/screen'])], {
  stdio: 'inherit',
  env: { ...process.env, OPFIRE_RECORD: address },
});
await stop();
process.exit(status ?? 1);
