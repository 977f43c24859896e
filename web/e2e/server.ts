import { availableParallelism } from 'node:os';

import { freePort } from './program.mjs';

/** How many specs run at once: each has a program of its own, with games of its own. */
export const WORKERS = Math.min(2, availableParallelism());

// The first process picks free ports and leaves them to the workers in the environment.
const found = (process.env['OPFIRE_E2E_PORTS'] ??= (
  await Promise.all(Array.from({ length: WORKERS }, freePort))
).join());

export const ports = found.split(',').map(Number);

/** The program of this worker. */
export const address = `http://127.0.0.1:${ports[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)] ?? ports[0]}`;
