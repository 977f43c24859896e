import { describe, expect, it } from 'vitest';

import { spread } from './spread';

describe('cards on paper', () => {
  it('go where there is most room, in their order', () => {
    expect(spread([4, 1, 1, 1, 5, 2], 2, (n) => n)).toEqual([
      [4, 2],
      [1, 1, 1, 5],
    ]);
    expect(spread(['a', 'b', 'c', 'd'], 3, () => 1)).toEqual([['a', 'd'], ['b'], ['c']]);
    expect(spread([], 2, () => 1)).toEqual([[], []]);
  });
});
