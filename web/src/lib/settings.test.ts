import { readFileSync } from 'node:fs';

import { afterEach, describe, expect, it } from 'vitest';

import type { Livery } from '../types/Livery';
import { schemeOf, type Scheme } from './schemes';
import { ALL, palette, Setting, stopAfterEach, sound } from './settings.svelte';

afterEach(() => {
  for (const setting of ALL) setting.value = setting.fallback;
});

describe('a setting', () => {
  it('begins with what is usual, and takes only what it knows', () => {
    const one = new Setting('test', ['a', 'b'], 'a');
    expect(one.value).toBe('a');
    one.value = 'b';
    expect(one.value).toBe('b');
  });

  it('stops after each deed and makes no sound until somebody wants it otherwise', () => {
    expect(stopAfterEach.value).toBe('on');
    expect(sound.value).toBe('off');
  });
});

/** How light a colour looks, from 0 to 1, as the contrast of the web guidelines counts it. */
function lightness(colour: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = parts.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The liveries of content, as they lie there: the lines of a nation, and what they say. */
const LIVERIES = new Map(
  readFileSync('../content/liveries.toml', 'utf8')
    .split('[livery.')
    .slice(1)
    .map((part): [string, Livery] => {
      const says = Object.fromEntries([...part.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, name, value]) => [name, value]));
      return [part.split(']')[0] ?? '', says as unknown as Livery];
    }),
);
const look = (side: string, seat = 0): Scheme => schemeOf({ livery: LIVERIES.get(side) ?? null }, seat);

describe('palettes', () => {
  it('show the two camps differently, and a side always with its own band', () => {
    const bands = [...LIVERIES.keys()].map((side) => look(side).band);
    expect(new Set(bands).size).toBe(LIVERIES.size);
    for (const value of palette.allowed) {
      palette.value = value;
      expect(look('german').base).not.toBe(look('soviet').base);
      expect([...LIVERIES.keys()].map((side) => look(side).band)).toEqual(bands);
    }
  });

  it('leave the print on a counter readable', () => {
    expect(LIVERIES.size).toBeGreaterThan(4);
    for (const value of palette.allowed) {
      palette.value = value;
      for (const side of LIVERIES.keys()) {
        const { base, ink } = look(side);
        expect((lightness(base) + 0.05) / (lightness(ink) + 0.05), `${value} ${side}`).toBeGreaterThan(4.5);
      }
    }
  });
});
