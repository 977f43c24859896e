import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Where `npm run dev` finds the server: `opfire play --no-open`. */
const server = process.env['OPFIRE_SERVER'] ?? 'http://127.0.0.1:7944';

/** Writes the service worker, with the names of all files of the client and a version that changes with any of them. */
function shell(): Plugin {
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
      const files = ['/', ...built.map(([name]) => `/${name}`), ...lying.map((name) => `/${name}`)];
      const list = JSON.stringify({ version: version.digest('hex').slice(0, 16), files });
      const source = readFileSync('src/offline/worker.js', 'utf8').replace("'__SHELL__'", () => list);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), shell()],
  build: {
    outDir: 'dist',
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
});
