import type { Heard } from '../lib/connection';
import type { Field } from '../types/Field';
import type { Look } from '../types/Look';
import type { Openings } from '../types/Openings';
import type { Plan } from '../types/Plan';
import type { Pointed } from '../types/Pointed';
import type { Seat } from '../types/Seat';
import type { Threats } from '../types/Threats';
import type { ToServer } from '../types/ToServer';
import type { WhyNot } from '../types/WhyNot';

export type Answer = Extract<Heard, { type: 'look' | 'field' | 'why-not' | 'threats' | 'openings' }>;

const NO_ANSWER = 'The server is not answering.';

/** What this screen asks about a game without changing it: each question has a number, and nobody waits for an answer that does not come. */
export class Questions {
  private plans = new Map<number, (plan: Plan | null) => void>();
  private readonly waiting = new Map<number, (answer: Answer | null) => void>();
  private lastId = 0;

  /** `send` says whether the line is open; `seat` for whom is asked. */
  constructor(
    private readonly send: (message: ToServer) => boolean,
    private readonly seat: () => Seat,
  ) {}

  /** A number that nothing else has. */
  number(): number {
    return ++this.lastId;
  }

  /** Where units can go; a newer question drops the older one. */
  plan(seat: Seat, units: readonly string[]): Promise<Plan | null> {
    const id = this.number();
    return new Promise((resolve) => {
      this.plans.clear();
      this.plans.set(id, resolve);
      if (!this.send({ type: 'plan', id, seat, units: [...units] })) resolve(null);
    });
  }

  /** What one hex sees of another at this moment of the game. */
  async look(from: string, to: string): Promise<Look> {
    const answer = await this.ask((id, seat) => ({ type: 'look', id, seat, from, to }));
    if (answer?.type !== 'look') throw new Error(NO_ANSWER);
    if (answer.look == null) throw new Error(answer.error ?? NO_ANSWER);
    return answer.look;
  }

  /** Everything a hex sees at this moment of the game. */
  async field(from: string): Promise<Field> {
    const answer = await this.ask((id, seat) => ({ type: 'field', id, seat, from }));
    if (answer?.type !== 'field') throw new Error(NO_ANSWER);
    if (answer.field == null) throw new Error(answer.error ?? NO_ANSWER);
    return answer.field;
  }

  /** Why what the player points at cannot be done now; nothing if nobody answers. */
  async whyNot(pointed: Pointed): Promise<WhyNot[]> {
    const answer = await this.ask((id, seat) => ({ type: 'why-not', id, seat, pointed }));
    return answer?.type === 'why-not' ? answer.answers : [];
  }

  /** What the enemy could do in its own turn to units in a hex, or where they stand; `null` if that cannot be said. */
  async threats(units: readonly string[], hex: string | null): Promise<Threats | null> {
    const answer = await this.ask((id, seat) => ({ type: 'threats', id, seat, units: [...units], hex }));
    return answer?.type === 'threats' ? answer.threats : null;
  }

  /** What these units could do to enemies now or after something else, or all that can act, if none is named; `null` if nobody answers. */
  async openings(units: readonly string[]): Promise<Openings | null> {
    const answer = await this.ask((id, seat) => ({ type: 'openings', id, seat, units: [...units] }));
    return answer?.type === 'openings' ? answer.openings : null;
  }

  planned(id: number, plan: Plan | null): void {
    this.plans.get(id)?.(plan);
    this.plans.delete(id);
  }

  answered(id: number, answer: Answer | null): void {
    this.waiting.get(id)?.(answer);
    this.waiting.delete(id);
  }

  /** The line is broken: what was asked is not answered any more. */
  drop(): void {
    for (const id of [...this.waiting.keys()]) this.answered(id, null);
  }

  private ask(message: (id: number, seat: Seat) => ToServer): Promise<Answer | null> {
    const id = this.number();
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      if (!this.send(message(id, this.seat()))) this.answered(id, null);
    });
  }
}
