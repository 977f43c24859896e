import { expect, it } from 'vitest';

import type { Mark } from '../types/Mark';
import { grid } from './fixtures';
import { MARK_SIZE, placeMarks } from './marks';

const RADIUS = 10;
const hexes = grid(5, 5);
const mark = (hex: string, kind = 'objective'): Mark => ({ hex, kind, label: '3', detail: '', seat: null });
const place = (marks: Mark[], labels: { hex: string; text: string }[] = []) =>
  placeMarks(marks, hexes, { labels, radius: RADIUS });

it('gives every mark of a hex a corner of its own', () => {
  const placed = place([mark('0303'), mark('0303', 'event'), mark('0303', 'note'), mark('0303', 'bunker')]);
  expect(new Set(placed.map(({ x, y }) => `${x} ${y}`)).size).toBe(4);
});

it('lets names be read, those of the hex and those that come in from the next one', () => {
  // A name stands between the middle of its hex and the lower edge.
  for (const hex of ['0303', '0202', '0402']) {
    const text = 'Rzhavets';
    const [at] = place([mark('0303')], [{ hex, text }]);
    const name = hexes.get(hex);
    if (at == null || name == null) throw new Error('nothing was placed');
    const size = MARK_SIZE * RADIUS;
    const beside = Math.abs(at.x - name.x) >= text.length * RADIUS * 0.1 + size;
    const above = at.y + size <= name.y - RADIUS * 0.15;
    expect(beside || above, hex).toBe(true);
  }
});

it('lays smoke over its hex and below everything else', () => {
  const centre = hexes.get('0303');
  const placed = place([mark('0303'), mark('0303', 'smoke')]);
  expect(placed.map(({ mark: one }) => one.kind)).toEqual(['smoke', 'objective']);
  expect(placed[0]).toMatchObject({ x: centre?.x, y: centre?.y });
});
