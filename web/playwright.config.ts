import { defineConfig } from '@playwright/test';

import { address, WORKERS } from './e2e/server';

/** What people do in each game, over the net, with secrets and on a phone: the first tier. Every other spec is in the second. */
const FIRST =
  /\/(assault|bot|file|first-minute|hot-seat|keyboard|net|open-fire|phone|secrets|shared|time|typed-dice)\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'first', testMatch: FIRST },
    { name: 'second', testIgnore: FIRST },
  ],
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Each with a program of its own: e2e/server.ts.
  workers: WORKERS,
  // A test that fails now and then is a defect, of the test or of the program.
  retries: 0,
  reporter: [['list'], ['./e2e/again.ts']],
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
    // A third of the time: e2e/again.ts names the command that runs a failed test with one.
    trace: 'off',
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
