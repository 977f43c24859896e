import { describe, expect, it } from 'vitest';

import type { Modifier } from '../types/Modifier';
import { sumsOf } from './sums';

const worths = (modifiers: Modifier[]): string[] => sumsOf(modifiers).lines.map(({ worth }) => worth);

describe('sums', () => {
  it('say what is counted: columns are no per cent', () => {
    const list: Modifier[] = [
      { rule: 'X-1', what: 'base hit chance', value: 70, measure: 'percent' },
      { rule: 'X-1', what: 'defilade', value: 10, measure: 'columns' },
      { rule: 'X-1', what: 'at its side', value: -2, measure: 'columns' },
      { rule: 'X-1', what: 'together', value: 8, measure: 'columns', role: 'sum' },
      { rule: 'X-1', what: 'final hit chance', value: 50, measure: 'percent', role: 'result' },
      { rule: 'X-1', what: 'rounds', value: 2, role: 'aside' },
    ];
    expect(worths(list)).toEqual(['+70%', '+10 columns', '−2 columns', '= 8 columns', '= 50%', '2']);
  });

  it('count the dice that a step brings or takes, so that they add up to what is thrown', () => {
    const pile = (...dice: string[]) => ({ what: 'attacker', dice });
    const list: Modifier[] = [
      { rule: 'X-2', what: 'marked firing', value: 0 },
      { rule: 'X-2', what: 'base', value: 2, pile: pile('green', 'blue') },
      { rule: 'X-2', what: 'noted', value: 3, pile: pile('green', 'blue') },
      { rule: 'X-2', what: 'half', value: -1, pile: pile('green') },
    ];
    expect(worths(list)).toEqual(['', '+2 dice', '', '−1 die']);
    expect(sumsOf(list).piles).toEqual([pile('green')]);
  });
});
