import { chromium } from 'playwright-core';
const base = process.argv[2];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.on('pageerror', e => console.log('ERR', e.message));
await page.goto(base);
await page.waitForTimeout(800);
await page.getByText('Open Fire').first().click();
await page.waitForTimeout(400);
await page.getByLabel('Campaign').check();
await page.getByRole('button', { name: 'Start' }).click();
await page.waitForTimeout(1500);
await page.getByRole('button', { name: /Take this platoon/i }).click();
await page.waitForTimeout(1000);
const want = [/^exit/, /^enter/, /^stand-down/, /^german/, /^answer/, /^leave$/, /^done/, /^begin/];
let stop = 0;
for (let i = 0; i < 250; i++) {
  const tab = page.getByRole('tab', { name: 'Actions', exact: true });
  if (await tab.count()) await tab.click({ timeout: 2000 }).catch(() => {});
  await page.waitForTimeout(120);
  const all = await page.locator('[data-action]').evaluateAll(ns => ns.map(n => n.getAttribute('data-action')));
  const pick = want.map(w => all.find(a => w.test(a))).find(a => a);
  if (!pick) { console.log('stop', all.slice(0, 12)); break; }
  await page.locator(`[data-action="${pick}"]`).first().click({ timeout: 3000 }).catch(e => console.log(pick, e.message.slice(0, 80)));
  await page.waitForTimeout(150);
}
await page.waitForTimeout(800);
await page.screenshot({ path: '/tmp/d1.png' });
await page.setViewportSize({ width: 390, height: 844 });
await page.waitForTimeout(500);
await page.screenshot({ path: '/tmp/d2.png' });
await browser.close();
