// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { pace, stopAfterEach } from '../lib/settings.svelte';
import { page, Screen, words } from './screen';

/** The guided game as a newcomer plays it: by doing what the panel asks for, with what is lit. */
class Pupil {
  constructor(readonly screen: Screen) {}

  static async learn(name: string, game: string): Promise<Pupil> {
    stopAfterEach.value = 'off';
    pace.value = 'instant';
    const screen = await page(name, '#/');
    await screen.click(await screen.find(`[data-game="${game}"] [data-testid="learn"]`));
    await screen.test('guide');
    return new Pupil(screen);
  }

  get step(): number {
    return Number(this.screen.maybe('[data-testid="guide"]')?.dataset['step']);
  }

  get panel(): string {
    return words(this.screen.maybe('[data-testid="guide"]'));
  }

  /** Does what is asked, as it is lit, and waits until the guide or the game has gone on. */
  async obey(): Promise<void> {
    const { screen } = this;
    const now = (): string => `${this.step} ${screen.seq}`;
    const before = now();
    let tried = 0;
    await screen.until(() => {
      if (now() !== before) return true;
      if (tried % 40 === 0) void this.press();
      tried += 1;
      return false;
    }, `what follows ${this.panel}`);
    await screen.rest();
  }

  private async press(): Promise<void> {
    const { screen } = this;
    const read = screen.maybe('[data-testid="guide-go-on"], [data-testid="guide-skip"]');
    const button = screen.maybe('.dock [data-action], .muster [data-action]');
    if (read != null) return screen.click(read);
    if (button != null) return screen.click(button);
    // A move: the lit hex that can be reached.
    const lit = screen.all('[data-guided]').map((one) => one.dataset['guided'] ?? '')[0] ?? '';
    const reach = screen.all('[data-reach]').map((one) => one.dataset['reach'] ?? '');
    const hex = reach.includes(lit) ? lit : reach.at(-1);
    if (hex != null) await screen.click(`path[data-hex="${hex}"]`);
  }
}

test('a click on the far hex of a step drives the whole way', async () => {
  const pupil = await Pupil.learn('guide-far', 'divisions');
  const { screen } = pupil;
  while (!pupil.panel.toLowerCase().includes('a longer move')) await pupil.obey();
  await screen.find('[data-reach="0408"]');
  await screen.click('path[data-hex="0408"]');
  await screen.find('[data-unit="tiger"][data-in="0408"]');
  await screen.test('guide', 'Click 0408');
});

test('the guide goes on at the same step when its table is opened again, and can be left', async () => {
  const pupil = await Pupil.learn('guide-again', 'divisions');
  const { screen } = pupil;
  for (let n = 0; n < 4; n += 1) await pupil.obey();
  const step = pupil.step;
  expect(step).toBeGreaterThan(2);
  const at = location.hash;
  location.hash = '#/settings';
  await screen.test('settings-panel');
  location.hash = at;
  await screen.find(`[data-testid="guide"][data-step="${step}"]`);

  // Only what the step asks for can be done.
  await screen.find('[data-reach], .dock [data-action]');
  await screen.click(await screen.test('guide-leave'));
  await screen.gone('[data-testid="guide"]');
  await screen.find('.dock [data-action]');
  await screen.click(await screen.test('guide-back'));
  await screen.find(`[data-testid="guide"][data-step="${step}"]`);
});

test('undo leads back to the step before', async () => {
  const pupil = await Pupil.learn('guide-undo', 'divisions');
  const { screen } = pupil;
  while (!pupil.panel.toLowerCase().includes('range')) await pupil.obey();
  const step = pupil.step;
  await screen.press('u');
  await screen.find(`[data-testid="guide"][data-step="${step - 1}"]`);
  await pupil.obey();
  await screen.find(`[data-testid="guide"][data-step="${step}"]`);
});

test('the lessons of a guide open, all of them', async () => {
  const pupil = await Pupil.learn('guide-lessons', 'assault');
  const { screen } = pupil;
  const steps = Number(/of (\d+)/.exec(pupil.panel)?.[1]);
  expect(steps).toBeGreaterThan(10);
  await screen.click(await screen.button('All steps'));
  await screen.find('[data-testid="lessons"] summary');
  expect(screen.all('[data-testid="lessons"] summary')).toHaveLength(steps);
});
