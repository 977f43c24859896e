import { freePort } from './program.mjs';

// The first process picks a free port and leaves it to the workers in the environment; OPFIRE_E2E_PORT fixes it.
export const port = Number((process.env['OPFIRE_E2E_PORT'] ??= String(await freePort())));
export const address = `http://127.0.0.1:${port}`;
