// A static server for a page without a server, and nothing else: the page lies in a folder, as on anybody's web space.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** Where the page lies on this server. */
export const FOLDER = '/games/opfire/';

/**
 * Serves a folder.
 *
 * @param {string} root the folder
 * @param {number} port where
 * @returns {Promise<() => Promise<void>>} stops it
 */
export async function serve(root, port) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname.startsWith(FOLDER) ? normalize(pathname.slice(FOLDER.length) || 'index.html') : '..';
    const missing = () => response.writeHead(404).end('there is no such file');
    if (name.startsWith('..')) return missing();
    readFile(join(root, name)).then(
      (bytes) =>
        response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(bytes),
      missing,
    );
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
