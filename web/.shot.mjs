import { chromium } from 'playwright-core';
const base = process.argv[2];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.on('pageerror', e => console.log('ERR', e.message));
await page.goto(base);
await page.waitForTimeout(800);
await page.getByText('Open Fire').first().click();
await page.waitForTimeout(600);
await page.screenshot({ path: '/tmp/s2.png', fullPage: true });
const start = page.getByRole('button', { name: /start/i }).last();
console.log(await start.textContent());
await start.click();
await page.waitForTimeout(2500);
await page.screenshot({ path: '/tmp/s3.png' });
console.log(page.url());
const take = page.getByRole('button', { name: /Take this platoon/i });
await take.click(); await page.waitForTimeout(1200);
await page.screenshot({ path: '/tmp/s4.png' });
for (let i = 0; i < 80; i++) {
  const go = page.getByRole('button', { name: /comes in at/i });
  if (await go.count()) { await go.first().click(); await page.waitForTimeout(500); continue; }
  break;
}
await page.screenshot({ path: '/tmp/s5.png' });
await browser.close();
