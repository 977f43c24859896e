import { select, type Selection } from 'd3-selection';
import { zoom, zoomIdentity, ZoomTransform, type D3ZoomEvent, type ZoomBehavior } from 'd3-zoom';

import type { Point } from '../lib/geometry';
import { motion } from '../lib/settings.svelte';
import { boxAround, centred, firstSight, fitting, revealing, within, type Box, type Sight } from '../lib/sight';

/** Told when the board is put somewhere at once, when it starts to move and when it comes to rest. */
export interface Watcher {
  placed(): void;
  moving(): void;
  resting(): void;
}

/** The size of things, in units of the board. */
export interface Scale {
  width: number;
  height: number;
  counter: number;
  radius: number;
}

const CLOSEST = 4;
/** Counters smaller than this many pixels lose their small print: nobody could read it. */
const SMALL_PRINT = 44;
/** A finger cannot hit counters smaller than this many pixels. */
const TOUCHABLE = 38;
/** On a map so large that counters would be smaller than this, a game starts among its units instead. */
const TINY = 24;
const READABLE = 46;
/** Hexes narrower than this many pixels show no number. */
const NUMBERED = 56;
const FRAME = 10;
const GLIDE = 420;
/** How long after the last move the board counts as at rest. */
const REST = 180;
/** How long after the player has moved the board it does not move by itself. */
const RESPECT = 1_500;

/**
 * Pans and zooms the board.
 *
 * It writes the transform straight to the element: no frame of a pan goes through Svelte. While it moves, the world is
 * a layer of its own; when it rests, the browser draws it again, sharp.
 */
export class Camera {
  /** Whether a tool has the pointer: then one finger or the left button draws, and two fingers or the middle one pan. */
  tool = false;
  /** Whether the player has chosen a view: then nothing but the player puts it back to the start. */
  touched = false;
  /** Whether the first view was found. */
  placed = false;

  private readonly target: Selection<HTMLElement, unknown, null, undefined>;
  private readonly behaviour: ZoomBehavior<HTMLElement, unknown>;
  private readonly board: Box;
  private readonly unscaled: HTMLElement[];
  private transform: ZoomTransform = zoomIdentity;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private frame = 0;
  /** Where a glide is heading. */
  private goal: Sight | null = null;
  private held = false;
  private readonly watchers = new Set<Watcher>();
  private lastMoved = -RESPECT;

  /** `covered` says how many pixels at the bottom are hidden. */
  constructor(
    private readonly viewport: HTMLElement,
    private readonly world: HTMLElement,
    private readonly size: Scale,
    private readonly covered: () => number,
    private readonly moved: () => void,
  ) {
    this.board = { left: 0, top: 0, right: size.width, bottom: size.height };
    this.unscaled = [...world.querySelectorAll<HTMLElement>('.unscaled')];
    this.target = select(viewport);
    this.behaviour = zoom<HTMLElement, unknown>()
      .extent(() => {
        const { left, top, right, bottom } = this.room(0);
        return [
          [left, top],
          [right, bottom],
        ];
      })
      .translateExtent([
        [-size.radius, -size.radius],
        [size.width + size.radius, size.height + size.radius],
      ])
      .filter((event: Event) => this.pans(event))
      .clickDistance(6)
      .tapDistance(12)
      .on('start', (event: D3ZoomEvent<HTMLElement, unknown>) => this.lift(event.sourceEvent != null))
      .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => this.apply(event.transform, event.sourceEvent != null))
      .on('end', (event: D3ZoomEvent<HTMLElement, unknown>) => this.settle(event.sourceEvent != null));
    this.target.call(this.behaviour).on('dblclick.zoom', null);
    this.limit();
  }

  close(): void {
    clearTimeout(this.rest);
    cancelAnimationFrame(this.frame);
    this.target.on('.zoom', null);
  }

  /** The whole board. */
  fit(): void {
    this.limit();
    const room = this.room(FRAME);
    this.go(centred(this.board, room, Math.min(fitting(this.board, room), 1.6)));
  }

  /** Where a game starts. `small`: on a screen for fingers. */
  home(units: readonly Point[], small: boolean): void {
    this.limit();
    const tiny = fitting(this.board, this.room(FRAME)) * this.size.counter < TINY;
    const least = (small ? TOUCHABLE : tiny && units.length > 0 ? READABLE : 0) / this.size.counter;
    const first = firstSight(this.board, boxAround(units, this.size.radius * 1.4), this.room(FRAME), least);
    this.jump(first.k > 1.6 ? centred(this.board, this.room(FRAME), 1.6) : first);
  }

  zoomBy(factor: number): void {
    this.target.call(this.behaviour.scaleBy, factor);
    this.touched = true;
  }

  /** Moves as little as needed to bring these points into sight, unless the player is moving the board. */
  follow(points: readonly Point[]): void {
    if (this.held || performance.now() - this.lastMoved < RESPECT) return;
    this.reveal(points);
  }

  reveal(points: readonly Point[]): void {
    const around = boxAround(points, this.size.radius);
    if (around == null) return;
    const box = {
      left: Math.max(around.left, 0),
      top: Math.max(around.top, 0),
      right: Math.min(around.right, this.size.width),
      bottom: Math.min(around.bottom, this.size.height),
    };
    const now = this.goal ?? this.sight;
    const next = revealing(now, box, this.room(FRAME));
    if (next !== now) this.go(this.bounded(next));
  }

  /** Puts a point in the middle, as near as the edges of the board allow. */
  centre(point: Point): void {
    const box = boxAround([point], this.size.radius);
    if (box != null) this.go(this.bounded(centred(box, this.room(0), this.transform.k)));
  }

  /** Tells when the board starts to move and when it rests; gives back how to stop that. */
  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Which part of the board is on the screen, and at what scale. */
  get shown(): { box: Box; scale: number; numbered: boolean } {
    const { k, x, y } = this.transform;
    const { clientWidth, clientHeight } = this.viewport;
    const box = { left: -x / k, top: -y / k, right: (clientWidth - x) / k, bottom: (clientHeight - y) / k };
    return { box, scale: k * devicePixelRatio, numbered: k * this.size.radius * 2 >= NUMBERED };
  }

  /** Which point of the board lies under the pointer. */
  under(event: { clientX: number; clientY: number }): Point {
    const { left, top } = this.viewport.getBoundingClientRect();
    const [x, y] = this.transform.invert([event.clientX - left, event.clientY - top]);
    return { x, y };
  }

  /** Where a point of the board is in the viewport. */
  onScreen(point: Point): Point {
    const [x, y] = this.transform.apply([point.x, point.y]);
    return { x, y };
  }

  get scale(): number {
    return this.transform.k;
  }

  private pans(event: Event): boolean {
    if (event instanceof MouseEvent && event.type === 'mousedown') {
      return !event.ctrlKey && event.button === (this.tool ? 1 : 0);
    }
    if (this.tool && 'touches' in event) return (event as TouchEvent).touches.length > 1;
    return true;
  }

  private get sight(): Sight {
    const { k, x, y } = this.transform;
    return { k, x, y };
  }

  /** The part of the viewport that nothing covers. */
  private room(frame: number): Box {
    const { clientWidth, clientHeight } = this.viewport;
    return {
      left: frame,
      top: frame,
      right: Math.max(frame + 1, clientWidth - frame),
      bottom: Math.max(frame + 1, clientHeight - this.covered() - frame),
    };
  }

  private bounded(sight: Sight): Sight {
    return within(sight, this.board, this.room(FRAME));
  }

  private limit(): void {
    this.behaviour.scaleExtent([Math.min(0.5, fitting(this.board, this.room(0)) * 0.85), CLOSEST]);
  }

  private jump({ k, x, y }: Sight): void {
    cancelAnimationFrame(this.frame);
    this.goal = null;
    this.target.call(this.behaviour.transform, new ZoomTransform(k, x, y));
    this.placed = true;
    for (const watcher of this.watchers) watcher.placed();
  }

  private go(to: Sight): void {
    if (motion.value !== 'full') {
      this.jump(to);
      return;
    }
    cancelAnimationFrame(this.frame);
    const from = this.sight;
    const began = performance.now();
    const step = (now: number): void => {
      const t = Math.max(0, Math.min(1, (now - began) / GLIDE));
      const eased = t * t * (3 - 2 * t);
      const between = (a: number, b: number): number => a + (b - a) * eased;
      const at = new ZoomTransform(between(from.k, to.k), between(from.x, to.x), between(from.y, to.y));
      this.target.call(this.behaviour.transform, at);
      if (t < 1) this.frame = requestAnimationFrame(step);
      else this.goal = null;
    };
    this.goal = to;
    this.frame = requestAnimationFrame(step);
  }

  private lift(byHand: boolean): void {
    clearTimeout(this.rest);
    if (byHand) {
      this.held = true;
      cancelAnimationFrame(this.frame);
      this.goal = null;
    }
    this.world.style.willChange = 'transform';
    for (const watcher of this.watchers) watcher.moving();
  }

  private apply(transform: ZoomTransform, byHand: boolean): void {
    const scaled = transform.k !== this.transform.k;
    this.transform = transform;
    this.world.style.transform = `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})`;
    if (byHand) {
      this.touched = true;
      this.lastMoved = performance.now();
    }
    if (scaled) {
      // Only where it is used: a property of the world would be handed down to every hex in every frame.
      for (const part of this.unscaled) part.style.setProperty('--unscale', String(1 / transform.k));
      this.world.classList.toggle('far', transform.k * this.size.counter < SMALL_PRINT);
    }
    this.moved();
  }

  private settle(byHand: boolean): void {
    clearTimeout(this.rest);
    if (byHand) this.held = false;
    this.rest = setTimeout(() => {
      this.world.style.willChange = '';
      for (const watcher of this.watchers) watcher.resting();
    }, REST);
  }
}
