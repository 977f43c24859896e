import { select, type Selection } from 'd3-selection';
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';

import type { Point } from '../lib/geometry';

/** Room to leave free at the edges of the viewport, in pixels. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

const CLOSEST = 4;
/** Counters smaller than this many pixels lose their small print: nobody could read it. */
const SMALL_PRINT = 54;

/**
 * Pans and zooms the board.
 *
 * It writes the transform straight to the element: no frame of a pan goes through Svelte. While it moves, the world is
 * a layer of its own; when it rests, the browser draws it again, sharp.
 */
export class Camera {
  private readonly target: Selection<HTMLElement, unknown, null, undefined>;
  private readonly behaviour: ZoomBehavior<HTMLElement, unknown>;
  private transform: ZoomTransform = zoomIdentity;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly viewport: HTMLElement,
    private readonly world: HTMLElement,
    private readonly pins: HTMLElement,
    private readonly size: { width: number; height: number; counter: number },
    private readonly moved: () => void,
  ) {
    const margin = Math.max(size.width, size.height) * 0.25;
    this.target = select(viewport);
    this.behaviour = zoom<HTMLElement, unknown>()
      .translateExtent([
        [-margin, -margin],
        [size.width + margin, size.height + margin],
      ])
      .clickDistance(6)
      .tapDistance(12)
      .on('start', () => this.lift())
      .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => this.apply(event.transform))
      .on('end', () => this.settle());
    this.target.call(this.behaviour).on('dblclick.zoom', null);
    this.limit();
  }

  close(): void {
    clearTimeout(this.rest);
    this.target.on('.zoom', null);
  }

  fit(insets: Insets): void {
    this.limit();
    const { clientWidth, clientHeight } = this.viewport;
    const width = clientWidth - insets.left - insets.right;
    const height = clientHeight - insets.top - insets.bottom;
    const scale = Math.min(width / this.size.width, height / this.size.height, 1.6);
    const x = insets.left + (width - this.size.width * scale) / 2;
    const y = insets.top + (height - this.size.height * scale) / 2;
    this.target.call(this.behaviour.transform, zoomIdentity.translate(x, y).scale(scale));
  }

  zoomBy(factor: number): void {
    this.target.call(this.behaviour.scaleBy, factor);
  }

  /** Moves as little as needed to have a point of the board in sight. */
  show(point: Point, insets: Insets): void {
    const at = this.onScreen(point);
    const { clientWidth, clientHeight } = this.viewport;
    const room = 48;
    const dx = overlap(at.x, insets.left + room, clientWidth - insets.right - room);
    const dy = overlap(at.y, insets.top + room, clientHeight - insets.bottom - room);
    if (dx === 0 && dy === 0) return;
    this.target.call(this.behaviour.translateBy, dx / this.transform.k, dy / this.transform.k);
  }

  /** Puts a point of the board in the middle at a scale, as when a game starts on a small screen. */
  look(point: Point, scale: number): void {
    this.target.call(this.behaviour.scaleTo, scale);
    this.target.call(this.behaviour.translateTo, point.x, point.y);
  }

  /** Where a point of the board is in the viewport. */
  onScreen(point: Point): Point {
    const [x, y] = this.transform.apply([point.x, point.y]);
    return { x, y };
  }

  get scale(): number {
    return this.transform.k;
  }

  private limit(): void {
    const { clientWidth, clientHeight } = this.viewport;
    const whole = Math.min(clientWidth / this.size.width, clientHeight / this.size.height);
    this.behaviour.scaleExtent([Math.min(0.5, whole * 0.6), CLOSEST]);
  }

  private lift(): void {
    clearTimeout(this.rest);
    this.world.style.willChange = 'transform';
  }

  private apply(transform: ZoomTransform): void {
    const scaled = transform.k !== this.transform.k;
    this.transform = transform;
    this.world.style.transform = `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})`;
    if (scaled) {
      this.pins.style.setProperty('--unscale', String(1 / transform.k));
      this.world.classList.toggle('far', transform.k * this.size.counter < SMALL_PRINT);
    }
    this.moved();
  }

  private settle(): void {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => (this.world.style.willChange = ''), 160);
  }
}

function overlap(at: number, low: number, high: number): number {
  if (at < low) return low - at;
  return at > high ? high - at : 0;
}
