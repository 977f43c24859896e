import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Where `npm run dev` finds the server: `opfire play --no-open`. */
const server = process.env['OPFIRE_SERVER'] ?? 'http://127.0.0.1:7944';

/** Whether the client is built for a page without a server (`make page`), which may lie in any folder of any web space. */
const PAGE = 'page';

/** Files of the program that `make page` lays beside the client, with the folder they will be in. */
const engine = process.env['VITE_PAGE_ENGINE'] ?? '';
const engineFiles = process.env['OPFIRE_PAGE_FOLDER'] ?? '';

/** Writes the service worker, with the names of all files of the client and a version that changes with any of them. */
function shell(mode: string): Plugin {
  return {
    name: 'opfire-shell',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const built = Object.entries(bundle).filter(([name]) => name !== 'index.html');
      const lying = readdirSync('public');
      const version = createHash('sha256');
      for (const [, part] of Object.entries(bundle)) version.update(part.type === 'chunk' ? part.code : part.source);
      for (const name of lying) version.update(readFileSync(`public/${name}`));
      // The name of the folder is a fingerprint of what is in it.
      const beside = mode === PAGE ? readdirSync(engineFiles).map((name) => `${engine}${name}`) : [];
      version.update(engine);
      // From the folder of the page: the first is that folder itself.
      const files = ['', ...built.map(([name]) => name), ...lying, ...beside];
      const list = JSON.stringify({ version: version.digest('hex').slice(0, 16), files });
      const source = readFileSync('src/offline/worker.js', 'utf8').replace("'__SHELL__'", () => list);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), shell(mode)],
  base: mode === PAGE ? './' : '/',
  worker: { format: 'es' as const },
  build: {
    outDir: mode === PAGE ? 'dist-page' : 'dist',
    target: 'es2022',
    // The content security policy forbids `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Three files for every page: the entry, what pages share, and the page.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } } },
  },
  // Tests of screens take the part of Svelte that runs in a browser.
  ...(process.env['VITEST'] == null ? {} : { resolve: { conditions: ['browser'] } }),
  // The host stays as the browser sent it: the server compares it with the origin.
  server: { proxy: { '/api': { target: server, ws: true }, '/book': { target: server } } },
  test: {
    include: ['src/**/*.test.ts'],
    // What screens are tested in: src/screen. Nothing is loaded from anywhere.
    environmentOptions: { happyDOM: { url: 'http://127.0.0.1/' } },
    testTimeout: process.env['OPFIRE_RECORD'] == null ? 30_000 : 120_000,
  },
}));
