import type { Point } from './geometry';

/** A rectangle: of the board in its own units, or of the screen in pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where the board lies on the screen: a point `p` of it is seen at `p * k + (x, y)`. */
export interface Sight {
  k: number;
  x: number;
  y: number;
}

/** The rectangle around these points, with `margin` on every side; `null` for no points. */
export function boxAround(points: readonly Point[], margin: number): Box | null {
  if (points.length === 0) return null;
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  };
}

const width = (box: Box): number => box.right - box.left;
const height = (box: Box): number => box.bottom - box.top;

/** The largest scale at which `box` fits into `room`. */
export function fitting(box: Box, room: Box): number {
  return Math.min(width(room) / width(box), height(room) / height(box));
}

/** `box` in the middle of `room` at this scale. */
export function centred(box: Box, room: Box, k: number): Sight {
  return {
    k,
    x: (room.left + room.right) / 2 - ((box.left + box.right) / 2) * k,
    y: (room.top + room.bottom) / 2 - ((box.top + box.bottom) / 2) * k,
  };
}

/** Shifts the board so that it fills as much of the room as it can, except for `over` pixels. */
export function within(sight: Sight, board: Box, room: Box, over = 0): Sight {
  const axis = (at: number, low: number, high: number, start: number, end: number): number => {
    if ((high - low) * sight.k <= end - start) return (start + end) / 2 - ((low + high) / 2) * sight.k;
    return Math.min(start + over - low * sight.k, Math.max(end - over - high * sight.k, at));
  };
  return {
    k: sight.k,
    x: axis(sight.x, board.left, board.right, room.left, room.right),
    y: axis(sight.y, board.top, board.bottom, room.top, room.bottom),
  };
}

/**
 * How a game starts: as near as all units allow, but no nearer than needed to fill the room with the board. `least` is
 * the smallest scale that serves, as on a small screen, where a finger has to hit a counter.
 */
export function firstSight(board: Box, units: Box | null, room: Box, least: number): Sight {
  const whole = fitting(board, room);
  const filled = Math.max(width(room) / width(board), height(room) / height(board));
  const near = units == null ? whole : fitting(units, room);
  const k = Math.max(whole, least, Math.min(near, filled));
  return within(centred(units ?? board, room, k), board, room);
}

/** The least move that brings `box` into the room; nearer or farther only if it does not fit. */
export function revealing(sight: Sight, box: Box, room: Box): Sight {
  const seen: Box = {
    left: box.left * sight.k + sight.x,
    top: box.top * sight.k + sight.y,
    right: box.right * sight.k + sight.x,
    bottom: box.bottom * sight.k + sight.y,
  };
  const inside =
    seen.left >= room.left && seen.right <= room.right && seen.top >= room.top && seen.bottom <= room.bottom;
  if (inside) return sight;
  const fits = width(seen) <= width(room) && height(seen) <= height(room);
  if (!fits) return centred(box, room, Math.min(sight.k, fitting(box, room)));
  // Once it moves, it moves far enough that the next step is in sight as well.
  const comfort = Math.min(width(room) - width(seen), height(room) - height(seen), 240) / 3;
  const axis = (low: number, high: number, start: number, end: number): number =>
    low < start ? start + comfort - low : high > end ? end - comfort - high : 0;
  return {
    k: sight.k,
    x: sight.x + axis(seen.left, seen.right, room.left, room.right),
    y: sight.y + axis(seen.top, seen.bottom, room.top, room.bottom),
  };
}
