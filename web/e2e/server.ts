/** The port of the server under test. Fixed so that every worker knows it; change it with OPFIRE_E2E_PORT. */
export const port = Number(process.env['OPFIRE_E2E_PORT'] ?? 8791);
export const address = `http://127.0.0.1:${port}`;
