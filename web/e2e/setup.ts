import { start } from './program.mjs';
import { address, port } from './server';

/** Starts the program before the tests and gives back how to stop it. */
export default function setup(): Promise<() => Promise<void>> {
  return start((folder) => ['play', '--no-open', '--port', String(port), '--data', folder], address);
}
