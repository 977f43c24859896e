// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { confirmations, sound, stopAfterEach, textSize } from '../lib/settings.svelte';
import { page, table, words } from './screen';

for (const [what, text] of [
  ['a file that is no game', 'Dear Sir, this is not a game.'],
  ['an empty file', ''],
] as const) {
  test(`${what} says so`, async () => {
    const screen = await page(text === '' ? 'empty-file' : 'no-game', '#/');
    const input = (await screen.test('import')) as HTMLInputElement;
    const file = new File([text], 'letter.txt', { type: 'text/plain' });
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await screen.test('import-error', 'letter.txt');
    // Nothing was opened, and the next file can be tried.
    expect(input.disabled).toBe(false);
    expect(location.hash).toBe('#/');
  });
}

test('the last game is at the top of the page, and says whose turn it is', async () => {
  const screen = await table('last-game', { mode: 'hot-seat' });
  await screen.pressOn();
  const at = location.hash;
  const prompt = words(await screen.test('prompt'));
  location.hash = '#/';
  const last = await screen.test('continue-last', /(Germany|Soviet Union): your turn/);
  expect(words(last)).toContain('Tiger in the Open');
  location.hash = (last as HTMLAnchorElement).getAttribute('href') ?? '';
  expect(words(await screen.test('prompt'))).toBe(prompt);
  expect(location.hash.split('?')[0]).toBe(at.split('?')[0]);
});

test('a player who wants no briefing gets none, and one who has read it neither', async () => {
  const screen = await table('briefing-read', { mode: 'hot-seat' });
  expect(screen.maybe('[data-testid="briefing"]')).toBeNull();
  await screen.press('b');
  await screen.test('what-wins');
  await screen.press('Escape');
  await screen.gone('[data-testid="briefing"]');
});

test('the briefing shows a map of the operation', async () => {
  const screen = await page('operation', '#/game/open-fire/red-ball-express');
  const sketch = '[data-testid="operation-map"]';
  await screen.find(`${sketch} circle.event`);
  expect(screen.all(`${sketch} circle.event`)).toHaveLength(20);
  expect(screen.all(`${sketch} path.entry`)).toHaveLength(1);
  expect(screen.all(`${sketch} path.exit`)).toHaveLength(1);
  expect(screen.maybe(`${sketch} [data-testid="compass"]`)?.dataset['north']).toBe('down');
  // Nobody knows what waits before the guns of Bad Kreuznach.
  location.hash = '#/game/open-fire/bad-kreuznach';
  await screen.find(`${sketch} path.zone`);
  expect(screen.all(`${sketch} circle.event`)).toHaveLength(0);
});

test("on one's own machine the set-up says what a game over the net needs", async () => {
  const screen = await page('own-machine', '#/game/divisions/tiger-in-the-open');
  await screen.click(await screen.test('over-the-net'));
  await screen.test('own-machine', 'opfire serve');
  expect(screen.maybe('[data-testid="net-options"]')).toBeNull();
  location.hash = '#/';
  await screen.test('play-now');
  expect(screen.maybe('[data-testid="lobby-link"], [data-testid="account-link"]')).toBeNull();
});

test('whoever throws the dice has no seed to choose', async () => {
  const screen = await page('no-seed', '#/game/divisions/tiger-in-the-open');
  await screen.find('summary', 'Seed of the dice');
  await screen.click(await screen.test('hot-seat'));
  await screen.check('[data-testid="typed-dice"]');
  expect(words(document.body)).not.toContain('Seed of the dice');
});

test('what is switched on is explained and remembered', async () => {
  const screen = await page('switched-on', '#/game/open-fire/training');
  const box = (name: string): HTMLInputElement | undefined =>
    screen
      .all('[data-testid="settings"] label')
      .find((one) => words(one).includes(name))
      ?.querySelector('input') as HTMLInputElement | undefined;
  await screen.test('settings', 'OF-8.4');
  await screen.check(await screen.until(() => box('Ammunition by type')));
  location.hash = '#/settings';
  await screen.test('settings-panel');
  location.hash = '#/game/open-fire/training';
  await screen.until(() => box('Ammunition by type')?.checked === true);
  expect(box('Fire at hidden targets')?.checked).toBe(false);
});

test('a wrong key opens nothing, and a wrong invitation leads nowhere', async () => {
  const screen = await page('wrong-key', '#/table/nosuchtable?key=nokey');
  await screen.find('h1', 'This table cannot be opened');
  location.hash = '#/join/nosuchtable/german?invite=none';
  await screen.find('h1', 'This invitation leads nowhere');
});

test('a map or an aid that is not there is answered with the nearest', async () => {
  const screen = await page('nearest', '#/map/divisions/rzavets');
  await screen.find('body', 'did you mean "rzhavets"?');
  location.hash = '#/aid/asault';
  await screen.find('body', 'did you mean "assault"?');
});

test('what is chosen holds at once, everywhere, and is remembered', async () => {
  const screen = await page('settings', '#/settings');
  const pick = async (title: string, value: string): Promise<void> => {
    const group = await screen.find('[data-setting]', title);
    const label = screen.all('label', group).find((one) => words(one).includes(value));
    await screen.check(label?.querySelector('input') as HTMLInputElement);
  };
  const flip = async (name: string): Promise<void> => {
    const box = (await screen.until(() => screen.all('label').find((one) => words(one) === name))).querySelector(
      'input',
    ) as HTMLInputElement;
    await screen.check(box, !box.checked);
  };
  const { dataset } = document.documentElement;
  await pick('Colours of the table', 'Light');
  expect(dataset['theme']).toBe('light');
  await pick('Size of words', 'Large');
  expect([dataset['textSize'], textSize.value]).toEqual(['large', 'large']);
  await flip('Stop after each deed');
  await flip('Sound');
  expect([stopAfterEach.value, sound.value]).toEqual(['off', 'on']);
  expect(localStorage.getItem('opfire.theme')).toBe('light');

  await screen.click(await screen.test('reset-settings'));
  expect(dataset['theme']).toBe('lamp');
  expect([stopAfterEach.value, sound.value]).toEqual(['on', 'off']);
  expect(((await screen.test('reset-settings')) as HTMLButtonElement).disabled).toBe(true);
});

for (const wanted of [true, false]) {
  test(`a step that gives something up ${wanted ? 'asks once more' : 'asks nothing'}`, async () => {
    confirmations.value = wanted ? 'on' : 'off';
    const screen = await table(`given-up-${wanted ? 'asked' : 'done'}`, {
      game: 'open-fire',
      scenario: 'training',
      mode: 'alone-us',
    });
    for (const action of ['generate quality', 'buy crew 2']) {
      await screen.acting(() => screen.click(`[data-testid="muster"] [data-action="${action}"]`));
    }
    // Points are left.
    const before = screen.seq;
    const next = screen.click('[data-testid="muster"] [data-next]');
    await next;
    if (wanted) await screen.find('dialog[open]', 'will be lost');
    else await screen.until(() => screen.seq > before);
    expect(screen.seq > before).toBe(!wanted);
  });
}

test('buying says why a letter cannot be had', async () => {
  const screen = await table('letters', { game: 'open-fire', scenario: 'training', mode: 'alone-us' });
  await screen.test('muster', 'no M10 counter carries the letter D');
  const press = (action: string): Promise<void> =>
    screen.acting(() => screen.click(`[data-testid="muster"] [data-action="${action}"]`));
  await press('generate quality');
  for (let n = 0; n < 4; n += 1) await press('buy crew 2');
  await screen.click('[data-testid="muster"] [data-next="generate ratings"]');
  await screen.acting(() => screen.click('dialog[open] [data-action="generate ratings"]'));
  const reason = await screen.find('[data-line-of="D"] [data-refused="M10"]');
  expect(words(reason)).toContain('no M10 counter carries the letter D: the counter mix has A, B, C');
  expect(screen.maybe('button', reason)?.getAttribute('aria-label') ?? words(reason)).toMatch(/OF-4/);
  expect(screen.maybe('[data-line-of="C"] [data-refused="M10"]')).toBeNull();
});

test('which shells lie in the racks can be changed, where ammunition is kept by type', async () => {
  const settings = { 'ammunition-by-type': 'on' };
  const screen = await table('racks', { game: 'open-fire', scenario: 'training', mode: 'alone-us', settings });
  await screen.acting(() => screen.click('[data-action="generate sample"]'));
  await screen.test('prompt', 'Which shells');
  await screen.acting(() => screen.click('[data-action="swap a gp ap 5"]'));
  const racks = words(await screen.find('[data-testid="muster"] [data-line-of="A"]'));
  for (const shells of ['AP 23', 'GP 13', 'Smoke 4']) expect(racks).toContain(shells);
});

test('in Assault the other side is not on the sheet of a game', async () => {
  const screen = await table('sheet-assault', { game: 'assault', scenario: 'blue-beach', mode: 'alone-us' });
  await screen.click(await screen.test('table-menu'));
  const link = (await screen.test('print-sheet')) as HTMLAnchorElement;
  location.hash = (link.getAttribute('href') ?? '').replace(/^.*#/, '#');
  await screen.find('[data-sheet] h2', 'United States');
  expect(screen.all('[data-sheet]')).toHaveLength(1);
});

test('the sheet of a game as it stands has a card for each vehicle', async () => {
  const screen = await table('sheet-open-fire', { game: 'open-fire', scenario: 'training', mode: 'alone-us' });
  await screen.acting(() => screen.click('[data-testid="muster"] [data-action="generate sample"]'));
  await screen.click(await screen.test('table-menu'));
  const link = (await screen.test('print-sheet')) as HTMLAnchorElement;
  location.hash = (link.getAttribute('href') ?? '').replace(/^.*#/, '#');
  await screen.find('[data-card]', 'Rounds');
  expect(screen.all('[data-card]')).toHaveLength(4);
});
