/** A rectangle on the screen, in pixels. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Something on the screen that a floating card should leave in sight. */
export interface Kept extends Rect {
  /** How bad it is to cover it. */
  weight: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Where a card goes, and how high it may be: what does not fit scrolls. */
export interface Spot {
  left: number;
  top: number;
  height: number;
}

/** What the guide, the question or the pointer is about: never covered. */
export const NEVER = 1000;
/** Figures on lines of fire, dice that have just fallen: covered only if there is no other place. */
export const HARDLY = 20;
/** The player's own units: before anything else. */
export const RATHER_NOT = 1;

/** The room between a card and what it must not touch. */
const GAP = 6;
/** Cards are cut to these parts of their height before they cover anything that must be seen. */
const PARTS = [1, 0.75, 0.55, 0.4, 0.28];

/**
 * The place of a floating card: inside `room`, over nothing that is kept, and otherwise as near as it can be to where it would like to be.
 * Where a card of its height finds no such place, it is cut short. One rule for every card that floats.
 */
export function float(size: Size, wish: { left: number; top: number }, room: Rect, kept: readonly Kept[]): Spot {
  const width = Math.min(size.width, room.right - room.left);
  let best: Spot | null = null;
  let least = Infinity;
  for (const part of PARTS) {
    const height = Math.min(size.height * part, room.bottom - room.top);
    const found = placed({ width, height }, wish, room, kept);
    if (found.cost < least) [best, least] = [{ left: found.left, top: found.top, height }, found.cost];
    if (found.cost < NEVER) break;
  }
  return best ?? { left: room.left, top: room.top, height: size.height };
}

interface Placed {
  left: number;
  top: number;
  cost: number;
}

/** The cheapest place. The best one touches edges of what is kept, or of the room, or is where it would like to be. */
function placed(size: Size, wish: { left: number; top: number }, room: Rect, kept: readonly Kept[]): Placed {
  const lefts = within(
    [
      wish.left,
      room.left,
      room.right - size.width,
      ...kept.flatMap((one) => [one.right + GAP, one.left - GAP - size.width]),
    ],
    room.left,
    room.right - size.width,
  );
  const tops = within(
    [
      wish.top,
      room.top,
      room.bottom - size.height,
      ...kept.flatMap((one) => [one.bottom + GAP, one.top - GAP - size.height]),
    ],
    room.top,
    room.bottom - size.height,
  );
  let best: Placed = { left: room.left, top: room.top, cost: Infinity };
  let nearest = Infinity;
  for (const left of lefts) {
    for (const top of tops) {
      const cost = costOf({ left, top, right: left + size.width, bottom: top + size.height }, kept);
      const far = Math.hypot(left - wish.left, top - wish.top);
      if (cost < best.cost || (cost === best.cost && far < nearest)) [best, nearest] = [{ left, top, cost }, far];
    }
  }
  return best;
}

function within(values: readonly number[], least: number, most: number): number[] {
  return [...new Set(values.map((value) => Math.max(least, Math.min(value, Math.max(least, most)))))];
}

/** How much of what is kept a card here would cover: each thing counts whole as soon as it is touched, and by its area beyond. */
function costOf(card: Rect, kept: readonly Kept[]): number {
  return kept.reduce((sum, one) => sum + one.weight * touched(card, one), 0);
}

function touched(card: Rect, one: Rect): number {
  const wide = Math.min(card.right, one.right) - Math.max(card.left, one.left);
  const high = Math.min(card.bottom, one.bottom) - Math.max(card.top, one.top);
  if (wide <= 0 || high <= 0) return 0;
  const area = (one.right - one.left) * (one.bottom - one.top);
  return 1 + (area > 0 ? (wide * high) / area : 0);
}

/** Whether two rectangles share any ground. */
export function overlaps(one: Rect, other: Rect): boolean {
  return touched(one, other) > 0;
}
