import type { Heard } from '../lib/connection';
import type { ToServer } from '../types/ToServer';
import type { View } from '../types/View';

/** Who has accepted that dice are typed, and who has not. */
export type Terms = Pick<Extract<Heard, { type: 'terms' }>, 'accepted' | 'waiting'>;

/** Dice that people throw and type in. */
export class TypedDice {
  /** What has to be accepted at a table where people throw the dice. */
  terms = $state.raw<Terms | null>(null);
  /** Whether typed dice are on their way. */
  sending = $state(false);
  /** Why the dice that were typed do not fit. */
  problem = $state<string | null>(null);

  constructor(private readonly send: (message: ToServer) => boolean) {}

  /** Hands over what people threw; `null` lets the program throw this once. */
  throw(live: View | null, faces: number[] | null): void {
    if (live?.dice == null || this.sending) return;
    this.problem = null;
    this.sending = this.send({ type: 'dice', seq: live.seq, known: live.dice.known, faces });
    if (!this.sending) this.problem = 'There is no connection. Try again when it is back.';
  }

  /** Accepts typed dice for all seats of this screen. */
  accept(): void {
    this.send({ type: 'accept' });
  }

  refuse(why: string): void {
    this.sending = false;
    this.problem = why;
  }

  /** Another view has come. */
  hear(before: View | null, view: View): void {
    if (view.dice?.known !== before?.dice?.known || view.seq !== before?.seq) this.problem = null;
    this.sending = false;
  }
}
