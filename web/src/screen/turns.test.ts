// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { Screen, table, words } from './screen';

const FARM = { game: 'assault', scenario: 'training-1-the-farm' };

/** Presses on in a game against a bot until the bot does something. */
async function untilDeed(screen: Screen, most = 60): Promise<HTMLElement> {
  for (let n = 0; n < most; n += 1) {
    const deed = (): HTMLElement | null => screen.maybe('[data-testid="deed"]');
    await screen.until(() => deed() ?? screen.choices[0]);
    const there = deed();
    if (there != null) return there;
    await screen.pressOn();
  }
  throw new Error('the bot did nothing');
}

/** Goes on until the player is asked; says how many deeds were told. */
async function goThrough(screen: Screen): Promise<number> {
  for (let told = 0; told < 40; told += 1) {
    await screen.until(() => screen.maybe('[data-testid="deed-on"]:not(:disabled)') ?? screen.choices[0]);
    const index = screen.maybe('[data-testid="deed"]')?.dataset['index'];
    if (index == null) return told;
    await screen.press(' ');
    await screen.until(() => {
      const now = screen.maybe('[data-testid="deed"]')?.dataset['index'];
      return now == null ? 'over' : now !== index && now;
    });
  }
  throw new Error('the turn of the others does not end');
}

const standing = (screen: Screen): string[] =>
  screen
    .all('[data-unit]')
    .map((one) => `${one.dataset['unit']} ${one.dataset['in']}`)
    .toSorted();

test('pages come one at a time, with their dice, and can be read backwards', async () => {
  const screen = await table('pages', { game: 'open-fire', scenario: 'training', mode: 'alone-us' }, { watched: true });
  await screen.click('[data-testid="muster"] [data-action="generate sample"]');
  await screen.test('deed', 'Paragraph 001');
  await screen.press(' ');
  await screen.gone('[data-testid="deed"]');

  await screen.click('[data-action="enter a 4101"]');
  await screen.test('deed', 'Paragraph 101');
  expect(screen.maybe('[data-testid="deed"] [data-sides="10"]')).not.toBeNull();
  // What is still to come is told nowhere: not in the column, not in the log.
  expect(screen.maybe('article[aria-label="Paragraph 804"]')).toBeNull();
  await screen.tab('Log');
  const told = (): boolean =>
    screen.all('[data-testid="log-entry"]').some((one) => words(one).includes('Ice in a gutter'));
  expect(told()).toBe(false);
  // The tab that was clicked has the focus, but the space bar belongs to the page that is being read.
  await screen.press(' ');
  await screen.test('deed', 'Paragraph 102');
  await screen.click(await screen.button('One deed back'));
  await screen.test('deed', 'Paragraph 101');
  await screen.press('ArrowRight');
  await screen.test('deed', 'Paragraph 102');
  // One key ends it.
  await screen.press('Escape');
  await screen.gone('[data-testid="deed"]');
  await screen.tab('Log');
  await screen.until(told);
});

test('a bot acts one deed at a time, and the counters stand where they stood', async () => {
  const screen = await table('deeds', { mode: 'alone-german' }, { watched: true });
  await untilDeed(screen);
  // Nothing can be done until it has been seen.
  expect(screen.choices).toHaveLength(0);
  expect(await goThrough(screen)).toBeGreaterThan(0);
  await screen.until(() => screen.choices[0]);

  // Another turn, with several deeds: back and forth gives the same boards.
  for (let turn = 0; screen.maybe('[data-testid="deed"][data-index="1"]') == null; turn += 1) {
    expect(turn).toBeLessThan(10);
    await untilDeed(screen);
    await screen.until(() => screen.maybe('[data-testid="deed-on"]:not(:disabled)'));
    await screen.press(' ');
    await screen.until(() => screen.maybe('[data-testid="deed"][data-index="1"]') ?? screen.choices[0]);
  }
  const second = standing(screen);
  await screen.press('ArrowLeft');
  await screen.find('[data-testid="deed"][data-index="0"]');
  await screen.press('ArrowRight');
  await screen.find('[data-testid="deed"][data-index="1"]');
  expect(standing(screen)).toEqual(second);
  await goThrough(screen);
  await screen.test('summary', /hit|shot|moved/);
  // The next thing that the player does puts it away.
  await screen.pressOn();
  await screen.gone('[data-testid="summary"]');
});

test('a deed outlives a broken connection', async () => {
  const screen = await table('broken-deed', { mode: 'alone-german' }, { watched: true });
  const told = words(screen.maybe('.prose', await untilDeed(screen)));
  screen.tape.cut();
  await screen.find('[role="alert"]', 'Connection lost');
  expect(words(screen.maybe('[data-testid="deed"] .prose'))).toBe(told);
  await screen.until(() => !words(document.body).includes('Connection lost'));
  await goThrough(screen);
  await screen.pressOn();
});

test('a lost connection comes back by itself, and what was being asked is still asked', async () => {
  const screen = await table('lost', { mode: 'hot-seat' });
  await screen.pressOn();
  const seq = screen.seq;
  screen.tape.cut();
  await screen.find('[role="alert"]', 'Connection lost');
  await screen.click(await screen.button(/End activation/));
  await screen.find('[data-sure]');
  const views = screen.tape.sent('overlays').length;
  await screen.until(() => !words(document.body).includes('Connection lost'));
  await screen.until(() => screen.tape.sent('overlays').length > views);
  await screen.rest();
  expect(screen.seq).toBe(seq);
  await screen.acting(() => screen.click('[data-sure]'));
});

test('bots can be watched', async () => {
  const screen = await table('watch', { mode: 'watch' });
  expect(screen.choices).toHaveLength(0);
  await screen.until(() => screen.seq > 3);
});

test('a private hand lies face down until it is asked for', async () => {
  const screen = await table('hand', { mode: 'hot-seat', scenario: 'rzhavets' });
  await screen.tab('Panels');
  const show = (): HTMLElement | undefined =>
    screen.all('button').find((one) => /^Show the hand/.test(one.getAttribute('aria-label') ?? words(one)));
  await screen.pressUntil(() => show() != null, 200);
  const back = (): boolean => words(screen.maybe('[role="tabpanel"]')).includes('face down');
  expect(back()).toBe(true);
  await screen.click(show() as HTMLElement);
  expect(back()).toBe(false);

  // It turns over again as soon as somebody else is asked.
  const seat = (): string | undefined => screen.maybe('[data-testid="prompt"]')?.dataset['seat'];
  const was = seat();
  await screen.pressUntil(() => seat() !== was, 200);
  expect(screen.all('button').some((one) => words(one) === 'Hide the hand')).toBe(false);
});

test('a shared screen with secrets shows nobody forces in the briefing, and then a curtain', async () => {
  const wish = { game: 'assault', scenario: 'blue-beach', mode: 'hot-seat' };
  const screen = await table('curtain', wish, { briefing: true });
  await screen.test('briefing', 'not on the map yet');
  expect(screen.all('[data-testid="briefing"] [data-force] li')).toHaveLength(0);
  await screen.click(await screen.test('to-the-table'));
  await screen.test('curtain');
});

for (const [order, said, asks] of [
  ['hold', 'hold fire', false],
  ['ask', 'ask me', true],
] as const) {
  test(`with the order "${said}" the screen is ${asks ? '' : 'not '}handed over while the other side moves`, async () => {
    const screen = await table(`order-${order}`, { ...FARM, mode: 'hot-seat' });
    let shown: string | undefined;
    const seat = (): string | undefined => screen.maybe('[data-testid="prompt"]')?.dataset['seat'];
    const handOver = async (): Promise<void> => {
      if (seat() === shown) return;
      await screen.click(await screen.find('[data-testid="curtain"] button'));
      await screen.gone('[data-testid="curtain"]');
      shown = seat();
    };
    const press = async (action: string): Promise<void> => {
      await screen.acting(() => screen.click(`.dock [data-action="${action}"]`));
      await handOver();
    };
    const offered = (...starts: string[]): string | undefined =>
      screen.choices
        .map((one) => one.dataset['action'] ?? '')
        .find((one) => starts.some((start) => one.startsWith(start)));
    const plan = async (): Promise<void> => {
      const orders = await screen.find('.dock [data-gathers="Orders"]', 'Reaction fire:');
      if (!words(orders).includes(said)) {
        await screen.click(orders);
        await press(`order ${order}`);
      }
      await screen.find('.dock [data-gathers="Orders"]', said);
      for (let unit = 0; unit < 2; unit += 1) {
        const next = offered('plan ');
        if (next != null) await press(next);
      }
      await press('done');
    };
    await handOver();
    for (let step = 0; step < 20 && offered('plan ') == null; step += 1)
      await press(offered('draw', 'place-rest') ?? 'done');
    await plan();
    await plan();
    // The first to act runs toward the enemy, who sees him come.
    await press(offered('activate ') ?? '');
    const mover = seat();
    let asked = 0;
    for (let step = 0; step < 3; step += 1) {
      if (screen.maybe('[data-reach]') == null) {
        const unit = screen.maybe('[data-unit].ready');
        if (unit == null) break;
        await screen.click(unit);
        await screen.until(() => screen.maybe('[role="application"]')?.getAttribute('aria-busy') === 'false');
      }
      const occupied = screen.all('[data-unit]').map((one) => one.dataset['in']);
      const kind = screen.maybe('.watched') == null ? '' : '.watched';
      const to = screen.all(`[data-reach]${kind}`).find((one) => !occupied.includes(one.dataset['reach']));
      if (to == null) break;
      await screen.acting(() => screen.click(`path[data-hex="${to.dataset['reach']}"]`));
      await handOver();
      if (seat() === mover) continue;
      if (!words(screen.maybe('[data-testid="prompt"]')).includes('react?')) break;
      asked += 1;
      await press('done');
    }
    expect(asked > 0).toBe(asks);
  });
}

test('two people share a platoon on one screen, with a bot as the third', async () => {
  const screen = await table('shared', {
    game: 'open-fire',
    scenario: 'training',
    mode: 'hot-seat',
    settings: { players: '3' },
    players: ['human', 'human', 'platoon-leader'],
  });
  await screen.acting(() => screen.click('[data-testid="muster"] [data-action="generate sample"]'));
  const seat = (): string | undefined => screen.maybe('[data-testid="prompt"]')?.dataset['seat'];
  const take = (action: string): Promise<void> =>
    screen.acting(() => screen.click(`.dock [data-action="${action}"], [role="tabpanel"] [data-action="${action}"]`));
  await screen.tab('Actions');
  await take('assign d second');
  await take('done');
  await take('hand-over second');
  expect(seat()).toBe('1');
  await take('hand-over first');
  expect(seat()).toBe('0');
  // The bot brings its vehicle in and gives the lead back when somebody else has farther to go.
  await take('hand-over third');
  await screen.find('[data-unit]');
});
