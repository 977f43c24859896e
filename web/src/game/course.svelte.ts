import { Outbox } from '../lib/outbox';
import { PACES, pace, stopAfterEach } from '../lib/settings.svelte';
import type { Choice } from '../types/Choice';
import type { Seat } from '../types/Seat';
import type { ToServer } from '../types/ToServer';
import type { View } from '../types/View';
import type { Game } from './game.svelte';

/** Why the last action was not done. */
export interface Refused {
  text: string;
  rule: string | null;
}

const REFUSAL_LASTS = 9_000;

/** How long a person with nothing to decide might look at a question: never the same twice, so nobody can tell. */
function aMoment(): number {
  return 700 + Math.random() * 2_300;
}

/** What this screen does in the game, and how the game goes on by itself. */
export class Course {
  /** Whether an action is on its way. */
  pending = $state(false);
  refused = $state.raw<Refused | null>(null);
  /** Whether the game is going on by itself until something is asked. */
  goingOn = $state(false);

  private readonly outbox: Outbox;
  private onward: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly game: Game,
    send: (message: ToServer) => boolean,
  ) {
    this.outbox = new Outbox(send);
  }

  close(): void {
    clearTimeout(this.onward);
  }

  act(actions: string[]): void {
    const { acting, guidance, waiting } = this.game;
    if (acting == null) return;
    waiting.read();
    guidance.strayed = !guidance.allows(actions);
    if (guidance.strayed) return;
    guidance.began(actions);
    this.send(acting, actions);
  }

  /** Does what lets time pass. */
  pass(action: string): void {
    if (this.game.acting != null) this.send(this.game.acting, [action]);
  }

  undo(): void {
    const { live, canUndo, waiting, yours } = this.game;
    if (live == null || !canUndo || this.pending) return;
    waiting.stop();
    const { viewer } = live;
    const seat = typeof viewer === 'object' ? viewer.seat : yours[0];
    if (seat == null) return;
    this.refused = null;
    this.pending = true;
    this.outbox.put({ type: 'undo', seq: live.seq, seat });
  }

  /** Takes a click back that waits for the connection. */
  takeBack(): void {
    this.outbox.clear();
    this.pending = false;
    this.goingOn = false;
    this.game.waiting.stop();
  }

  refuse(refused: Refused): void {
    this.refused = refused;
    setTimeout(() => {
      if (this.refused === refused) this.refused = null;
    }, REFUSAL_LASTS);
  }

  /** A view has come; `fresh` if it is the first of a new connection. */
  hear(view: View, fresh: boolean): void {
    // What was clicked before a break may be what is declared.
    if (fresh && view.dice == null) this.outbox.again(view.seq);
    else this.outbox.clear();
    this.pending = this.outbox.waits;
  }

  /** Lets the game go on until there is something to decide; a player who sees no deeds by themselves may want one action only. */
  goOn(action: string): void {
    this.goingOn = pace.value !== 'instant' || stopAfterEach.value === 'off';
    this.act([action]);
    if (!this.pending) this.goingOn = false;
  }

  /** Stops what [`goOn`] began. */
  halt(): void {
    this.goingOn = false;
    clearTimeout(this.onward);
  }

  /** The player who was waited for is there. */
  uncovered(): void {
    if (this.nextByItself?.kind === 'by-itself') this.goOnward();
  }

  /** The next step of the game by itself, if that is all there is to do. */
  goOnward(): void {
    clearTimeout(this.onward);
    const { live, yours, replay, enemy } = this.game;
    // It goes on when the dice have been typed.
    if (live?.dice != null) return;
    const next = this.nextByItself;
    const seat = live?.scene.prompt.seat ?? null;
    if (next == null || seat == null || !yours.includes(seat) || replay.on) {
      this.goingOn = false;
      return;
    }
    if (next.kind === 'by-itself') {
      // On a shared screen a curtain that goes up by itself would say that there was nothing to decide behind it.
      if (!this.game.curtained) this.onward = setTimeout(() => this.send(seat, [next.action]), aMoment());
    } else if (enemy.on) this.send(seat, [next.action]);
    else if (this.goingOn) this.onward = setTimeout(() => this.goingOn && this.act([next.action]), PACES[pace.value]);
  }

  /** Whether the live game waits for a decision of this screen, or for nothing any more. */
  get decides(): boolean {
    const { live, yours } = this.game;
    if (live == null || live.scene.outcome != null || live.closed != null || live.dice != null) return true;
    const { seat } = live.scene.prompt;
    return seat != null && yours.includes(seat) && this.nextByItself == null;
  }

  /** The only thing to do, if there is nothing to decide about it. */
  private get nextByItself(): Choice | null {
    const choices = this.game.live?.scene.choices ?? [];
    const [own, ...more] = choices;
    if (own?.kind === 'by-itself' && more.length === 0) return own;
    const [only, ...others] = choices.filter((choice) => choice.kind !== 'pass');
    return only?.kind === 'go-on' && others.length === 0 ? only : null;
  }

  private send(seat: Seat, actions: string[]): void {
    const { live } = this.game;
    if (live == null || this.pending || actions.length === 0) return;
    this.refused = null;
    this.game.enemy.close();
    this.pending = true;
    this.outbox.put({ type: 'act', seq: live.seq, seat, actions: [...actions] });
  }
}
