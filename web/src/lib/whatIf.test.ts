import { describe, expect, it } from 'vitest';

import { branchedWords, whyNoBranch, type Moment } from './whatIf';

const alone: Moment = { seq: 3, last: 9, over: false, players: ['human', 'bot'], held: 1 };

describe('what if', () => {
  it('is offered at every moment of a finished game but its end', () => {
    const over = { ...alone, over: true, players: ['human', 'human'], held: 0 };
    expect(whyNoBranch(over)).toBeNull();
    expect(whyNoBranch({ ...over, seq: 0 })).toBeNull();
    expect(whyNoBranch({ ...over, seq: 9 })).toContain('over here');
  });

  it('is offered to somebody alone against bots while he plays', () => {
    expect(whyNoBranch(alone)).toBeNull();
    expect(whyNoBranch({ ...alone, seq: 9 })).toBeNull();
    expect(whyNoBranch({ ...alone, players: ['human'] })).toBeNull();
    expect(whyNoBranch({ ...alone, held: 0 })).toContain('only its player');
    expect(whyNoBranch({ ...alone, players: ['bot', 'bot'], held: 0 })).toContain('not over');
  });

  it('is not offered where two people play', () => {
    expect(whyNoBranch({ ...alone, players: ['human', 'human'], held: 2 })).toContain('more than one person');
  });

  it('says where a game was branched off', () => {
    expect(branchedWords({ of: null, after: 41 })).toBe('What if, from action 41 on');
    expect(branchedWords({ of: null, after: 0 })).toBe('What if, from the start');
  });
});
