// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { palette } from '../lib/settings.svelte';
import { Screen, table, words } from './screen';

const RZHAVETS = { mode: 'hot-seat', seed: '5', scenario: 'rzhavets' };

test('pointing at a unit shows its card, the right button lists what it can do', async () => {
  const screen = await table('menu', { mode: 'hot-seat' });
  const unit = await screen.untilMoves();
  await screen.press('Escape');
  await screen.hover(unit);
  const name = words(screen.maybe('.name', await screen.test('unit-card')));
  expect(name).not.toBe('');

  await screen.rightClick(unit);
  const menu = await screen.test('choice-menu', name);
  await screen.click(await screen.button(`Select ${name}`));
  await screen.until(() => unit.classList.contains('selected'));

  // By keys: the menu of the hex that has the focus, closed again by Escape.
  await screen.rightClick(`path[data-hex="${unit.dataset['in']}"]`);
  await screen.test('choice-menu', name);
  expect(menu.isConnected).toBe(false);
  await screen.press('Escape');
  await screen.gone('[data-testid="choice-menu"]');

  // Its card in the column, and the line of sight from where it stands.
  await screen.rightClick(unit);
  await screen.click(await screen.button('Show its card'));
  await screen.find('[role="tabpanel"]', name);
  await screen.rightClick(unit);
  await screen.click(await screen.button(/^Line of sight from/));
  expect((await screen.test('sight-tool')).getAttribute('aria-pressed')).toBe('true');
});

test('a unit without anything to do says so', async () => {
  const screen = await table('nothing-to-do', { mode: 'watch' });
  await screen.rightClick(await screen.find('[data-unit]'));
  await screen.test('choice-menu', 'There is nothing to do with it now.');
});

test('a line of fire names its shot, tells its odds and is picked by its figure', async () => {
  const screen = await table('line-of-fire', RZHAVETS);
  const figure = (): HTMLElement | null => screen.maybe('button[data-line]');
  await screen.pressUntil(() => figure() != null, 20);
  const line = figure() as HTMLElement;
  expect(words(line)).toMatch(/%/);
  await screen.hover(line);
  await screen.find('button[data-line] .shot', / at /);
  await screen.test('hover-card');
  await screen.acting(async () => {
    await screen.click(line);
    const menu = screen.maybe('[data-testid="choice-menu"] [data-action]');
    if (menu != null) await screen.click(menu);
  });
  expect(words(document.body)).not.toContain('Not done:');
});

test('N goes from unit to unit and round again, and P asks before units are left behind', async () => {
  const screen = await table('next-unit', { ...RZHAVETS, seed: '7' });
  await screen.pressUntil(() => screen.maybe('[data-testid="next-unit"]') != null, 30);
  const selected = (): string =>
    screen
      .all('[data-unit].selected')
      .map((one) => one.dataset['unit'])
      .join();
  await screen.press('n');
  const first = await screen.until(selected);
  await screen.click(await screen.test('next-unit'));
  expect(selected()).not.toBe(first);
  await screen.press('N', { shiftKey: true });
  expect(selected()).toBe(first);
  // The way out always has the same key. Who could still move is told first, and a second press goes on.
  await screen.press('Escape');
  expect(words(screen.maybe('kbd', screen.choices.at(-1) ?? document))).toBe('P');
  const before = screen.seq;
  await screen.until(() => {
    void screen.press('p');
    return screen.maybe('[data-testid="doubted"]');
  });
  expect(words(screen.maybe('[data-testid="doubted"]'))).toContain('could still move');
  expect(screen.seq).toBe(before);
  await screen.press('Escape');
  await screen.gone('[data-testid="doubted"]');
});

test('a unit that has to wait says why, by which rule, and what would change it', async () => {
  const screen = await table('why-wait', { mode: 'hot-seat' });
  // Before the first chit is drawn nobody acts.
  await screen.rightClick(await screen.find('[data-unit]'));
  const first = await screen.find('[data-testid="why-not"] li', /Move to \d{4}: /);
  expect(words(first)).toContain('FD-');
  expect(words(await screen.find('[data-testid="why-not"] em'))).toContain('What is asked now:');
});

test('a unit in hand says why it cannot fire at the enemy under the pointer', async () => {
  const screen = await table('why-no-fire', RZHAVETS);
  const mover = await screen.untilMoves();
  const side = mover.dataset['seat'] ?? '';
  await screen.hover(await screen.find(`[data-unit]:not([data-seat="${side}"])`));
  const first = await screen.find('[data-testid="hover-card"] [data-testid="why-not"] li', /^Fire at .+: /);
  expect(words(first)).toContain('FD-');
});

test('`O` shades the map for the second side, too', async () => {
  const screen = await table('shaded', { mode: 'alone-soviet' });
  await screen.until(() => {
    if (screen.maybe('[data-overlay]') == null) void screen.press('o');
    return screen.maybe('[data-overlay]');
  });
  expect(screen.all('[data-overlay]')).toHaveLength(1);
});

test('undo takes a move back', async () => {
  const screen = await table('undo', { mode: 'hot-seat' });
  await screen.untilMoves();
  const before = screen.seq;
  const lines = screen.all('[data-testid="log-entry"]').length;
  const occupied = screen.all('[data-unit]').map((one) => one.dataset['in']);
  const free = screen.all('[data-reach]:not(.watched)').find((one) => !occupied.includes(one.dataset['reach']));
  await screen.acting(() => screen.click(`[data-hex="${free?.dataset['reach']}"]`));
  while (screen.seq > before) await screen.acting(() => screen.press('u'));
  expect(screen.all('[data-testid="log-entry"]')).toHaveLength(lines);
});

/** Points at reachable hexes until one is found in which an enemy could do something. */
async function pointAtDanger(screen: Screen): Promise<void> {
  const hexes = screen.all('[data-reach]').map((one) => one.dataset['reach'] ?? '');
  for (const hex of hexes.toReversed().slice(0, 40)) {
    await screen.hover(`path[data-hex="${hex}"]`);
    const told = await screen
      .until(() => screen.maybe(`[data-testid="their-turn"][data-threatened="${hex}"]`))
      .catch(() => null);
    if (told?.querySelector('[data-deed]') != null) return;
  }
  throw new Error('nobody threatens anything');
}

test('Divisions: a way tells fire on the way apart from what the enemy can do in its own turn', async () => {
  const screen = await table('threats-divisions', { mode: 'hot-seat' });
  await screen.untilMoves();
  await pointAtDanger(screen);
  await screen.test('hover-card', 'On the way');
  const theirs = await screen.test('their-turn', 'In their own turn');
  expect(words(screen.maybe('[data-deed] b', theirs))).toContain('%');
  expect(words(screen.maybe('[data-deed] small', theirs))).toMatch(/(fires|assaults|charges)/);
  expect(words(theirs)).toMatch(/\d+ could (fire|assault|come within reach)/);
  expect(screen.all('[data-testid="their-lines"] path').length).toBeGreaterThan(0);
});

test('the edges of the board are named by the north of the map', async () => {
  const screen = await table('edges', { game: 'open-fire', scenario: 'grand-prix', mode: 'alone-us', seed: '11' });
  await screen.acting(() => screen.click('[data-testid="muster"] [data-action="generate sample"]'));
  await screen.find('[data-edge]');
  const lies = (edge: string): [number, number] => {
    const at = screen.all('[data-edge]').find((one) => one.dataset['edge']?.toLowerCase() === edge);
    const [, x, y] = /translate\((\S+) (\S+)\)/.exec(at?.getAttribute('transform') ?? '') ?? [];
    return [Number(x), Number(y)];
  };
  const [west, east, north, south] = [lies('west'), lies('east'), lies('north'), lies('south')];
  // North is down in The Grand Prix: the platoon comes in from the west, at the right edge of the screen.
  expect(west[0]).toBeGreaterThan(east[0]);
  expect(north[1]).toBeGreaterThan(south[1]);
  // Who is still off the map says where it comes in, also when the first has come.
  await screen.acting(() => screen.click('.dock [data-action="enter a 4519"]'));
  const hint = await screen.find('.dock .hint', 'Off the map: B M4A3');
  expect(words(hint)).toContain('comes in at 4519');
});

test('the key explains every marker that lies on a counter', async () => {
  const screen = await table('key', { game: 'assault', scenario: 'road-block', mode: 'alone-us', seed: '11' });
  for (let n = 0; n < 60 && screen.seq < 45; n += 1) {
    await screen.until(() => screen.choices.length > 0);
    const liked = ['draw', 'place-rest', 'plan ', 'done'].flatMap((start) =>
      screen.all(`.row [data-action^="${start}"]`, screen.dock).slice(0, 1),
    );
    await screen.acting(() => screen.click(liked[0] ?? (screen.choices.at(-1) as HTMLElement)));
  }
  const lie = screen.all('[data-unit] .marker text').map(words);
  expect(lie.length).toBeGreaterThan(5);
  await screen.tab('Key');
  await screen.test('markers');
  const told = screen.all('[data-testid="markers"] abbr').map(words);
  // "D2" is a case of "DN".
  const known = (mark: string): boolean => told.includes(mark) || told.includes(mark.replace(/\d+$/, 'N'));
  expect([...new Set(lie)].filter((mark) => !known(mark))).toEqual([]);
});

test('on the table the colours of the sides change without leaving it', async () => {
  const screen = await table('palettes', { mode: 'hot-seat' });
  const base = (): string =>
    (screen.maybe('[data-unit] svg') as unknown as SVGElement).style.getPropertyValue('--base');
  const seen = new Set([base()]);
  await screen.click(await screen.test('open-settings'));
  const group = await screen.find('[data-setting="palette"], fieldset', 'Colours of sides and odds');
  for (const box of screen.all('input[type="radio"]', group)) {
    await screen.check(box);
    seen.add(base());
  }
  expect(seen.size).toBe(palette.allowed.length);
});

for (const [game, scenario, mode] of [
  ['divisions', 'tiger-in-the-open', 'hot-seat'],
  ['assault', 'training-1-the-farm', 'alone-us'],
] as const) {
  for (const by of ['the pointer', 'the keys', 'a finger'] as const) {
    test(`${game}: a stack fans out under ${by}`, async () => {
      const screen = await table(`stack-${game}`, { game, scenario, mode });
      const pile = await screen.until(() =>
        screen.all('[data-unit]').find((one) => screen.maybe('.count', one) != null),
      );
      const hex = pile.dataset['in'] ?? '';
      if (by === 'the pointer') await screen.hover(pile);
      else if (by === 'a finger') {
        pile.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch', isPrimary: true }));
        pile.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      } else {
        const [up, down] = ['ArrowUp', 'ArrowDown'];
        (await screen.find(`path[data-hex="${hex}"]`)).focus();
        await screen.press(up);
        await screen.press(down);
      }
      await screen.until(() => screen.maybe(`[data-unit][data-in="${hex}"] .count`) == null, 'the fan');
      const units = screen.all(`[data-unit][data-in="${hex}"]`);
      expect(units.length).toBeGreaterThan(1);
      const places = units.map((one) => /translate\((-?[\d.]+)px, (-?[\d.]+)px\)/.exec(one.style.transform) ?? []);
      const wide = Number.parseFloat(units[0]?.style.width ?? '');
      for (const [at, [, x, y]] of places.entries()) {
        for (const [, otherX, otherY] of places.slice(at + 1)) {
          const apart = Math.max(Math.abs(Number(x) - Number(otherX)), Math.abs(Number(y) - Number(otherY)));
          expect(apart).toBeGreaterThan(wide * 0.95);
        }
      }
    });
  }
}
