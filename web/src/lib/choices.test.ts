import { describe, expect, it } from 'vitest';

import type { Plan } from '../types/Plan';
import type { Choice } from '../types/Choice';
import {
  actorsAt,
  asksForFire,
  buttonsFor,
  canMove,
  defaultChoice,
  dockButtons,
  figureOf,
  fireLines,
  isCertain,
  menuOptions,
  onTheBoard,
  optionsAt,
  optionsInHex,
  targetsOf,
} from './choices';
import { choice, forecast } from './fixtures';

const step = choice('move a 0102', { kind: 'move', units: ['a'], hex: '0102' });
const both = choice('move a+b 0102', { kind: 'move', units: ['a', 'b'], hex: '0102' });
const shot = choice('fire a x', { kind: 'fire', units: ['a'], target: 'x', hex: '0105', odds: forecast(20, 16) });
const smoke = choice('fire a x smoke', { kind: 'fire', units: ['a'], target: 'x', hex: '0105' });
const assault = choice('assault a 0105', { kind: 'hex', units: ['a'], hex: '0105' });
const pick = choice('join c', { kind: 'unit', units: ['c'] });
const done = choice('done', { kind: 'pass' });
const dig = choice('dig a', { kind: 'button', units: ['a'] });

const outlook = { text: 'nobody fires', danger: false };
const plan: Plan = {
  units: ['a'],
  from: '0101',
  hexes: [
    { hex: '0102', cost: '1', path: ['0102'], actions: ['move a 0102'], threats: [], outlook },
    { hex: '0103', cost: '2', path: ['0102', '0103'], actions: ['move a 0102', 'move a 0103'], threats: [], outlook },
  ],
};

describe('what pointing means', () => {
  it('offers a step of the plan once, with the label of its choice', () => {
    const options = optionsAt([step], ['a'], plan, { hex: '0102', unit: null });
    expect(options.map(({ label, actions }) => [label, actions])).toEqual([['move a 0102', ['move a 0102']]]);
  });

  it('sends the whole chain of a longer way', () => {
    const [option] = optionsAt([step], ['a'], plan, { hex: '0103', unit: null });
    expect(option?.actions).toEqual(['move a 0102', 'move a 0103']);
    expect(option?.cost).toBe('2');
  });

  it('does not use a plan of other units', () => {
    expect(optionsAt([step], ['b'], plan, { hex: '0103', unit: null })).toEqual([]);
  });

  it('lists every option on the same target', () => {
    const options = optionsAt([shot, smoke, assault], ['a'], null, { hex: '0105', unit: 'x' });
    expect(options.map((option) => option.actions[0])).toEqual(['fire a x', 'fire a x smoke', 'assault a 0105']);
  });

  it('needs exactly the selected units', () => {
    expect(optionsAt([shot], ['a', 'b'], null, { hex: '0105', unit: 'x' })).toEqual([]);
  });

  it('finds targets in a hex without naming the unit', () => {
    expect(optionsInHex([shot, smoke], ['a'], null, '0105', ['x', 'y'])).toHaveLength(2);
  });

  it('lets a player point at the target first, but not by accident', () => {
    const [option] = actorsAt([shot, step], { hex: '0105', unit: 'x' });
    expect(option?.choice).toBe(shot);
    expect(option != null && isCertain(option, [])).toBe(false);
    expect(option != null && isCertain(option, ['a'])).toBe(true);
  });

  it('picks a unit whoever is selected', () => {
    expect(optionsAt([pick], ['a'], null, { hex: '0101', unit: 'c' })).toHaveLength(1);
  });
});

describe('targets', () => {
  it('shows those of the selected unit', () => {
    expect(targetsOf([shot, assault, pick], ['a'])).toEqual({ hexes: new Set(['0105']), units: new Set(['x', 'c']) });
    expect(targetsOf([shot], ['b']).units.size).toBe(0);
  });

  it('shows all of them while nobody is selected', () => {
    expect(targetsOf([shot], []).units).toEqual(new Set(['x']));
  });
});

describe('buttons', () => {
  it('leaves moves to the board and puts the way out last', () => {
    expect(buttonsFor([done, step, dig, shot], ['a'])).toEqual([shot, dig, done]);
  });

  it('hides what only other units can do', () => {
    expect(buttonsFor([done, dig], ['b'])).toEqual([done]);
  });

  it('does not flood the bar with shots while nobody is selected', () => {
    const shots = Array.from({ length: 9 }, (_, n) =>
      choice(`fire ${n}`, { kind: 'fire', units: [`${n}`], target: 'x' }),
    );
    expect(buttonsFor([...shots, done], [])).toEqual([done]);
    expect(buttonsFor([shot, done], [])).toEqual([shot, done]);
  });

  it('knows what Enter does', () => {
    expect(defaultChoice([step, { ...done, default: true }])?.action).toBe('done');
    expect(defaultChoice([done])).toBe(done);
    expect(defaultChoice([step, done])).toBeNull();
  });
});

it('knows who can move together', () => {
  expect(canMove([both], ['b', 'a'])).toBe(true);
  expect(canMove([both], ['a'])).toBe(false);
});

it('lets units that are not on the board come in by picking the hex', () => {
  const [entry] = onTheBoard([both], new Set(['c']));
  expect(entry).toMatchObject({ kind: 'hex', units: [], action: 'move a+b 0102' });
  expect(onTheBoard([both], new Set(['a', 'b']))).toEqual([both]);
});

describe('the dock', () => {
  it('has a digit for every button it shows, the ways out included', () => {
    const many = Array.from({ length: 12 }, (_, n) => choice(`button ${n}`));
    const { picks, ways, more } = dockButtons([done, ...many], []);
    expect(picks).toHaveLength(6);
    expect(more).toBe(6);
    expect(ways).toEqual([done]);
    expect(picks.length + ways.length).toBeLessThanOrEqual(9);
  });
});

describe('a stack in hand', () => {
  it('has the buttons of its units, and those of nobody else', () => {
    const group = { title: 'Leave', order: 1, gathered: null };
    const exits = ['a', 'b', 'c'].map((unit) => choice(`exit ${unit}`, { units: [unit], group }));
    const shown = dockButtons([both, ...exits], ['a', 'b']).picks.map(({ action }) => action);
    expect(shown).toEqual(['exit a', 'exit b']);
  });
});

describe('lines of fire', () => {
  it('say what a shot can do, and that one can do nothing', () => {
    const chance = { group: 'kill', severity: 'killed', good_for: 'doer', ways: 3, of: 8, p: 0.375 } as const;
    expect(figureOf(chance, true)).toBe('38%');
    expect(figureOf(chance, false)).toBe('kill 38%');
    expect(figureOf({ ...chance, group: 'nothing', severity: 'nothing', p: 1 }, true)).toBe('no effect');
  });

  const hexOf = (unit: string): string | undefined => ({ a: '0101', b: '0101', x: '0105' })[unit];
  const weak = choice('fire b x', { kind: 'fire', units: ['b'], target: 'x', hex: '0105', odds: forecast(35, 1) });

  it('joins the shots from one hex into another, the best first', () => {
    expect(fireLines([weak, shot, step], hexOf)).toEqual([{ from: '0101', to: '0105', choices: [shot, weak] }]);
  });

  it('leaves out who is not on the board', () => {
    expect(fireLines([choice('fire z', { kind: 'fire', units: ['z'], hex: '0105' })], hexOf)).toEqual([]);
  });

  it('are the question only when nobody can move', () => {
    expect(asksForFire([shot, done])).toBe(true);
    expect(asksForFire([shot, step])).toBe(false);
    expect(asksForFire([done])).toBe(false);
  });
});

describe('a question for the sake of the others', () => {
  it('is a way out, in sight beside nothing else', () => {
    const only = choice('done', { kind: 'by-itself' });
    expect(dockButtons([only], [])).toMatchObject({ picks: [], ways: [only] });
  });
});

describe('the menu of a unit', () => {
  const smoke = (hex: string): Choice =>
    choice(`smoke ${hex}`, {
      units: ['a'],
      hex,
      kind: 'hex',
      group: { title: 'Smoke', order: 1, gathered: 'Lay smoke…' },
    });
  const choices = [
    choice('end', { units: ['a'], kind: 'pass' }),
    choice('dig in', { units: ['a'] }),
    choice('move 0102', { units: ['a'], kind: 'move', hex: '0102' }),
    smoke('0201'),
    smoke('0202'),
    choice('fire', { units: ['a'], kind: 'fire', target: 'x' }),
    choice('pass', { kind: 'pass' }),
  ];

  it('lists what it can do, without the steps of a way and with one line for many hexes', () => {
    const menu = menuOptions(choices, { hex: '0101', unit: 'a' }, []);
    expect(menu.map(({ label }) => label)).toEqual(['dig in', 'fire', 'Lay smoke…', 'end']);
  });

  it('lists what can be done to it, each thing once', () => {
    const fire = choices[5];
    if (fire == null) throw new Error('no shot');
    const aimed = [{ label: 'fire', actions: ['fire'], cost: null, choice: fire, way: null }];
    expect(menuOptions(choices, { hex: '0105', unit: 'x' }, aimed).map(({ label }) => label)).toEqual(['fire']);
    expect(menuOptions(choices, { hex: '0109', unit: null }, [])).toEqual([]);
  });
});
