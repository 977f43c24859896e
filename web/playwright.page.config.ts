import { defineConfig } from '@playwright/test';

import usual from './playwright.config';

/** The page without a server: nothing but a static server stands behind it (e2e-page/static.mjs). */
export default defineConfig({
  ...usual,
  testDir: 'e2e-page',
  projects: [{ name: 'page' }],
  globalSetup: undefined,
  // Games outlive a reload, and the network: what keeps the page is wanted here.
  use: { ...usual.use, baseURL: undefined, serviceWorkers: 'allow' },
  reporter: [['list']],
});
