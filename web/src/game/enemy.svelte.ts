import * as api from '../lib/api';
import {
  between,
  closes,
  costs,
  deedsOf,
  isWorthSeeing,
  sideOf,
  summaryOf,
  type Deed,
  type DeedKind,
} from '../lib/deeds';
import { PACES, pace, stopAfterEach } from '../lib/settings.svelte';
import type { Entry } from '../types/Entry';
import type { Scene } from '../types/Scene';
import type { View } from '../types/View';
import type { Game } from './game.svelte';

/** How long a deed stands at its pace, in parts of the pause between two actions. */
const STANDS: Record<DeedKind, number> = {
  none: 1.4,
  step: 1.2,
  check: 1.8,
  move: 1.4,
  shot: 2.6,
  story: 6,
  event: 1.6,
};
/** How many moments of the past are asked for at most: a player who was away for long sees the rest less exactly. */
const MOST_MOMENTS = 30;
/** How long the sum of what happened stays. */
const SUM_LASTS = 20_000;

/** What the enemy's turn came to. */
export interface Summary {
  lines: string[];
  deeds: readonly Deed[];
}

/**
 * The deeds of the others, one at a time, while the live game waits.
 *
 * Everything comes from the log and the views that the server sent for this seat: nothing is worked out here but the
 * order in which it is shown.
 */
export class EnemyTurn {
  on = $state(false);
  deeds = $state.raw<readonly Deed[]>([]);
  index = $state(0);
  /** Whether the last deed has been seen and the next one is not there yet. */
  waiting = $state(false);
  summary = $state.raw<Summary | null>(null);

  readonly deed: Deed | null = $derived(this.on ? (this.deeds[this.index] ?? null) : null);
  /** The board at this deed. */
  readonly view: View | null = $derived.by(() => (this.deed == null ? null : this.viewAt(this.deed)));
  /** How much of the log has been told. */
  readonly told = $derived.by(() => (this.waiting ? this.game.liveLog.length : (this.deed?.end ?? 0)));
  /** Whether the player is asked to go on after each deed. */
  readonly stops = $derived.by(() => stopAfterEach.value === 'on' && this.game.yours.length > 0 && !this.live);

  /** Views of this turn, oldest first: the one before it began, and every one that came since. */
  private moments = $state.raw<readonly View[]>([]);
  /** Where the log stood when the turn began. */
  private from = 0;
  /** Whether it is a person who acts: nobody wants to press a button to see what others do just now. */
  private live = $state(false);
  private skipping = false;
  /** Whether the game has ended with what is shown: then one's own last deed is shown as well, before the result. */
  private closing = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private fade: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly game: Game) {}

  /** Takes what came after `before`; says whether there is something to show first. */
  hear(before: View, after: View): boolean {
    if (after.seq < before.seq || this.game.replay.on || pace.value === 'instant') {
      this.end(false);
      return false;
    }
    if (!this.on) {
      this.from = this.game.liveLog.findIndex((entry) => entry.seq > before.seq);
      if (this.from < 0) return false;
      this.moments = [before];
      this.skipping = false;
      this.closing = false;
    }
    this.closing ||= closes(before.scene, after.scene);
    this.moments = [...this.moments, after];
    void this.fill(before.seq, after.seq);
    const had = this.deeds.length;
    this.deeds = this.seen();
    this.live = this.deeds.some((deed) => this.byPerson(deed));
    if (this.deeds.length === 0) {
      this.moments = [];
      return false;
    }
    if (!this.on) {
      this.on = true;
      this.summary = null;
      this.show(0);
    } else if (this.waiting || this.skipping) {
      if (this.deeds.length > had && !this.skipping) this.show(had);
      else this.further();
    }
    return true;
  }

  /** The next deed, or the live game after the last one. */
  goOn(): void {
    if (!this.on || this.waiting) return;
    if (this.index + 1 < this.deeds.length) this.show(this.index + 1);
    else this.further();
  }

  /** The deed before. */
  back(): void {
    if (!this.on || this.index === 0) return;
    clearTimeout(this.timer);
    this.waiting = false;
    this.show(this.index - 1, false);
  }

  /** To the end of the enemy's turn. */
  skip(): void {
    if (!this.on) return;
    this.skipping = true;
    this.index = this.deeds.length - 1;
    this.further();
  }

  /** Puts the summary away. */
  close(): void {
    this.summary = null;
    clearTimeout(this.fade);
  }

  /** Back to the live game. */
  end(summed: boolean): void {
    clearTimeout(this.timer);
    const { deeds } = this;
    const was = this.on;
    this.on = false;
    this.waiting = false;
    this.deeds = [];
    this.moments = [];
    this.index = 0;
    if (!was) return;
    const lines = summed && deeds.length > 1 ? summaryOf(deeds, (unit) => this.game.nameOf(unit)) : [];
    if (lines.length > 0) this.sumUp({ lines, deeds });
    this.game.resume();
  }

  /** A setting has changed: a deed that waits goes on by itself, or stops doing so. A player without pauses sees none. */
  pace(): void {
    clearTimeout(this.timer);
    if (pace.value === 'instant') this.skip();
    else if (this.on && !this.waiting) this.wind();
  }

  private sumUp(summary: Summary): void {
    this.summary = summary;
    clearTimeout(this.fade);
    this.fade = setTimeout(() => (this.summary = null), SUM_LASTS);
  }

  /** The deeds of the others since the turn began. */
  private seen(): Deed[] {
    return deedsOf(this.game.liveLog.slice(this.from), this.from).filter((deed) => this.isShown(deed));
  }

  private isShown(deed: Deed): boolean {
    if (!isWorthSeeing(deed)) return false;
    const side = sideOf(deed, (unit) => this.game.seatOf(unit));
    return side == null || !this.game.yours.includes(side) || (this.closing && costs(deed));
  }

  private byPerson(deed: Deed): boolean {
    const side = sideOf(deed, (unit) => this.game.seatOf(unit));
    return side != null && this.game.players[side] === 'human';
  }

  private show(index: number, forward = true): void {
    this.index = index;
    this.waiting = false;
    const deed = this.deeds[index];
    if (deed == null) return;
    this.game.stage.perform(deed, { start: this.startOf(deed), still: !forward });
    this.game.hand.refresh();
    this.wind();
  }

  /** Goes on by itself when the deed has stood long enough. */
  private wind(): void {
    clearTimeout(this.timer);
    const { deed } = this;
    if (this.stops || deed == null) return;
    this.timer = setTimeout(() => this.goOn(), PACES[pace.value] * STANDS[deed.kind]);
  }

  /** All deeds have been seen: the player's turn, or more of the others'. */
  private further(): void {
    clearTimeout(this.timer);
    if (this.game.course.decides) {
      this.end(true);
      return;
    }
    this.waiting = true;
    this.game.course.goOnward();
  }

  /** The board at a deed: after its action, or in the middle of it. */
  private viewAt(deed: Deed): View | null {
    const { moments } = this;
    if (this.waiting) return moments.at(-1) ?? null;
    const after = moments.find((view) => view.seq >= (deed.entries.at(-1)?.seq ?? 0)) ?? moments.at(-1);
    const scene = this.sceneUpTo(deed, deed.end);
    return after == null || scene == null ? (moments.at(-1) ?? null) : { ...after, scene };
  }

  /** Where the unit that does it stood before. */
  private startOf(deed: Deed): string | undefined {
    return this.sceneUpTo(deed, deed.at)?.counters.find(({ id }) => id === deed.doer)?.hex;
  }

  /** The board when the log had come as far as `end`, around the action of a deed. */
  private sceneUpTo(deed: Deed, end: number): Scene | null {
    const first = deed.entries[0]?.seq ?? 0;
    const seq = deed.entries.at(-1)?.seq ?? 0;
    const before = this.moments.findLast((view) => view.seq < first);
    const after = this.moments.find((view) => view.seq >= seq);
    if (before == null || after == null) return null;
    const done: Entry[] = [];
    const open: Entry[] = [];
    this.game.liveLog.forEach((entry, at) => {
      if (entry.seq > before.seq && entry.seq <= after.seq) (at < end ? done : open).push(entry);
    });
    return between(before.scene, after.scene, done, open);
  }

  /** Asks for the moments that were passed over: after a break in the connection, or when the others were quick. */
  private async fill(before: number, after: number): Promise<void> {
    const wanted = [...new Set(this.game.liveLog.map((entry) => entry.seq))].filter(
      (seq) => seq > before && seq < after,
    );
    const viewer = JSON.stringify(this.moments[0]?.viewer);
    for (const seq of wanted.slice(0, MOST_MOMENTS)) {
      const view = await api.viewAt(this.game.id, this.game.keys, seq).catch(() => null);
      if (view == null || !this.on || JSON.stringify(view.viewer) !== viewer) return;
      this.moments = [...this.moments, view].toSorted((a, b) => a.seq - b.seq);
    }
  }
}
