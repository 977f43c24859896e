import { describe, expect, it } from 'vitest';

import type { ChatLine } from '../types/ChatLine';
import { mergeChat, readIn, unreadIn } from './chat';

const line = (number: number, place = 'red', text = 'x'): ChatLine => ({ number, place, name: place, at: 0, text });

describe('chat', () => {
  it('keeps its order, and each line once', () => {
    const merged = mergeChat([line(1), line(3)], [line(2), line(3, 'red', 'again')], false);
    expect(merged.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(merged[2]?.text).toBe('again');
  });

  it('is told whole after a break', () => {
    expect(mergeChat([line(1), line(2)], [line(2)], true).map(({ number }) => number)).toEqual([2]);
  });

  it('counts what others said since', () => {
    const lines = [line(1), line(2, 'blue'), line(3, 'red'), line(4, 'table')];
    expect(unreadIn(lines, 1, ['red'])).toBe(2);
    expect(unreadIn(lines, 4, ['red'])).toBe(0);
  });

  it('knows what the table was told, once it was read', () => {
    const lines = [line(1, 'red', 'news'), line(2, 'table', 'news')];
    expect(readIn(lines, 1, 'news')).toBe(false);
    expect(readIn(lines, 2, 'news')).toBe(true);
    expect(readIn(lines, 2, 'other news')).toBe(false);
  });
});
