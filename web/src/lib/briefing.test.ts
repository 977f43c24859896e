import { describe, expect, it } from 'vitest';

import type { PanelRow } from '../types/PanelRow';
import { conditionsOf, kindsOf, objectivesOf } from './briefing';
import { counter } from './fixtures';

const row = (label: string, with_: Partial<PanelRow> = {}): PanelRow => ({
  label,
  value: '',
  detail: '',
  seat: null,
  spent: false,
  private: false,
  ...with_,
});

describe('a briefing', () => {
  it('counts the units of a side by kind, in the order of the ruleset', () => {
    const counters = [
      counter('a', '0101', { kind: 'tank' }),
      counter('b', '0101', { kind: 'gun' }),
      counter('c', '0102', { kind: 'tank' }),
      counter('d', '0103', { kind: 'tank', seat: 1 }),
    ];
    expect(kindsOf(counters, 0).map(({ sample, count }) => [sample.id, count])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    expect(kindsOf(counters, 1)).toHaveLength(1);
  });

  it('lists the places that count, and nothing else that lies about', () => {
    const mark = (kind: string) => ({ hex: '0101', kind, label: '', detail: '', seat: null });
    expect(objectivesOf({ marks: [mark('smoke'), mark('objective')] })).toEqual([mark('objective')]);
  });

  it('says what wins as far as everybody may know it', () => {
    const rows = [row('lead'), row('side', { seat: 0 }), row('secret', { private: true })];
    const facts = [
      { label: 'Turn', value: '1', detail: '' },
      { label: 'Victory', value: '0 of 10', detail: '' },
    ];
    const panels = [{ id: 'victory', title: 'Victory', rows }];
    expect(conditionsOf({ panels, facts }).map(({ label }) => label)).toEqual(['lead']);
    expect(conditionsOf({ panels: [], facts }).map(({ label }) => label)).toEqual(['Victory']);
  });
});
