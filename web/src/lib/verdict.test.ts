import { describe, expect, it } from 'vitest';

import type { Outcome } from '../types/Outcome';
import { verdictOf, verdictWords } from './verdict';

const resigned: Outcome = {
  ending: { type: 'won', seat: 1 },
  title: 'Germany has resigned',
  text: '',
  tally: [],
  losses: [],
  last_page: null,
};

describe('who has won', () => {
  it('is told to each player in words, also after a resignation', () => {
    expect(verdictWords(resigned, [1], 2)).toBe('You have won: Germany has resigned.');
    expect(verdictWords(resigned, [0], 2)).toBe('You have lost: Germany has resigned.');
  });

  it('is nobody’s in particular for those who look on, and for one who plays both sides', () => {
    expect(verdictWords(resigned, [], 2)).toBeNull();
    expect(verdictWords(resigned, [0, 1], 2)).toBeNull();
  });

  it('is shared by players of one side, and by nobody in a draw', () => {
    expect(verdictOf({ type: 'together', won: true }, [0, 1], 2)).toBe('won');
    expect(verdictOf({ type: 'together', won: false }, [1], 2)).toBe('lost');
    expect(verdictOf({ type: 'draw' }, [1], 2)).toBe('draw');
  });
});
