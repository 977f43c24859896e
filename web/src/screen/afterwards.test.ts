// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { Screen, saved, table, words } from './screen';

const GAME = '../tests/golden/6/divisions-tiger-in-the-open-staff.json';

const finished = (name: string): Promise<Screen> => saved(name, readFileSync(GAME, 'utf8'));

const entries = (screen: Screen): HTMLElement[] => screen.all('[data-testid="log-entry"]');
const slider = (screen: Screen): HTMLInputElement =>
  screen.maybe('[data-testid="replay"] input[type="range"]') as HTMLInputElement;

test('the log is folded by turns, searched, and leads back to its moments', async () => {
  const screen = await finished('log');
  await screen.click(await screen.button('Look at the board'));
  const newest = (): HTMLElement => screen.all('details.chapter').at(-1) as HTMLElement;
  await screen.find('details.chapter');
  expect(newest().hasAttribute('open')).toBe(true);
  await screen.click(screen.maybe('summary.title', newest()) as HTMLElement);
  await screen.until(() => !newest().hasAttribute('open'));
  await screen.click(screen.maybe('summary.title', newest()) as HTMLElement);
  await screen.until(() => newest().hasAttribute('open'));

  // A shot opens to its dice, its modifiers and its rule.
  const shot = await screen.until(() => entries(screen).findLast((one) => words(one).includes('fires at')));
  await screen.click(screen.maybe('summary', shot) as HTMLElement);
  await screen.until(() => screen.maybe('.why .rule', shot) != null && screen.maybe('.why [data-sides]', shot) != null);

  const all = entries(screen).length;
  await screen.fill('[data-testid="log-search"]', 'fires at');
  await screen.until(() => entries(screen).length < all);
  expect(words(await screen.test('log-hits'))).toBe(String(entries(screen).length));
  await screen.fill('[data-testid="log-search"]', 'no such words');
  await screen.find('[role="tabpanel"]', 'No line of the log says that.');
  await screen.fill('[data-testid="log-search"]', '');
  await screen.until(() => entries(screen).length === all);

  const again = await screen.until(() => entries(screen).findLast((one) => words(one).includes('fires at')));
  const seq = again.dataset['seq'] ?? '';
  await screen.click(screen.maybe('button[aria-label^="To this moment"]', again) as HTMLElement);
  await screen.until(() => slider(screen)?.value === seq, `the replay at ${seq}`);
  // By keys: an action, a turn, the end, and out.
  (document.activeElement as HTMLElement).blur();
  await screen.press('ArrowLeft');
  await screen.until(() => slider(screen).value === String(Number(seq) - 1));
  await screen.press('Home');
  await screen.until(() => slider(screen).value === '0');
  await screen.press('ArrowRight', { shiftKey: true });
  await screen.until(() => slider(screen).value !== '0');
  await screen.press('Escape');
  await screen.gone('[data-testid="replay"]');
});

test('the replay goes back to the start and forward again', async () => {
  const screen = await table('replay', { mode: 'hot-seat' });
  for (let n = 0; n < 6; n += 1) await screen.pressOn();
  const { seq } = screen;
  await screen.press('r');
  await screen.until(() => slider(screen)?.value === String(seq));
  const lines = entries(screen).length;
  await screen.fill('[data-testid="replay"] input[type="range"]', '0');
  await screen.find('[data-testid="replay"] output', `0 / ${seq}`);
  await screen.until(() => entries(screen).length < lines);
  await screen.click(await screen.button('One action on'));
  await screen.until(() => slider(screen).value === '1');
  await screen.click(await screen.button('Back to the game'));
  await screen.until(() => screen.seq === seq);
});

test('what if, by keys alone, from a decisive moment', async () => {
  const screen = await finished('what-if-keys');
  (await screen.find('[data-what-if]')).focus();
  await screen.press('Enter');
  const dialog = '[data-testid="branch-dialog"]';
  await screen.find(dialog);
  await screen.press('Escape');
  await screen.gone(dialog);
  await screen.test('replay');
  await screen.press('w');
  await screen.find(dialog);
  const at = location.hash;
  (await screen.button('I play Germany', dialog)).focus();
  await screen.press('Enter');
  const form = (await screen.test('branch')).closest('form');
  form?.requestSubmit();
  await screen.until(() => location.hash !== at);
  await screen.test('prompt');
  await screen.test('branch-tag');
  // What the two games share stays.
  expect(((await screen.test('undo')) as HTMLButtonElement).disabled).toBe(true);
});

test('at its end a game has nothing to play on from, and says so', async () => {
  const screen = await finished('what-if-end');
  await screen.click(await screen.button('Replay', 'dialog[open]'));
  await screen.until(() => slider(screen) != null);
  await screen.fill('[data-testid="replay"] input[type="range"]', slider(screen).max);
  const what = await screen.until(() => screen.maybe('[data-testid="what-if"][aria-disabled="true"]'));
  await screen.click(what);
  await screen.find('[data-testid="replay"]', 'The game is over here');
  expect(screen.maybe('[data-testid="branch-dialog"]')).toBeNull();
});

test('somebody alone against the bot may ask what if while he plays', async () => {
  const screen = await table('what-if-alone', { mode: 'alone-german' });
  await screen.until(() => screen.choices[0]);
  await screen.press('r');
  await screen.click(await screen.test('what-if'));
  const who = async (side: string): Promise<HTMLSelectElement> =>
    (await screen.find(`select[aria-label="Who plays ${side}"]`)) as HTMLSelectElement;
  expect((await who('Germany')).disabled).toBe(true);
  expect((await who('Soviet Union')).querySelector('option[value="human"]')).toBeNull();
});

test('two people may not, and no game that goes on is shared as a file', async () => {
  const screen = await table('what-if-two', { mode: 'hot-seat' });
  await screen.pressOn();
  await screen.press('r');
  await screen.click(await screen.test('what-if'));
  await screen.test('replay', 'more than one person sits at it');
  expect(screen.maybe('[data-testid="branch-dialog"]')).toBeNull();
  await screen.click(await screen.button('Share as file'));
  await screen.find('[data-testid="replay"] [role="alert"]', 'when the game is over');
});
