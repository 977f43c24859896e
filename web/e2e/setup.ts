import { start } from './program.mjs';
import { ports } from './server';

/** Starts a program for each worker before the tests and gives back how to stop them. */
export default async function setup(): Promise<() => Promise<void>> {
  const stops = await Promise.all(
    ports.map((port) =>
      start((folder) => ['play', '--no-open', '--port', String(port), '--data', folder], `http://127.0.0.1:${port}`),
    ),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
