import { defineConfig } from '@playwright/test';

import { address, WORKERS } from './e2e/server';

export default defineConfig({
  testDir: 'e2e',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Each with a program of its own: e2e/server.ts.
  workers: WORKERS,
  // A busy machine may be late once; the report names what needed a second try.
  retries: process.env['CI'] == null ? 0 : 1,
  reporter: process.env['CI'] == null ? 'list' : [['list'], ['html', { open: 'never' }]],
  // One set of pictures for every machine: see e2e/looks.spec.ts.
  snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
  globalSetup: './e2e/setup.ts',
  use: {
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    // Nothing glides, so that what is clicked stands still.
    contextOptions: { reducedMotion: 'reduce' },
    // Every test begins with an empty browser; those about the kept client allow it.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-gpu',
      ],
    },
  },
});
