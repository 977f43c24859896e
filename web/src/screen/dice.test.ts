// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { page, Screen, table, words } from './screen';

const PANEL = '[data-testid="dice-panel"]';
const panel = (screen: Screen): HTMLElement | null => screen.maybe(PANEL);
const asked = (screen: Screen): string => words(screen.maybe('[data-testid="dice-asked"]'));

/** Answers what is asked for, and waits until something else is asked, or nothing. */
async function answer(screen: Screen, how: () => Promise<void>): Promise<void> {
  const { seq, known } = panel(screen)?.dataset ?? {};
  await how();
  await screen.until(() => screen.maybe(`${PANEL}[data-seq="${seq}"][data-known="${known}"]`) == null);
}

/** Waits until there is something to do or to throw. */
const turn = (screen: Screen): Promise<HTMLElement> => screen.until(() => panel(screen) ?? screen.choices[0]);

test('Divisions: chits by name, keys, and a shot that misses as its dice say', async () => {
  const screen = await table('dice-divisions', { mode: 'hot-seat', dice: 'typed' });
  await screen.click(await screen.test('accept', 'We all accept'));
  for (let n = 0; n < 60; n += 1) {
    await turn(screen);
    if (asked(screen).includes('Direct fire')) break;
    if (panel(screen) != null) {
      await answer(screen, async () => {
        await screen.click(`${PANEL} [data-face]`);
        const slots = screen.all(`${PANEL} .slot`).length;
        for (let die = 1; die < slots; die += 1) await screen.click(`${PANEL} [data-face]:not(:disabled)`);
        await screen.click(await screen.test('throw-these'));
      });
      continue;
    }
    const fire = screen.maybe('[data-action^="fire"]', screen.dock);
    const unit = screen.maybe('[data-unit].ready');
    if (fire != null) await screen.click(fire);
    else {
      if (unit != null) {
        await screen.click(unit);
        await screen.until(() => screen.maybe('[role="application"]')?.getAttribute('aria-busy') === 'false');
      }
      const occupied = screen.all('[data-unit]').map((one) => one.dataset['in']);
      const bold = screen.maybe('[data-reach].watched') == null ? '' : '.watched';
      const to = screen.all(`[data-reach]${bold}`).find((one) => !occupied.includes(one.dataset['reach']));
      if (to != null) await screen.click(`path[data-hex="${to.dataset['reach']}"]`);
      else {
        await screen.press('Escape');
        await screen.click(
          screen.maybe('[data-action].primary', screen.dock) ?? (screen.choices.at(-1) as HTMLElement),
        );
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  expect(asked(screen)).toContain('Direct fire');
  expect(words(await screen.test('dice-deed'))).not.toBe('');
  // Keys: ones, the last taken back and typed again, and Enter.
  const wanted = screen.all(`${PANEL} .slot`).length;
  const ready = (): boolean => !(screen.maybe('[data-testid="throw-these"]') as HTMLButtonElement).disabled;
  for (let n = 0; n < wanted; n += 1) await screen.press('1');
  expect(ready()).toBe(true);
  await screen.press('Backspace');
  expect(ready()).toBe(false);
  await screen.press('1');
  await answer(screen, () => screen.press('Enter'));
  // A one never beats the range.
  await screen.until(() => screen.all('[data-testid="log-entry"]').some((one) => /miss/i.test(words(one))));
});

test('Assault: an attack with the symbols that were thrown', async () => {
  const farm = { game: 'assault', scenario: 'training-1-the-farm' };
  const screen = await table('dice-assault', { ...farm, mode: 'hot-seat', dice: 'typed' });
  await screen.until(() => {
    screen.maybe('[data-testid="curtain"] button')?.click();
    return screen.maybe('[data-testid="accept"]');
  });
  await screen.click(await screen.test('accept'));
  const likes = ['draw', 'place-rest', 'plan ', 'activate ', 'assault ', 'fire '];
  for (let n = 0; n < 160 && !asked(screen).startsWith('The attack'); n += 1) {
    const curtain = (): HTMLElement | null => screen.maybe('[data-testid="curtain"] button');
    await screen.until(() => curtain() ?? panel(screen) ?? screen.choices[0]);
    const covered = curtain();
    if (covered != null) await screen.click(covered);
    else if (panel(screen) != null) await answer(screen, async () => screen.click(await screen.test('program-throws')));
    else {
      const liked = likes.flatMap((start) => screen.all(`[data-action^="${start}"]`, screen.dock).slice(0, 1))[0];
      await screen.click(liked ?? (screen.choices.at(-1) as HTMLElement));
      screen.maybe('[data-sure]', screen.dock)?.click();
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
  }
  expect(asked(screen)).toMatch(/^The attack/);
  // Each kind of die has its own faces, with symbols.
  const before = asked(screen);
  await answer(screen, async () => {
    for (const kind of screen.all(`${PANEL} [data-kind]`)) {
      const slots = screen.all('.slot', kind).length;
      for (let n = 0; n < slots; n += 1) await screen.click(screen.maybe('[data-face]', kind) as HTMLElement);
    }
    await screen.click(await screen.test('throw-these'));
  });
  expect(asked(screen)).not.toBe(before);
});

test('against the bot, its dice are asked for too', async () => {
  const screen = await table('dice-bot', { mode: 'alone-german', dice: 'typed' });
  expect(screen.maybe('[data-testid="terms"]')).toBeNull();
  for (let n = 0; n < 80; n += 1) {
    await turn(screen);
    if (words(panel(screen)).includes('You throw for the bot')) return;
    if (panel(screen) != null) await answer(screen, async () => screen.click(await screen.test('program-throws')));
    else {
      await screen.click(screen.maybe('[data-action].primary', screen.dock) ?? (screen.choices.at(-1) as HTMLElement));
      screen.maybe('[data-sure]', screen.dock)?.click();
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }
  throw new Error('the bot threw by itself');
});

test('the aid: keys alone ask and throw', async () => {
  const screen = await page('aid-keys', '#/aid/assault');
  (await screen.find('[data-form="pools"]')).focus();
  await screen.press('Enter');
  await screen.find('[data-flag="attack"]');
  (await screen.button('One green die more', '[data-flag="attack"]')).focus();
  await screen.press('Enter');
  await screen.check('[data-flag="recruit"] input[type="checkbox"]');
  await screen.find('main', 'a suppression without a die');
  await screen.until(() => !((screen.maybe('[data-testid="enter"]') as HTMLButtonElement | null)?.disabled ?? true));
  (await screen.test('enter')).focus();
  await screen.press('Enter');
  const next = await screen.test('next-throw');
  await screen.until(() => document.activeElement === next);
  (await screen.button(/^nothing/, '[data-testid="roll"]')).focus();
  await screen.press('Enter');
  await screen.test('result', 'Suppressed');
  await screen.press('Escape');
  await screen.gone('[data-testid="roll"]');
});

test('the aid: the other games have theirs', async () => {
  const screen = await page('aid-others', '#/settings');
  for (const [game, form] of [
    ['divisions', 'close-assault'],
    ['open-fire', 'check'],
  ] as const) {
    location.hash = `#/aid/${game}`;
    await screen.click(await screen.find(`[data-form="${form}"]`));
    await screen.find('[data-flag]');
    for (const field of screen.all('input[type="number"]') as HTMLInputElement[]) {
      field.value = '7';
      for (const kind of ['input', 'change', 'blur']) field.dispatchEvent(new Event(kind, { bubbles: true }));
      await screen.rest();
    }
    await screen.until(() => !((screen.maybe('[data-testid="enter"]') as HTMLButtonElement | null)?.disabled ?? true));
    await screen.test('enter');
  }
});
