import { since } from '../lib/log';
import { isAsked, LONG, newsIn, nextOf, roundsIn, waitersWith, type Waiters } from '../lib/waiting';
import type { Choice } from '../types/Choice';
import type { View } from '../types/View';
import type { Game } from './game.svelte';

/** How long a view stands while time passes: long enough to see it pass. */
const TICK = 45;

/**
 * Letting time pass until something is seen, for one unit or for all.
 *
 * It sends ordinary actions, one at a time, as the player would: the record, undo and replays know nothing of it. What may be passed the
 * ruleset says (`Choice.waits`); it ends at the first news.
 */
export class Waiting {
  /** Who waits; nobody if `null`. */
  who = $state.raw<Waiters | null>(null);
  /** Why the last wait ended, until the player does something. */
  ended = $state<string | null>(null);
  /** How many rounds have gone by. */
  rounds = $state(0);

  /** The choices with which time can be let pass now. */
  readonly offered: Choice[] = $derived.by(() =>
    this.game.guidance.on || this.game.acting == null ? [] : this.game.choices.filter((choice) => choice.waits),
  );
  /** Whether the game goes on by itself just now. */
  readonly on = $derived.by(() => this.who != null && this.nextHere != null);
  /** Whether the last action was done by itself. */
  private passing = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly game: Game) {}

  /** All units let time pass. */
  all(): void {
    this.begin('all');
  }

  /** This unit lets time pass: it is not asked for any more. */
  one(unit: string): void {
    this.begin(waitersWith(this.who, unit));
  }

  stop(why: string | null = null): void {
    clearTimeout(this.timer);
    this.who = null;
    this.ended = why;
  }

  /** The player has done something himself: he has read why. */
  read(): void {
    this.ended = null;
    this.passing = false;
  }

  /** Takes what came after `before`; says whether it is passed over without a stop. */
  hear(before: View, after: View): boolean {
    if (this.who == null) return false;
    const entries = since(this.game.liveLog, before.seq);
    const own = new Set(this.game.yours);
    const news = newsIn(before.scene, after.scene, entries, ({ seat }) => own.has(seat));
    this.rounds += roundsIn(entries);
    if (after.seq < before.seq) this.stop();
    else if (news != null) this.stop(news);
    else if (isAsked(after.scene.choices, this.who) || this.isHeldUp(after)) this.stop(after.scene.prompt.text);
    else if (this.rounds >= LONG) this.stop(`Nothing was seen in ${this.rounds} rounds.`);
    return this.who != null;
  }

  /** Does the next thing by itself, if those who wait are all that is asked for. */
  goOn(): void {
    clearTimeout(this.timer);
    if (this.who == null || this.nextHere == null) return;
    this.timer = setTimeout(() => {
      const next = this.nextHere;
      this.passing = next != null;
      if (next != null) this.game.course.pass(next.action);
    }, TICK);
  }

  /** Whether a question has come up that is no part of letting time pass. */
  private isHeldUp({ scene }: View): boolean {
    const mine = scene.prompt.seat != null && this.game.yours.includes(scene.prompt.seat);
    return this.passing && mine && scene.choices.length > 0 && !scene.choices.some(({ waits }) => waits);
  }

  private get nextHere(): Choice | null {
    return this.who == null ? null : nextOf(this.offered, this.who);
  }

  private begin(who: Waiters): void {
    this.who = who;
    this.rounds = 0;
    this.ended = null;
    this.goOn();
  }
}
