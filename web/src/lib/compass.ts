import type { Board } from '../types/Board';
import type { North } from '../types/North';
import type { Point } from './geometry';

/** Degrees by which north is turned clockwise from the top of the map. */
export const TURNS: Record<North, number> = { up: 0, right: 90, down: 180, left: 270 };

const QUARTERS = ['North', 'East', 'South', 'West'] as const;

/** The name of an edge of the map and the places where it is written, each in a gap between two hexes of the edge. */
export interface EdgeName {
  name: (typeof QUARTERS)[number];
  /** Whether it runs up and down. */
  upright: boolean;
  places: Point[];
}

/** On each edge, its name stands at these parts of its length. */
const PARTS = [1 / 6, 1 / 2, 5 / 6];

/** What the edges of a map are called by its own north: the right one is the west where north is at the bottom. */
export function edgesOf(
  { hexes, radius, width, height }: Pick<Board, 'hexes' | 'radius' | 'width' | 'height'>,
  north: North,
): EdgeName[] {
  const called = (turn: number) => QUARTERS[((turn - TURNS[north] + 360) % 360) / 90] ?? 'North';
  const columns = [...new Set(hexes.map(({ x }) => x))].toSorted((a, b) => a - b);
  const highest = (x: number): number => Math.min(...hexes.filter((hex) => hex.x === x).map(({ y }) => y));
  const lowest = (x: number): number => Math.max(...hexes.filter((hex) => hex.x === x).map(({ y }) => y));
  const near = (part: number, fits: (x: number) => boolean): number[] => {
    const free = columns.filter(fits);
    const wish = width * part;
    const [best] = free.toSorted((a, b) => Math.abs(a - wish) - Math.abs(b - wish));
    return best == null ? [] : [best];
  };
  const [top, bottom] = [Math.min(...columns.map(highest)), Math.max(...columns.map(lowest))];
  const level = (deep: (x: number) => number, edge: number, y: number): Point[] => {
    const gaps = (x: number): boolean => Math.abs(deep(x) - edge) > radius * 0.3;
    const some = columns.some(gaps) ? gaps : () => true;
    return [...new Set(PARTS.flatMap((part) => near(part, some)))].map((x) => ({ x, y }));
  };
  const tall = radius * Math.sqrt(3);
  const upright = (column: number | undefined, x: number): Point[] => {
    const rows = hexes.filter((hex) => hex.x === column).map(({ y }) => y + tall / 2);
    const at = (part: number): number[] => {
      const [best] = rows.toSorted((a, b) => Math.abs(a - height * part) - Math.abs(b - height * part));
      return best == null ? [] : [best];
    };
    return [...new Set(PARTS.flatMap(at))].map((y) => ({ x, y }));
  };
  const inset = radius * 0.3;
  return [
    { name: called(0), upright: false, places: level(highest, top, inset) },
    { name: called(90), upright: true, places: upright(columns.at(-1), width - inset) },
    { name: called(180), upright: false, places: level(lowest, bottom, height - inset) },
    { name: called(270), upright: true, places: upright(columns[0], inset) },
  ];
}
