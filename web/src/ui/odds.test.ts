import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';

import type { Thrown } from '../types/Thrown';
import { forecast } from '../lib/fixtures';
import Outcomes from './Outcomes.svelte';
import ThrownDice from './ThrownDice.svelte';

const textOf = (html: string): string =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
    .trim();

describe('the outcomes of a choice', () => {
  it('are all there, the gravest first, and none is cut off', () => {
    const { body } = render(Outcomes, { props: { odds: forecast(4, 1, 1, 1, 1) } });
    expect(textOf(body)).toBe('killed 13%, disabled 13%, damage 13%, effect 13%, nothing 50%');
    expect(body).not.toContain('…');
  });
});

describe('dice that fell', () => {
  const attack: Thrown = { what: 'attack', sides: 0, faces: [21, 0], colours: ['green', 'blue'] };
  const spotting: Thrown = { what: 'spotting', sides: 6, faces: [4] };

  it('have their colours and say what they were for', () => {
    const { body } = render(ThrownDice, { props: { throws: [spotting, attack] } });
    expect([...body.matchAll(/data-die="(\w+)"/g)].map((match) => match[1])).toEqual(['green', 'blue']);
    expect(textOf(body)).toContain('green damage and suppression, blue nothing');
    expect([...body.matchAll(/<small[^>]*>([^<]*)</g)].map((match) => match[1])).toEqual(['spotting', 'attack']);
  });

  it('are the dice of the aid: the drop is damage, the cross a suppression', () => {
    const { body } = render(ThrownDice, { props: { throws: [attack] } });
    expect(body).toContain('M0-10.5C4.5-4');
    expect(body).toContain('M-7-7L7 7M7-7L-7 7');
  });

  it('need no name if there is a single number', () => {
    expect(render(ThrownDice, { props: { throws: [spotting] } }).body).not.toContain('<small');
  });
});
