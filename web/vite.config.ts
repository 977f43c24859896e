import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where `npm run dev` finds the server: `opfire play --no-open`. */
const server = process.env['OPFIRE_SERVER'] ?? 'http://127.0.0.1:7944';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The content security policy forbids `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // The host stays as the browser sent it: the server compares it with the origin.
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
});
