import type { Board } from '../types/Board';
import type { Mark } from '../types/Mark';
import type { Hexes, Point } from './geometry';

/** A mark with its place on the board. */
export interface PlacedMark extends Point {
  mark: Mark;
}

/** Half the size of a mark, in parts of a hex's radius. */
export const MARK_SIZE = 0.24;

/** Corners of a hex in which a mark can lie, beside the counters; the same as in `crates/render/src/marks.rs`. */
const CORNERS: readonly Point[] = [
  { x: -0.76, y: 0 },
  { x: 0.76, y: 0 },
  { x: -0.58, y: -0.44 },
  { x: 0.58, y: -0.44 },
];

/**
 * How much room a name takes, in parts of a hex's radius: the picture of the map writes it somewhere between the middle and the
 * lower edge of its hex, in letters of its own size.
 */
const LETTER = 0.12;
const ABOVE = 0.18;
const BELOW = 0.95;

/** Where marks lie: smoke fills its hex; everything else lies in a corner that is empty and, if there is one, free of names. */
export function placeMarks(
  marks: readonly Mark[],
  hexes: Hexes,
  { labels, radius }: Pick<Board, 'labels' | 'radius'>,
): PlacedMark[] {
  const names = labels.flatMap(({ hex, text }) => {
    const at = hexes.get(hex);
    return at == null ? [] : [{ x: at.x, y: at.y, half: text.length * LETTER * radius }];
  });
  const covers = ({ x, y }: Point): boolean =>
    names.some(
      (name) =>
        Math.abs(name.x - x) < name.half + MARK_SIZE * radius &&
        y + MARK_SIZE * radius > name.y - ABOVE * radius &&
        y - MARK_SIZE * radius < name.y + BELOW * radius,
    );
  const taken = new Map<string, Point[]>();
  const smoke = marks.filter(({ kind }) => kind === 'smoke');
  const others = marks.filter(({ kind }) => kind !== 'smoke');
  return [...smoke, ...others].flatMap((mark) => {
    const hex = hexes.get(mark.hex);
    if (hex == null) return [];
    if (mark.kind === 'smoke') return [{ mark, x: hex.x, y: hex.y }];
    const used = taken.get(mark.hex) ?? [];
    const empty = CORNERS.filter((corner) => !used.includes(corner));
    const at = (corner: Point): Point => ({ x: hex.x + corner.x * radius, y: hex.y + corner.y * radius });
    const corner = empty.find((one) => !covers(at(one))) ?? empty[0] ?? { x: 0, y: 0 };
    taken.set(mark.hex, [...used, corner]);
    return [{ mark, ...at(corner) }];
  });
}
