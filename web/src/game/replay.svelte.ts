import * as api from '../lib/api';
import { deedsOf } from '../lib/deeds';
import { chaptersOf } from '../lib/logbook';
import { whyNoBranch } from '../lib/whatIf';
import type { View } from '../types/View';
import type { Game } from './game.svelte';

export const SPEEDS = { slow: 2_200, normal: 1_000, fast: 350, 'very fast': 90 } as const;
export type Speed = keyof typeof SPEEDS;

/** The first action of a turn. */
interface Turn {
  title: string;
  seq: number;
}

/** Goes through the game again, one action after another, while the live game waits. */
export class Replay {
  on = $state(false);
  seq = $state(0);
  view = $state.raw<View | null>(null);
  playing = $state(false);
  speed = $state<Speed>('normal');
  error = $state<string | null>(null);
  /** Whether the player is asked how to play on from here. */
  branching = $state(false);

  /** Where the turns begin. */
  readonly turns: Turn[] = $derived.by(() =>
    chaptersOf(deedsOf(this.game.liveLog)).map(({ title, deeds }) => ({ title, seq: deeds[0]?.entries[0]?.seq ?? 0 })),
  );

  /** Why nobody can play on from this moment. */
  readonly whyNoBranch = $derived.by(() =>
    whyNoBranch({
      seq: this.seq,
      last: this.last,
      over: this.over,
      players: this.game.players,
      held: this.game.yours.length,
    }),
  );

  private asking = false;
  private readonly seen = new Map<number, Promise<View>>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly game: Game) {}

  get last(): number {
    return this.game.live?.seq ?? 0;
  }

  /** Whether the game has ended. */
  get over(): boolean {
    return this.game.live?.scene.outcome != null;
  }

  /** The title of the turn that is shown. */
  get turnTitle(): string {
    return this.turns.findLast(({ seq }) => seq <= this.seq)?.title ?? '';
  }

  /** Begins at an action, or at the newest one. */
  start(at = this.last): void {
    this.game.enemy.end(false);
    this.seen.clear();
    this.on = true;
    this.game.hand.refresh();
    this.game.hand.point(null);
    void this.go(at);
  }

  /** Shows a moment, and begins the replay for it if it is not on. */
  visit(seq: number): void {
    this.pause();
    if (this.on) void this.go(seq);
    else this.start(seq);
  }

  /** Asks how to play on from a moment, this one if no other is named. */
  whatIf(seq = this.seq): void {
    this.visit(seq);
    if (this.whyNoBranch == null) this.branching = true;
  }

  /** Back to the live game. */
  stop(): void {
    this.pause();
    this.on = false;
    this.branching = false;
    this.view = null;
    this.game.hand.refresh();
  }

  /** To an action. While a view is on its way only the newest wish is remembered, so that a slider can be dragged. */
  async go(seq: number): Promise<void> {
    const step = seq === this.seq + 1;
    this.seq = Math.max(0, Math.min(this.last, seq));
    if (this.asking) return;
    this.asking = true;
    try {
      await this.fetch(step);
      this.error = null;
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
      this.pause();
    } finally {
      this.asking = false;
    }
  }

  private async fetch(step: boolean): Promise<void> {
    for (let wanted = -1; this.on && wanted !== this.seq;) {
      wanted = this.seq;
      const view = await this.past(wanted);
      if (!this.on || this.seq !== wanted) continue;
      this.view = view;
      this.game.stage.look(
        view.log.filter((entry) => entry.seq === wanted),
        !step,
      );
    }
    // The next step is there when it is wanted.
    if (this.on && this.seq < this.last) void this.past(this.seq + 1).catch(() => null);
  }

  private past(seq: number): Promise<View> {
    const known = this.seen.get(seq) ?? api.viewAt(this.game.id, this.game.keys, seq);
    this.seen.set(seq, known);
    known.catch(() => this.seen.delete(seq));
    return known;
  }

  /** To the beginning of the next turn, or of the one before. */
  turn(by: 1 | -1): void {
    const at = by > 0 ? this.turns.find(({ seq }) => seq > this.seq) : this.turns.findLast(({ seq }) => seq < this.seq);
    this.visit(at?.seq ?? (by > 0 ? this.last : 0));
  }

  play(): void {
    this.playing = true;
    void this.tick(this.seq >= this.last ? 0 : this.seq + 1);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
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
