import { expect, test, type Page } from '@playwright/test';

import { hurry, seedWith, sitDown, Table } from './table';

// A campaign of Open Fire: the platoon comes home, is debriefed, and goes on to the next mission.

/** What the list of actions offers. */
function offers(page: Page): Promise<string[]> {
  const list = page.getByRole('tabpanel').locator('[data-action]');
  return list.evaluateAll((all) => all.map((one) => one.dataset['action'] ?? ''));
}

/** Comes in with everybody and goes straight home; a fight on the way is waited out. */
async function goHome(table: Table): Promise<void> {
  const { page } = table;
  await page.getByRole('tab', { name: 'Actions', exact: true }).click();
  const list = page.getByRole('tabpanel');
  for (let done = 0; done < 300; done += 1) {
    if (await page.getByTestId('debriefing').isVisible()) return;
    const all = await offers(page);
    const wanted = ['exit', 'enter', 'stand-down', 'call-off', 'german', 'answer', 'leave', 'done', 'begin'];
    const next = wanted.map((one) => all.find((offer) => offer.split(' ')[0] === one)).find((offer) => offer != null);
    expect(next, `nothing to do among ${all.join(', ')}`).toBeDefined();
    const button = list.locator(`[data-action="${next}"]`).first();
    const folded = list.locator('details:not([open])').filter({ has: button });
    if ((await folded.count()) > 0) await folded.locator('summary').click();
    await table.acting(() => button.click());
  }
}

test('a platoon is debriefed and goes on to the next mission', async ({ page }) => {
  test.setTimeout(120_000);
  await hurry(page);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Games' }).getByRole('link', { name: 'Open Fire' }).click();
  await page.locator('[data-scenario="training"]').click();
  await page.getByTestId('settings').getByLabel('Campaign').check();
  await seedWith(page, '3');
  await sitDown(page);
  const table = new Table(page);
  await table.acting(() => page.getByRole('button', { name: 'Take this platoon' }).click());
  await goHome(table);

  const debriefing = page.getByTestId('debriefing');
  await expect(debriefing).toContainText('Award combat points');
  const crew = debriefing.locator('article').first();
  const before = await crew.getByRole('img').getAttribute('aria-label');
  await table.acting(() => crew.getByRole('button', { name: /One more/ }).click());
  await expect(crew.getByRole('img')).not.toHaveAttribute('aria-label', before ?? '');
  await table.acting(() => debriefing.getByRole('button', { name: 'Award the rest by deeds' }).click());
  // On through spending and replacements, buying nothing.
  for (let step = 0; step < 6 && (await debriefing.isVisible()); step += 1) {
    const all = await offers(page);
    const on = all.find((offer) => ['awarded', 'spent', 'recruited', 'fall-in'].includes(offer));
    expect(on, `no way on among ${all.join(', ')}`).toBeDefined();
    await table.acting(() => page.getByRole('tabpanel').locator(`[data-action="${on}"]`).first().click());
  }
  await expect(page.getByTestId('play-on')).toBeVisible();
  await page.getByTestId('play-on').click();
  await expect(page.getByTestId('start')).toBeVisible();
  await sitDown(page);
  await expect(table.prompt).toBeVisible();
  await expect(page.getByText('Earlier games').first()).toBeVisible();
  await expect(page.getByText('First Steps').first()).toBeVisible();
});
