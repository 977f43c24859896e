import type { Box } from '../lib/sight';
import type { Board } from '../types/Board';
import { LEVELS, levelFor, TILE, tileBox, tileKey, tilesIn, type Tile } from '../lib/tiles';

/** The part of the board on the screen, how many pixels a unit of it takes, and whether hexes show their numbers. */
export interface Shown {
  box: Box;
  scale: number;
  numbered: boolean;
}

/** How many tiles are kept besides those of the first level. */
const MOST = 30;

/**
 * The drawn map, as pixels.
 *
 * A map of a thousand hexes is too much drawing for a browser to do again whenever the scale changes. So it is drawn in
 * tiles, each once and while nothing moves: what a pan or a zoom moves is pixels. Coarse tiles stay below until the sharp
 * ones of the new scale are there. The first view comes before all tiles, in one piece and just as large as the screen.
 */
export class Picture {
  private readonly tiles = new Map<string, { tile: Tile; canvas: HTMLCanvasElement }>();
  private first: { shown: Shown; canvas: HTMLCanvasElement } | null = null;
  private wanted: Tile[] = [];
  private level = 0;
  /** The level that is always kept, so that there is something to show everywhere. */
  private base = 0;
  private numbered = false;
  /** Whether the first view has been left. */
  private moved = false;
  private busy = false;
  private closed = false;

  constructor(
    private readonly holder: HTMLElement,
    private readonly image: HTMLImageElement,
    private readonly board: Board,
  ) {}

  close(): void {
    this.closed = true;
    this.wanted = [];
  }

  /** The board is where the game starts: draws what is in sight, at once. */
  begin(shown: Shown): void {
    if (this.tiles.size > 0 || same(this.first?.shown, shown)) return;
    const { box, scale, numbered } = shown;
    // From afar the coarse tiles are sharp.
    if (levelFor(scale) <= this.coarse()) {
      this.rest(shown);
      return;
    }
    this.dropFirst();
    const canvas = this.paint(box, scale, numbered);
    canvas.style.zIndex = String(LEVELS.indexOf(levelFor(scale)) * 2 - 1);
    this.first = { shown, canvas };
    this.holder.append(canvas);
    this.holder.setAttribute('data-sharp', '');
  }

  /** The board moves: nothing is drawn until it rests. */
  pause(): void {
    this.wanted = [];
  }

  /** The board rests: draws what is not sharp. */
  rest(shown: Shown): void {
    const { box, scale, numbered } = shown;
    this.level = levelFor(scale);
    this.numbered = numbered;
    const whole = { left: 0, top: 0, right: this.board.width, bottom: this.board.height };
    if (this.base === 0) this.base = Math.min(this.level, this.coarse());
    const below = tilesIn(whole, this.board, this.base);
    const drawn = same(this.first?.shown, shown);
    const above = drawn ? [] : tilesIn(box, this.board, this.level).map((tile) => ({ ...tile, numbered }));
    const all = new Map([...below, ...above].map((tile) => [tileKey(tile), tile]));
    this.wanted = [...all].flatMap(([key, tile]) => (this.tiles.has(key) ? [] : [tile]));
    this.holder.toggleAttribute('data-sharp', drawn || this.wanted.length === 0);
    this.moved = !drawn;
    if (this.wanted.length === 0) this.finish();
    else if (!this.busy) void this.work();
  }

  /** The finest level at which the whole map is no more than four tiles. */
  private coarse(): number {
    const few = (level: number): boolean => this.board.width * this.board.height * level * level <= TILE * TILE * 4;
    return LEVELS.findLast(few) ?? (LEVELS[0] as number);
  }

  private async work(): Promise<void> {
    this.busy = true;
    if (this.first != null) await idle();
    for (let tile = this.wanted.shift(); tile != null; tile = this.wanted.shift()) {
      if (this.closed) return;
      this.draw(tile);
      if (this.wanted.length === 0) this.finish();
      else if (!this.isBase(tile) || this.first != null) await idle();
    }
    this.busy = false;
  }

  private draw(tile: Tile): void {
    const { level, numbered } = tile;
    const canvas = this.paint(tileBox(tile, this.board), level, numbered);
    canvas.style.zIndex = String(LEVELS.indexOf(level) * 2 + (numbered ? 1 : 0));
    this.tiles.set(tileKey(tile), { tile, canvas });
    this.holder.append(canvas);
  }

  /** A part of the map at a scale, in its place. */
  private paint(box: Box, level: number, numbered: boolean): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    // One pixel more to the right and below, so that no gap shows between two tiles at odd scales.
    canvas.width = Math.ceil((box.right - box.left) * level) + 1;
    canvas.height = Math.ceil((box.bottom - box.top) * level) + 1;
    const { style } = canvas;
    style.left = `${box.left}px`;
    style.top = `${box.top}px`;
    style.width = `${canvas.width / level}px`;
    style.height = `${canvas.height / level}px`;
    const context = canvas.getContext('2d', { alpha: false });
    if (context == null) return canvas;
    context.setTransform(level, 0, 0, level, -box.left * level, -box.top * level);
    context.drawImage(this.image, 0, 0, this.board.width, this.board.height);
    if (numbered) this.number(context, box);
    return canvas;
  }

  private dropFirst(): void {
    if (this.first != null) discard(this.first.canvas);
    this.first = null;
  }

  private isBase(tile: Tile): boolean {
    return tile.level === this.base && !tile.numbered;
  }

  /** Writes the printed numbers of the hexes in `box`, each at the top of its hex. */
  private number(context: CanvasRenderingContext2D, box: Box): void {
    const { radius, hexes } = this.board;
    context.font = `${radius * 0.2}px 'Liberation Sans Narrow', 'Arial Narrow', 'Roboto Condensed', sans-serif`;
    context.textAlign = 'center';
    context.lineJoin = 'round';
    context.lineWidth = radius * 0.05;
    context.strokeStyle = 'rgb(246 240 220 / 65%)';
    context.fillStyle = '#3a3321';
    for (const { id, x, y } of hexes) {
      if (x < box.left - radius || x > box.right + radius || y < box.top || y > box.bottom + radius) continue;
      context.strokeText(id, x, y - radius * 0.67);
      context.fillText(id, x, y - radius * 0.67);
    }
  }

  /** Everything in sight is sharp: drops finer tiles, and the oldest of those beyond the limit. */
  private finish(): void {
    this.holder.setAttribute('data-sharp', '');
    const spare = [...this.tiles].filter(([, { tile }]) => !this.isBase(tile));
    const over = ({ tile }: { tile: Tile }): boolean => tile.level > this.level || (tile.numbered && !this.numbered);
    const finer = spare.filter(([, one]) => over(one));
    const old = spare.filter(([, one]) => !over(one)).slice(0, -MOST);
    for (const [key, { canvas }] of [...finer, ...old]) {
      discard(canvas);
      this.tiles.delete(key);
    }
    if (this.moved) this.dropFirst();
  }
}

function discard(canvas: HTMLCanvasElement): void {
  canvas.remove();
  // Safari counts the pixels of a canvas until it is empty.
  canvas.width = 0;
}

function same(one: Shown | undefined, other: Shown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** When the browser has nothing better to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 120 });
    else setTimeout(resolve, 16);
  });
}
