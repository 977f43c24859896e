import { HARDLY, NEVER, RATHER_NOT, type Kept, type Rect } from '../lib/floating';
import type { Point } from '../lib/geometry';
import type { Camera } from './camera';

/** What elements of the screen say about being covered, in their `data-kept`. */
const WEIGHTS: Record<string, number> = { never: NEVER, hardly: HARDLY, 'rather-not': RATHER_NOT };

/**
 * Everything on the screen that says it should stay in sight, measured from `origin`: what the guide lights up, the dock with the
 * question, the player's own units, figures on lines of fire, dice that have just fallen.
 */
export function keptOnScreen(origin: { left: number; top: number }, except: Element | null = null): Kept[] {
  return [...document.querySelectorAll<Element>('[data-kept]')].flatMap((element) => {
    const weight = WEIGHTS[element.getAttribute('data-kept') ?? ''];
    if (weight == null || element === except || element.contains(except)) return [];
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (right <= left || bottom <= top) return [];
    const moved = {
      left: left - origin.left,
      right: right - origin.left,
      top: top - origin.top,
      bottom: bottom - origin.top,
    };
    return [{ ...moved, weight }];
  });
}

/** Hexes of the board as they lie on the screen. */
export function keptHexes(camera: Camera, hexes: readonly Point[], radius: number, weight = NEVER): Kept[] {
  return hexes.map((hex) => {
    const { x, y } = camera.onScreen(hex);
    const [wide, high] = [radius * camera.scale, radius * camera.scale * 0.87];
    return { left: x - wide, right: x + wide, top: y - high, bottom: y + high, weight };
  });
}

/** How far cards stay from the edge of what they float over. */
const EDGE = 8;

/** The room for cards over the board: all of it that the dock does not cover. */
export function roomIn(viewport: HTMLElement, covered: number): Rect {
  const { clientWidth, clientHeight } = viewport;
  return {
    left: EDGE,
    top: EDGE,
    right: clientWidth - EDGE,
    bottom: Math.max(2 * EDGE, clientHeight - covered - EDGE),
  };
}
