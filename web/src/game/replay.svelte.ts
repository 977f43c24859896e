import * as api from '../lib/api';
import type { View } from '../types/View';
import type { Game } from './game.svelte';

export const SPEEDS = { slow: 1_500, normal: 700, fast: 220 } as const;
export type Speed = keyof typeof SPEEDS;

/** Goes through the game again, one action after another, while the live game waits. */
export class Replay {
  on = $state(false);
  seq = $state(0);
  view = $state.raw<View | null>(null);
  playing = $state(false);
  speed = $state<Speed>('normal');
  error = $state<string | null>(null);

  private readonly seen = new Map<number, View>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly game: Game) {}

  get last(): number {
    return this.game.live?.seq ?? 0;
  }

  start(): void {
    this.seen.clear();
    this.on = true;
    this.game.hand.clear();
    void this.go(this.last);
  }

  /** Back to the live game. */
  stop(): void {
    this.pause();
    this.on = false;
    this.view = null;
    this.game.hand.refresh();
  }

  async go(seq: number): Promise<void> {
    this.seq = Math.max(0, Math.min(this.last, seq));
    const wanted = this.seq;
    try {
      const view = this.seen.get(wanted) ?? (await api.viewAt(this.game.id, this.game.keys, wanted));
      this.seen.set(wanted, view);
      // The slider may have moved on while this view was on its way.
      if (this.on && this.seq === wanted) {
        this.view = view;
        this.game.look(view.log.filter((entry) => entry.seq === wanted));
      }
      this.error = null;
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
      this.pause();
    }
  }

  play(): void {
    this.playing = true;
    void this.tick(this.seq >= this.last ? 0 : this.seq + 1);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private async tick(seq: number): Promise<void> {
    await this.go(seq);
    if (!this.playing) return;
    if (this.seq >= this.last) this.pause();
    else this.timer = setTimeout(() => void this.tick(this.seq + 1), SPEEDS[this.speed]);
  }
}
