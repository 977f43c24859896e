import { afterEach, describe, expect, it } from 'vitest';

import { schemeOf } from './schemes';
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

describe('palettes', () => {
  it('show the two camps differently, and a side always with its own band', () => {
    const bands = ['german', 'soviet', 'us', 'british'].map((side) => schemeOf(side, 0).band);
    for (const value of palette.allowed) {
      palette.value = value;
      expect(schemeOf('german', 0).base).not.toBe(schemeOf('soviet', 1).base);
      expect(['german', 'soviet', 'us', 'british'].map((side) => schemeOf(side, 0).band)).toEqual(bands);
      expect(schemeOf('german', 1)).toBe(schemeOf('german', 0));
    }
  });

  it('leave the print on a counter readable', () => {
    for (const value of palette.allowed) {
      palette.value = value;
      for (const side of ['german', 'soviet', 'us', 'british', 'italian', 'finnish']) {
        const { base, ink } = schemeOf(side, 0);
        expect((lightness(base) + 0.05) / (lightness(ink) + 0.05), `${value} ${side}`).toBeGreaterThan(4.5);
      }
    }
  });
});
