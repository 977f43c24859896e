import { describe, expect, it } from 'vitest';

import type { FacedDie } from '../types/FacedDie';
import type { Flag } from '../types/Flag';
import type { Form } from '../types/Form';
import type { Forecast } from '../types/Forecast';
import type { Modifier } from '../types/Modifier';
import type { Pick as Option } from '../types/Pick';
import {
  asked,
  atFirst,
  coloursOf,
  effective,
  facesOf,
  grouped,
  inShort,
  kindsOf,
  linesOf,
  lineText,
  missing,
  otherLines,
  outcomesByGroup,
  piles,
  readKept,
  remembering,
  REMEMBERED,
  shareInWords,
  symbolsOn,
  toggled,
  withDie,
  type Past,
} from './aid';

const option = (value: string, group: string | null, ...tags: string[]): Option => ({
  value,
  label: value.toUpperCase(),
  group,
  note: null,
  tags,
  piles: [],
});

const flag = (name: string, part: Partial<Flag> = {}): Flag => ({
  name,
  question: `${name}?`,
  answers: { kind: 'yes' },
  usual: null,
  at_first: null,
  needed: false,
  when: [],
  ...part,
});

const cards = {
  kind: 'one-of' as const,
  choices: [option('mortar', 'Red', 'indirect', 'gun'), option('tank', 'Blue', 'armour'), option('men', 'Red')],
};

const form: Form = {
  name: 'fire',
  title: 'Fire',
  about: '',
  steps: [
    {
      heading: 'Attacker 1: who',
      rule: null,
      rare: false,
      flags: [
        flag('firer', { answers: cards, needed: true }),
        flag('target', { answers: cards, needed: true }),
        flag('indirect', { when: [{ kind: 'tagged', flag: 'firer', tags: ['indirect'] }] }),
      ],
    },
    {
      heading: 'Attacker 10: where',
      rule: null,
      rare: false,
      flags: [
        flag('side', {
          answers: { kind: 'one-of', choices: [option('front', null), option('rear', null)] },
          usual: 'front',
          when: [{ kind: 'unsaid', flag: 'indirect' }],
        }),
        flag('stuck', { when: [{ kind: 'is', flag: 'side', values: ['front'] }] }),
        flag('again', { when: [{ kind: 'said', flag: 'stuck' }] }),
        flag('damage', { answers: { kind: 'number', least: 0, most: 9 }, usual: '0' }),
        flag('full', { at_first: '' }),
      ],
    },
  ],
};

const names = (flags: readonly Flag[]): string[] => flags.map(({ name }) => name);
const second = form.steps[1] as Form['steps'][0];

describe('questions', () => {
  it('are asked when they apply', () => {
    const said = effective(form, { firer: 'mortar', target: 'tank' });
    expect(names(asked(form.steps[0] as Form['steps'][0], form, said))).toContain('indirect');
    expect(names(asked(second, form, said))).toEqual(['side', 'stuck', 'damage', 'full']);
    expect(names(asked(second, form, effective(form, { firer: 'mortar', indirect: null })))).not.toContain('side');
    expect(names(asked(second, form, effective(form, { firer: 'men', stuck: null })))).toContain('again');
  });

  it('lose their answers when they no longer apply, and what hangs on them', () => {
    // The mortar went, so nothing is indirect, and the side counts again.
    expect(effective(form, { firer: 'men', indirect: null, side: 'rear' })).toEqual({ firer: 'men', side: 'rear' });
    expect(effective(form, { side: 'rear', stuck: null, again: null })).toEqual({ side: 'rear' });
  });

  it('forget answers that are not on offer any more', () => {
    expect(effective(form, { firer: 'gone', damage: '12', side: 'top', nonsense: 'x', full: 'yes' })).toEqual({});
    expect(effective(form, { damage: '9', full: null })).toEqual({ damage: '9', full: null });
  });

  it('say which of them must be answered first, and what is answered at first', () => {
    expect(names(missing(form, {}))).toEqual(['firer', 'target']);
    expect(names(missing(form, { firer: 'men' }))).toEqual(['target']);
    expect(atFirst(form)).toEqual({ full: null });
  });

  it('make a line for the table', () => {
    expect(inShort(form, { firer: 'men', target: 'tank', side: 'rear' }, [])).toBe('MEN against TANK');
    const dice: FacedDie[] = ['blue', 'green'].map((colour) => ({ colour, faces: [] }));
    const pools = flag('attack', { answers: { kind: 'dice', most: 9 } });
    const numbers = flag('range', { answers: { kind: 'number', least: 0, most: 9 }, needed: true });
    const typed: Form = { ...form, steps: [{ heading: '', rule: null, rare: false, flags: [pools, numbers] }] };
    expect(inShort(typed, { attack: 'green:2,blue:1', range: '3' }, dice)).toBe('2 green and 1 blue, range 3');
    expect(inShort(form, {}, [])).toBe('Fire');
  });
});

describe('steps', () => {
  const modifier = (what: string, dice?: string[]): Modifier => ({
    rule: 'XX-1',
    what,
    value: 1,
    ...(dice == null ? {} : { pile: { what: what.startsWith('a') ? 'attack' : 'defence', dice } }),
  });
  const modifiers = [
    modifier('attacker 1: card', ['green']),
    modifier('attacker 10: aim', ['green', 'blue']),
    modifier('defender 1: cover', ['blue']),
    modifier('smoke'),
  ];

  it('have the modifiers that are named after them', () => {
    expect(form.steps.map((step) => linesOf(step, modifiers).map(lineText))).toEqual([['card'], ['aim']]);
    expect(otherLines(form, modifiers).map(({ what }) => what)).toEqual(['defender 1: cover', 'smoke']);
  });

  it('build up the pools', () => {
    expect(piles(modifiers)).toEqual([
      { what: 'attack', dice: ['green', 'blue'] },
      { what: 'defence', dice: ['blue'] },
    ]);
  });
});

describe('dice', () => {
  const dice: FacedDie[] = [
    { colour: 'blue', faces: [0, 0, 1, 1, 11, 2].map((value) => ({ value, symbols: value === 0 ? [] : ['x'] })) },
    { colour: 'green', faces: [0, 1, 2, 21, 22, 3].map((value) => ({ value, symbols: ['y'] })) },
  ];

  it('are added and taken away by colour, the strongest first', () => {
    const one = withDie(null, dice, 'blue', 1);
    expect(one).toBe('blue:1');
    const three = withDie(withDie(one, dice, 'green', 1), dice, 'green', 1);
    expect(three).toBe('green:2,blue:1');
    expect(coloursOf(three, dice)).toEqual(['green', 'green', 'blue']);
    expect(withDie('blue:1', dice, 'blue', -1)).toBeNull();
    expect(withDie('blue:1', dice, 'green', -1)).toBe('blue:1');
  });

  it('of a throw are tapped by kind', () => {
    const thrown = ['green', 'blue', 'green'].map((colour) => ({ colour, sides: 6 }));
    expect(kindsOf({ dice: thrown })).toEqual([
      { colour: 'green', sides: 6, places: [0, 2] },
      { colour: 'blue', sides: 6, places: [1] },
    ]);
    expect(facesOf({ colour: 'blue', sides: 6, places: [1] }, dice).map(({ value }) => value)).toEqual([0, 1, 11, 2]);
    expect(facesOf({ colour: null, sides: 10, places: [0] }, dice)).toHaveLength(10);
    expect(symbolsOn('blue', 0, dice)).toEqual([]);
    expect(symbolsOn(null, 4, dice)).toBeNull();
  });
});

describe('lists', () => {
  it('of several are made one by one', () => {
    expect(toggled(null, 'wall')).toBe('wall');
    expect(toggled('wall', 'road')).toBe('wall,road');
    expect(toggled('wall,road', 'wall')).toBe('road');
    expect(toggled('road', 'road')).toBeNull();
    const several: Form = {
      ...form,
      steps: [
        { heading: '', rule: null, rare: false, flags: [flag('aa', { answers: { ...cards, kind: 'several' } })] },
      ],
    };
    expect(effective(several, { aa: 'tank,men' })).toEqual({ aa: 'tank,men' });
    expect(effective(several, { aa: 'tank,gone' })).toEqual({});
  });

  const options = cards.choices;

  it('stand by group and are searched in all words', () => {
    expect(grouped(options, '').map(({ title, options: some }) => [title, some.length])).toEqual([
      ['Red', 2],
      ['Blue', 1],
    ]);
    expect(grouped(options, 'red indir').flatMap((group) => group.options.map(({ value }) => value))).toEqual([
      'mortar',
    ]);
    expect(grouped(options, 'submarine')).toEqual([]);
  });
});

describe('odds', () => {
  it('are shown to a tenth of a percent', () => {
    expect([0, 0.0004, 0.0361, 0.5, 0.99996, 1].map(shareInWords)).toEqual([
      '0%',
      '<0.1%',
      '3.6%',
      '50.0%',
      '>99.9%',
      '100%',
    ]);
  });

  it('stand by group, and a group of one outcome says it once', () => {
    const part = { severity: 'damage', good_for: 'doer', of: 4 } as const;
    const chance = (label: string, group: string, ways: number) => ({
      ...part,
      result: label,
      label,
      group,
      ways,
      p: ways / 4,
    });
    const odds: Forecast = {
      modifiers: [],
      outcomes: [chance('one step', 'hit', 1), chance('two steps', 'hit', 2), chance('miss', 'miss', 1)],
      headline: [
        { ...part, group: 'hit', ways: 3, p: 0.75 },
        { ...part, group: 'miss', ways: 1, p: 0.25 },
      ],
      worth: 0,
    };
    const found = outcomesByGroup(odds).map(({ group, outcomes }) => [group.group, outcomes.map(({ label }) => label)]);
    expect(found).toEqual([
      ['hit', ['two steps', 'one step']],
      ['miss', []],
    ]);
  });
});

describe('what is kept', () => {
  const past = (at: number): Past => ({ at, form: 'fire', said: { full: null }, what: 'a', result: 'b', faces: [1] });

  it('is read again', () => {
    const kept = { form: 'fire', said: { fire: { firer: 'men', full: null } }, past: [past(1)] };
    expect(readKept(JSON.stringify(kept))).toEqual(kept);
  });

  it('is left out where it is damaged', () => {
    for (const text of [null, '', '{', '7', '[]', '{"form":7,"said":[1],"past":{}}']) {
      expect(readKept(text).form).toBeNull();
      expect(readKept(text).past).toEqual([]);
    }
    const half = { form: 'fire', said: { fire: { a: 7 }, other: {} }, past: [past(1), { at: 'now' }] };
    expect(readKept(JSON.stringify(half))).toEqual({ form: 'fire', said: { other: {} }, past: [past(1)] });
  });

  it('holds the last twenty attacks', () => {
    let all: Past[] = [];
    for (let at = 0; at < 25; at += 1) all = remembering(all, past(at));
    expect(all).toHaveLength(REMEMBERED);
    expect([all[0]?.at, all.at(-1)?.at]).toEqual([24, 5]);
  });
});
