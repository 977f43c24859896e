import { describe, expect, it } from 'vitest';

import { grid, look, lookStep } from './fixtures';
import { effectInWords, hexAt, rowsOf, shadesOf, stretchesOf, verdictInWords } from './look';
import { levelsOf, plotsOf, profileInWords, profileOf, type Frame } from './profile';

const woods = lookStep('0103', 0.3, 0.5, { what: 'Woods', top: 1, effect: 'hinders', hindrances: 1 });
const hill = lookStep('0104', 0.5, 0.7, { what: 'Hill', ground: 2, top: 2, effect: 'blocks' });

describe('the stretches of a line', () => {
  it('are one if nothing is in the way', () => {
    expect(stretchesOf(look([lookStep('0102', 0.1, 0.3)]))).toEqual([{ from: 0, to: 1, fare: 'clear' }]);
  });

  it('turn at the first hindrance', () => {
    expect(stretchesOf(look([lookStep('0102', 0.1, 0.3), woods], { verdict: 'hindered', hindrances: 1 }))).toEqual([
      { from: 0, to: 0.3, fare: 'clear' },
      { from: 0.3, to: 1, fare: 'hindered' },
    ]);
  });

  it('end at the obstacle', () => {
    const stretches = stretchesOf(look([woods, hill], { verdict: 'blocked', hindrances: 1 }));
    expect(stretches.map(({ fare }) => fare)).toEqual(['clear', 'hindered', 'blocked']);
    expect(stretches.at(-1)).toEqual({ from: 0.5, to: 1, fare: 'blocked' });
  });

  it('leave out a hindrance behind the obstacle', () => {
    const behind = lookStep('0105', 0.7, 0.9, { effect: 'hinders', hindrances: 1 });
    expect(stretchesOf(look([hill, behind], { verdict: 'blocked' })).map(({ fare }) => fare)).toEqual([
      'clear',
      'blocked',
    ]);
  });

  it('are all in vain when no step blocks: range, arc, weather', () => {
    expect(stretchesOf(look([], { verdict: 'blocked' }))).toEqual([{ from: 0, to: 1, fare: 'blocked' }]);
  });
});

describe('the list of steps', () => {
  it('folds featureless sides away', () => {
    const bare = lookStep('0101/0102', 0.1, 0.1, { side: true, what: '' });
    const ridge = lookStep('0102/0103', 0.3, 0.3, { side: true, what: 'Ridge' });
    expect(rowsOf([bare, ridge]).map((row) => row.place)).toEqual(['0102/0103']);
  });

  it('folds three alike into one, and not two', () => {
    const open = (hex: string, n: number) => lookStep(hex, n / 10, (n + 1) / 10);
    const bare = lookStep('0101/0102', 0.1, 0.1, { side: true, what: '' });
    expect(rowsOf([open('0102', 1), bare, open('0103', 2), open('0104', 3)]).map((row) => row.place)).toEqual([
      '0102–0104',
    ]);
    expect(rowsOf([open('0102', 1), open('0103', 2), woods]).map((row) => row.place)).toEqual(['0102', '0103', '0103']);
  });

  it('never folds what does something', () => {
    expect(rowsOf([woods, woods, woods])).toHaveLength(3);
  });

  it('says what each did', () => {
    expect(effectInWords({ ...woods, hindrances: 2 })).toBe('hinders 2');
    expect(effectInWords(hill)).toBe('blocks');
    expect(verdictInWords(look([], { verdict: 'hindered', hindrances: 2, cost: '2 blue dice' }))).toBe(
      'Hindered by 2 (2 blue dice)',
    );
    expect(verdictInWords(look([], { verdict: 'blocked', hex_seen: false }))).toBe('Blocked');
  });
});

describe('a field of view', () => {
  it('puts every hex into one list but the looker’s own', () => {
    const hexes = grid(3, 3);
    const field = { from: '0101', clear: ['0102'], hindered: ['0103'], ground_only: ['0201'] };
    const shades = shadesOf(field, hexes);
    expect(shades.unseen).toHaveLength(5);
    expect(shades.unseen).not.toContain('0101');
  });
});

describe('a point on the board', () => {
  it('lies in the nearest hex, or in none', () => {
    const hexes = grid(4, 4);
    expect(hexAt(hexes, { x: 31, y: 43 }, 10)).toBe('0202');
    expect(hexAt(hexes, { x: 400, y: 43 }, 10)).toBeNull();
  });
});

describe('the elevation profile', () => {
  const frame: Frame = { width: 200, height: 100, left: 0, right: 0, top: 0, bottom: 0 };
  const side = lookStep('0103/0104', 0.5, 0.5, { side: true, what: 'Hedge', ground: 2, top: 3 });

  it('covers the line from end to end', () => {
    const plots = plotsOf(look([woods, side, hill]));
    expect(plots[0]).toEqual({ from: 0, to: 0.3, ground: 0 });
    expect(plots.at(-1)).toEqual({ from: 0.7, to: 1, ground: 0 });
    for (const [index, plot] of plots.slice(1).entries()) expect(plot.from).toBe(plots[index]?.to);
  });

  it('meets in the middle between neighbours', () => {
    expect(plotsOf(look([])).map(({ from, to }) => [from, to])).toEqual([
      [0, 0.5],
      [0.5, 1],
    ]);
  });

  it('takes the lower of two hexes beside the line', () => {
    const left = lookStep('0102', 0.2, 0.6, { way: 'left', ground: 2, effect: 'spared' });
    const right = lookStep('0202', 0.2, 0.6, { way: 'right', ground: 1 });
    expect(plotsOf(look([left, right])).map((plot) => plot.ground)).toEqual([0, 1, 0]);
  });

  it('shows at least two levels above the lowest ground', () => {
    expect(levelsOf(look([]))).toEqual([0, 2]);
    expect(levelsOf(look([hill, side]))).toEqual([0, 3]);
  });

  it('stands woods on the ground and hedges on the side', () => {
    const { blocks, rays, eyes, zones } = profileOf(look([woods, side, hill], { verdict: 'blocked' }), frame);
    expect(blocks.map((block) => block.step.what)).toEqual(['Woods', 'Hedge']);
    expect(blocks[0]?.x).toBeCloseTo(61, 0);
    expect(blocks[1]?.width).toBeLessThan(8);
    expect(eyes[0].x).toBe(0);
    expect(rays.at(-1)?.x2).toBe(200);
    expect(zones.map((zone) => zone.hexes[0])).toEqual(['0101', '0103', '0104', '0106']);
  });

  it('is told in words', () => {
    expect(profileInWords(look([hill], { verdict: 'blocked' }))).toBe(
      'Elevation from level 0 at 0101 to level 0 at 0106; Hill reaches level 2.',
    );
  });
});
