// Draws the icons of the installed client from public/icon.svg: `node e2e/icons.mjs`. Run it when the drawing changes.
import { readFile } from 'node:fs/promises';

import { chromium } from '@playwright/test';

const GROUND = '#1d221c';
/** A maskable icon may lose everything but the middle four fifths. */
const ICONS = [
  { name: 'icon-192.png', size: 192, part: 1 },
  { name: 'icon-512.png', size: 512, part: 1 },
  { name: 'icon-maskable-512.png', size: 512, part: 0.7 },
];

const folder = new URL('../public/', import.meta.url);
const drawing = await readFile(new URL('icon.svg', folder), 'utf8');
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const { name, size, part } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const whole = part === 1;
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${whole ? 'transparent' : GROUND}}` +
      `svg{width:${size * part}px;height:${size * part}px}</style>${drawing}`,
  );
  await page.screenshot({ path: new URL(name, folder).pathname, omitBackground: whole });
  await page.close();
}
await browser.close();
