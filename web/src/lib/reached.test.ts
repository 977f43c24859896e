import { expect, test } from 'vitest';

import { kindOf, Reached } from './reached';

test('a tab that was clicked leaves the space bar to the page that is being read', () => {
  const [tab, other] = [{}, {}];
  const reached = new Reached<object>();
  expect(reached.owns(tab), 'reached by keyboard').toBe(true);
  reached.pointed(tab);
  expect(reached.owns(tab), 'clicked').toBe(false);
  expect(reached.owns(other), 'the arrow keys have gone on to the next one').toBe(true);
  reached.moved();
  expect(reached.owns(tab), 'back by keyboard').toBe(true);
  expect(reached.owns(null)).toBe(false);
});

test('a box to tick is no field to type in', () => {
  expect(kindOf('INPUT', 'checkbox', null)).toBe('pressed');
  expect(kindOf('INPUT', 'text', null)).toBe('text');
  expect(kindOf('SELECT', 'select-one', null)).toBe('text');
  expect(kindOf('BUTTON', 'button', 'tab')).toBe('pressed');
  expect(kindOf('DIV', '', 'tab')).toBe('pressed');
  expect(kindOf('path', '', null)).toBe('none');
});
