import { describe, expect, it } from 'vitest';

import { cursorAt, step } from './cursor';
import { counter, forecast, grid } from './fixtures';
import { hexPath, sharedSide } from './geometry';
import { counterLabel, hexLabel } from './label';
import { fanOffset, pileOffset, stacksOf } from './stacks';
import { shotsOnTheWay } from './threats';

describe('the cursor', () => {
  const hexes = grid(6, 6);
  const at = (id: string) => {
    const hex = hexes.get(id);
    if (hex == null) throw new Error(id);
    return cursorAt(hex);
  };

  it('goes north and south', () => {
    expect(step(hexes, at('0303'), 'ArrowUp').hex).toBe('0302');
    expect(step(hexes, at('0303'), 'ArrowDown').hex).toBe('0304');
  });

  it('keeps its row while it goes sideways', () => {
    let cursor = at('0103');
    const way = [];
    for (let n = 0; n < 5; n += 1) {
      cursor = step(hexes, cursor, 'ArrowRight');
      way.push(cursor.hex);
    }
    expect(way.filter((_, index) => index % 2 === 1)).toEqual(['0303', '0503']);
    for (let n = 0; n < 5; n += 1) cursor = step(hexes, cursor, 'ArrowLeft');
    expect(cursor.hex).toBe('0103');
  });

  it('stays at the edge', () => {
    expect(step(hexes, at('0101'), 'ArrowUp').hex).toBe('0101');
    expect(step(hexes, at('0101'), 'ArrowLeft').hex).toBe('0101');
  });
});

describe('stacks', () => {
  it('gather counters by hex in order', () => {
    const stacks = stacksOf([counter('a', '0101'), counter('b', '0202'), counter('c', '0101')]);
    expect(stacks.get('0101')?.counters.map((one) => one.id)).toEqual(['a', 'c']);
  });

  it('lie in the middle of the hex', () => {
    expect(pileOffset(0, 1, 50)).toEqual({ x: 0, y: -0 });
    const sum = [0, 1, 2].reduce((total, index) => total + pileOffset(index, 3, 50).x, 0);
    expect(sum).toBeCloseTo(0);
  });

  it('fan out without covering each other', () => {
    const places = Array.from({ length: 6 }, (_, index) => fanOffset(index, 6, 50));
    for (const [n, a] of places.entries()) {
      for (const b of places.slice(n + 1))
        expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThan(50);
    }
  });
});

it('draws hexes and their sides', () => {
  expect(hexPath({ x: 0, y: 0 }, 10)).toMatch(/^M10 0L5 8.66L/);
  const [a, b] = sharedSide({ x: 0, y: 0 }, { x: 0, y: 17.32 }, 10);
  expect([a.x, a.y, b.x, b.y].map(Math.round)).toEqual([-5, 9, 5, 9]);
});

it('tells what is in a hex', () => {
  const hex = grid(1, 1).get('0101');
  if (hex == null) throw new Error('no hex');
  const weak = counter('a', '0101', {
    kind: 'Tiger company',
    name: '1/503',
    steps: { left: 1, of: 2 },
    state: 'ready',
  });
  const seats = [{ seat: 0, id: 'german', name: 'Germany', colours: 'german', livery: null }];
  expect(hexLabel(hex, 'Woods', [weak], [], seats)).toBe(
    'Hex 0101, woods, level 0: Tiger company 1/503, Germany, 1 of 2 steps, can act',
  );
  expect(hexLabel(hex, 'Clear', [], [], seats)).toBe('Hex 0101, clear, level 0');
});

it('adds up the shots on a way', () => {
  const threat = { unit: 'x', hex: '0505', rule: 'X-2', target: 'a', odds: forecast(1, 1) };
  const outlook = { text: 'shots', danger: true };
  const near = { hex: '0102', cost: '1', path: ['0102'], actions: [], threats: [threat], outlook };
  const far = { hex: '0103', cost: '2', path: ['0102', '0103'], actions: [], threats: [threat, threat], outlook };
  const plan = { units: ['a'], from: '0101', hexes: [near, far] };
  const shots = shotsOnTheWay(plan, far);
  expect(shots.map((shot) => shot.at)).toEqual(['0102', '0103', '0103']);
});

it('does not say twice what a unit is', () => {
  expect(counterLabel(counter('t', '0101', { name: 'Tiger company', kind: 'Tiger company' }), [])).toBe(
    'Tiger company, full',
  );
  expect(counterLabel(counter('t', '0101', { name: '1./503', kind: 'Tiger company' }), [])).toBe(
    'Tiger company 1./503, full',
  );
});
