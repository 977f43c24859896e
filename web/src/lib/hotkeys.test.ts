import { describe, expect, it } from 'vitest';

import type { Choice } from '../types/Choice';
import { dockButtons } from './choices';
import { choice } from './fixtures';
import { GUARD, Hotkeys } from './hotkeys';

const shot = (unit: string, target = 'x'): Choice =>
  choice(`fire ${unit} ${target}`, { kind: 'fire', units: [unit], target });
const endFire = choice('done', { kind: 'pass', label: 'End fire' });
const endActivation = choice('done', { kind: 'pass', label: 'End activation' });

/** The keys of a player who never waits: `at` is the time of the next thing. */
class Player {
  readonly keys = new Hotkeys();
  at = 0;

  shown(choices: readonly Choice[], { about = '', byHand = false } = {}): void {
    const first = choices.find((one) => one.default) ?? null;
    this.keys.take({ ...dockButtons(choices, []), first }, about, byHand, this.at);
  }

  presses(key: string, later = 0): string | null {
    return this.keys.press(key, this.at + later)?.label ?? null;
  }
}

describe('keys of the dock', () => {
  it('never put what ends the fire where a shot was', () => {
    const player = new Player();
    player.shown([shot('a'), shot('b'), endFire], { byHand: true });
    expect([player.presses('1'), player.presses('2'), player.presses('P')]).toEqual([
      'fire a x',
      'fire b x',
      'End fire',
    ]);
    expect(player.presses('3')).toBeNull();
    // The first shot is fired: the second keeps its key, and the first key is empty, now and later.
    player.shown([shot('b'), endFire]);
    expect([player.presses('1', 9999), player.presses('2')]).toEqual([null, 'fire b x']);
    player.shown([endFire]);
    expect([player.presses('1', 9999), player.presses('2', 9999), player.presses('P')]).toEqual([
      null,
      null,
      'End fire',
    ]);
  });

  it('keep the place of a button while somebody else is asked', () => {
    const player = new Player();
    player.shown([shot('a'), shot('b'), endFire], { byHand: true });
    player.shown([]);
    player.shown([shot('b'), endFire]);
    expect(player.presses('1', 9999)).toBeNull();
    expect(player.presses('2', 9999)).toBe('fire b x');
  });

  it('do nothing for a moment after they have come to mean something else', () => {
    const player = new Player();
    player.shown([shot('a'), endFire], { byHand: true });
    player.at = 1000;
    player.shown([shot('c'), shot('d'), endActivation]);
    for (const key of ['1', '2', 'P']) {
      expect(player.presses(key, GUARD - 1), key).toBeNull();
      expect(player.presses(key, GUARD), key).not.toBeNull();
    }
    // A second change does not end the guard of the first.
    player.at = 1010;
    player.shown([shot('c'), shot('d'), shot('e'), endActivation]);
    expect(player.presses('1')).toBeNull();
  });

  it('are counted anew when the player picks somebody, and work at once', () => {
    const player = new Player();
    player.shown([shot('a'), shot('b')], { about: 'a', byHand: true });
    player.shown([shot('b'), shot('b', 'y')], { about: 'b', byHand: true });
    expect(player.presses('1')).toBe('fire b x');
    expect(player.presses('2')).toBe('fire b y');
  });

  it('go round when all nine have been given: the one let go first comes back first', () => {
    const player = new Player();
    const stays = choice('stays');
    for (let n = 1; n <= 10; n += 1) player.shown([stays, choice(`goes ${n}`)]);
    expect(player.presses('1', 9999)).toBe('stays');
    // 2 to 9 were given to the first eight, then 2 and 3 again.
    expect(player.presses('3', 9999)).toBe('goes 10');
  });

  it('give the way out to what needs no second question', () => {
    const player = new Player();
    const callOff = choice('call-off', { kind: 'pass', asks: 'It ends here.' });
    player.shown([callOff, endFire], { byHand: true });
    expect(player.presses('P')).toBe('End fire');
    player.shown([callOff], { byHand: true });
    expect(player.presses('P')).toBe('call-off');
  });

  it('have one key for a group that asks for a hex, whichever hexes it has', () => {
    const player = new Player();
    const smoke = (hex: string): Choice =>
      choice(`smoke ${hex}`, { kind: 'hex', hex, group: { title: 'Smoke', order: 4, gathered: 'Lay smoke…' } });
    player.shown([smoke('0101'), smoke('0102')], { byHand: true });
    const before = player.presses('1');
    player.shown([smoke('0102'), smoke('0103')]);
    expect([before, player.presses('1')]).toEqual(['smoke 0101', 'smoke 0102']);
  });
});
