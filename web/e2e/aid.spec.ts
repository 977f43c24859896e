import { expect, test, type Page } from '@playwright/test';

import { faults } from './axe';

const flag = (page: Page, name: string) => page.locator(`[data-flag="${name}"]`);
const pile = (page: Page, what: string) => page.locator(`[data-pile="${what}"]`);
const past = (page: Page) => page.getByTestId('past').locator('tbody tr');

async function dice(page: Page, name: string, colour: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await flag(page, name)
      .getByRole('button', { name: `One ${colour} die more` })
      .click();
  }
}

async function card(page: Page, name: string, search: string, value: string): Promise<void> {
  await flag(page, name).getByRole('button').first().click();
  await page.getByTestId('picker').getByRole('searchbox').fill(search);
  await page.locator(`[data-option="${value}"]`).click();
  await expect(page.getByTestId('picker')).toHaveCount(0);
}

async function tap(page: Page, kind: string, ...faces: number[]): Promise<void> {
  for (const face of faces) await page.locator(`[data-kind="${kind}"] [data-face="${face}"]`).click();
}

async function narrow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('dice against dice, thrown at the table', async ({ page }) => {
    await page.goto('/#/game/assault');
    await page.getByTestId('aid-door').getByRole('link', { name: 'Open the aid' }).click();
    await expect(page).toHaveURL(/#\/aid\/assault$/);
    await page.locator('[data-form="pools"]').click();
    await expect(page.getByTestId('standing')).toContainText('Still to answer: Attack dice');
    await expect(page.getByTestId('enter')).toBeDisabled();

    // The odds are there after every answer.
    await dice(page, 'attack', 'green', 1);
    await expect(pile(page, 'attack')).toContainText('1 green');
    const head = page.getByTestId('standing').locator('.head');
    const before = await head.textContent();
    await dice(page, 'defense', 'blue', 2);
    await expect(pile(page, 'defence')).toContainText('2 blue');
    await expect(head).not.toHaveText(before ?? '');
    await narrow(page);

    await page.getByTestId('enter').click();
    await expect(page.getByTestId('next-throw')).toContainText('The attack: throw 1 die');
    await tap(page, 'green', 3);
    await expect(page.getByTestId('next-throw')).toContainText('The defence: throw 2 dice');
    // A face that was tapped by mistake is taken back.
    await tap(page, 'blue', 2);
    await page.getByRole('button', { name: 'Take back damage' }).click();
    await tap(page, 'blue', 0, 1);
    // A critical is left: both throw again.
    await expect(page.getByTestId('next-throw')).toContainText('The critical hit');
    await tap(page, 'green', 3);
    await tap(page, 'blue', 0);
    await expect(page.getByTestId('result')).toContainText('Fallback');
    await expect(page.getByTestId('follow-ons')).toContainText('falls back');
    await narrow(page);
    await page
      .getByTestId('follow-ons')
      .getByRole('button', { name: /^Rule AS-10/ })
      .first()
      .click();
    await expect(page.getByTestId('rule-card')).toContainText('AS-10.7.2');
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('rule-card')).toHaveCount(0);

    // The last throw is taken back, and something else fell.
    await page.getByTestId('take-back').click();
    await tap(page, 'blue', 2);
    await expect(page.getByTestId('result')).toBeVisible();
    await page.getByTestId('next-attack').click();
    await expect(page.getByTestId('roll')).toHaveCount(0);
    await expect(past(page).first()).toContainText('1 green against 2 blue');
  });

  test('one card fires at another, and everything is there again after a reload', async ({ page }) => {
    // Typed on a phone without the #.
    await page.goto('/aid/assault');
    await page.locator('[data-form="ranged-fire"]').click();
    await card(page, 'attacker', 'veteran ranger', 'us-ranger-squad');
    await card(page, 'defender', 'livorno', 'it-livorno-squad');
    await flag(page, 'range').getByRole('button', { name: 'Medium' }).click();
    await card(page, 'terrain', 'olives', 'grove');
    await flag(page, 'spotted').locator('label').click();
    await flag(page, 'half-strength').locator('label').click();

    // Every step says what it did, in its place.
    await expect(page.locator('[data-step="Attacker 6"]')).toContainText('veteran, 1 blue die');
    await expect(page.locator('[data-step="Defender 2"]')).toContainText('terrain, 1 green die');
    await expect(pile(page, 'attacker')).toContainText('1 green and 2 blue');
    await expect(pile(page, 'defender')).toContainText('2 green');
    // Infantry is never immobilised, so nobody asks.
    await expect(flag(page, 'immobilised')).toHaveCount(0);
    await page.getByRole('button', { name: 'All odds' }).click();
    await expect(page.getByTestId('odds')).toContainText('nothing');
    await page.getByRole('button', { name: 'Less' }).click();
    await narrow(page);

    await page.getByTestId('enter').click();
    await tap(page, 'green', 22);
    await tap(page, 'blue', 0, 0);
    await tap(page, 'green', 0, 0);
    await expect(page.getByTestId('result')).toContainText('Damage 1, half strength');
    await expect(page.getByTestId('follow-ons')).toContainText('half strength from 1');
    await page.getByTestId('next-attack').click();

    await page.reload();
    await expect(flag(page, 'attacker')).toContainText('Ranger squad');
    await expect(flag(page, 'terrain')).toContainText('Olives and vines');
    await expect(flag(page, 'half-strength').getByRole('checkbox')).toBeChecked();
    await expect(pile(page, 'defender')).toContainText('2 green');
    await expect(past(page)).toHaveCount(1);
    await expect(past(page)).toContainText('half strength');

    // A vehicle that rifles cannot hurt: the rule says so.
    await card(page, 'defender', 'm4', 'us-m4');
    await expect(page.getByTestId('refused')).toContainText('no dice against such a target');
    await expect(flag(page, 'immobilised')).toHaveCount(1);
    // The table asks the attack again.
    await past(page).getByRole('button').click();
    await expect(flag(page, 'defender')).not.toContainText('M4');
    await page.getByTestId('throw').click();
    await expect(page.getByTestId('roll')).toContainText('seed');
    await page.getByTestId('next-attack').click();
    await expect(past(page)).toHaveCount(2);
  });

  test('every button can be hit with a thumb, and axe finds nothing', async ({ page }) => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto('/#/aid/assault');
      await page.reload();
      await page.locator('[data-form="ranged-fire"]').click();
      await card(page, 'attacker', '', 'us-rifle-squad');
      await card(page, 'defender', '', 'it-coastal-squad');
      await flag(page, 'range').getByRole('button', { name: 'Close' }).click();
      await expect(pile(page, 'attacker')).toBeVisible();
      await expect(page.locator('.aid')).toHaveClass(scheme === 'dark' ? /dark/ : /paper/);
      expect(await faults(page), scheme).toEqual([]);
      for (const button of await page.locator('main button:not(.rule), nav button, header button').all()) {
        const box = await button.boundingBox();
        expect(box?.height ?? 44, await button.textContent().then(String)).toBeGreaterThanOrEqual(40);
      }
      await page.getByRole('button', { name: 'All odds' }).click();
      expect(await faults(page), `${scheme}, all odds`).toEqual([]);
      await flag(page, 'attacker').getByRole('button').first().click();
      expect(await faults(page), `${scheme}, cards`).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByTestId('enter').click();
      await expect(page.getByTestId('next-throw')).toBeVisible();
      expect(await faults(page), `${scheme}, dice`).toEqual([]);
      await page.getByRole('button', { name: 'Throw the rest for me' }).click();
      await expect(page.getByTestId('result')).toBeVisible();
      expect(await faults(page), `${scheme}, the result`).toEqual([]);
    }
  });
});

test('the other games have their aids, and a name that is not there is answered with the nearest', async ({ page }) => {
  for (const [game, form] of [
    ['divisions', 'close-assault'],
    ['open-fire', 'check'],
  ] as const) {
    await page.goto(`/#/aid/${game}`);
    await page.locator(`[data-form="${form}"]`).click();
    for (const field of await page.getByRole('spinbutton').all()) {
      await field.fill('7');
      await field.blur();
    }
    await page.getByTestId('throw').click();
    await expect(page.getByTestId('result')).toBeVisible();
    expect(await faults(page), game).toEqual([]);
  }
  await page.goto('/#/aid/asault');
  await expect(page.getByText('did you mean "assault"?')).toBeVisible();
});
