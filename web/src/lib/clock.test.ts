import { describe, expect, it } from 'vitest';

import { allowanceWords, clockFace, isShort, leftAt, spanWords, USUAL_CLOCKS } from './clock';

describe('a clock', () => {
  const clocks = { left: [60_000, 30_000, null], running: 1, heard: 1_000 };

  it('counts down for the one who thinks, and for nobody else', () => {
    expect(leftAt(clocks, 0, 11_000)).toBe(60_000);
    expect(leftAt(clocks, 1, 11_000)).toBe(20_000);
    expect(leftAt(clocks, 2, 11_000)).toBeNull();
  });

  it('stops at nothing, and does not run backwards when the machine is set back', () => {
    expect(leftAt(clocks, 1, 999_000)).toBe(0);
    expect(leftAt(clocks, 1, 0)).toBe(30_000);
    expect(leftAt({ ...clocks, running: null }, 1, 999_000)).toBe(30_000);
  });

  it('shows what matters of it', () => {
    expect([0, 400, 65_000, 3_725_000, 90_000_000, 259_200_000].map(clockFace)).toEqual([
      '0:00',
      '0:01',
      '1:05',
      '1:02:05',
      '1 d 1 h',
      '3 d 0 h',
    ]);
  });

  it('says how it is set', () => {
    expect([30, 60, 5400, 7200, 9000, 3600, 259_200, 129_600].map(spanWords)).toEqual([
      '30 seconds',
      '1 minute',
      '90 minutes',
      '2 hours',
      '2 hours 30 minutes',
      '1 hour',
      '3 days',
      '1 day 12 hours',
    ]);
    expect(allowanceWords({ seconds: 5400, increment: 0 })).toBe('90 minutes a side');
    expect(allowanceWords({ seconds: 259_200, increment: 43_200 })).toBe(
      '3 days a side, and 12 hours more with every turn',
    );
    for (const { title, seconds } of USUAL_CLOCKS) expect(title).toBe(`${spanWords(seconds)} a side`);
  });

  it('warns in time', () => {
    expect(isShort(600_000, 5400)).toBe(false);
    expect(isShort(290_000, 5400)).toBe(true);
    expect(isShort(2 * 3600_000, 259_200)).toBe(true);
    expect(isShort(100_000, 180)).toBe(false);
    expect(isShort(60_000, 180)).toBe(true);
  });
});
