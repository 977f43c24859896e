import { expect, it } from 'vitest';

import { levelSpan } from './level';

it('goes from the easiest to the hardest, whatever the order of the list', () => {
  expect(levelSpan(['medium', 'hard', 'easy'])).toBe('easy to demanding');
  expect(levelSpan(['medium', 'medium'])).toBe('medium');
  expect(levelSpan(['hard', 'first'])).toBe('to learn with to demanding');
  expect(levelSpan([])).toBe('');
});
