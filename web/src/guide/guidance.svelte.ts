import type { Game } from '../game/game.svelte';
import type { Choice } from '../types/Choice';
import type { Guided } from '../types/Guided';
import type { GuideStep } from '../types/GuideStep';
import type { Plan } from '../types/Plan';
import { bookmark, isAsked, keepBookmark, keepLearned, lastDone, restOf, stepInHand, type Bookmark } from './progress';

/** The guide of a table as its player follows it. What fulfils a step comes from the server; here it is only kept in view. */
export class Guidance {
  /** Whether the player has tried something else than the step asks for. */
  strayed = $state(false);
  /** The step whose thing to look at has been found. */
  private found = $state(-1);
  /** What is left of a way that was begun with one click, and in which step. */
  private rest: readonly string[] = [];
  private begunIn = -1;
  private mark = $state.raw<Bookmark>({ read: 0, away: false });

  readonly guided: Guided | null = $derived.by(() => this.game.live?.guide ?? null);
  /** The number of the step in hand, counted from 0; past the last one, all of them are done. */
  readonly now: number = $derived(this.guided == null ? 0 : stepInHand(this.guided, this.mark.read));
  readonly step: GuideStep | null = $derived(this.guided?.guide.steps[this.now] ?? null);
  readonly finished: boolean = $derived(this.guided != null && this.step == null);
  /** Whether the guide leads: nothing else can be done. */
  readonly on: boolean = $derived(this.step != null && this.guided?.left === false && !this.mark.away);
  /** Whether the guide is to be seen, if only with its last words. */
  readonly shown: boolean = $derived(this.on || (this.finished && !this.mark.away));
  /** Whether the player could come back to it. */
  readonly away: boolean = $derived(this.mark.away && this.step != null && this.guided?.left === false);
  /** What there is to notice about the step before. */
  readonly after: GuideStep | null = $derived(this.guided == null ? null : lastDone(this.guided, this.now));
  /** The hexes the step is about. */
  readonly hexes: string[] = $derived.by(() => {
    if (!this.on || this.step == null) return [];
    const { units, hexes } = this.step;
    return [...new Set([...hexes, ...units.flatMap((unit) => this.game.counters.get(unit)?.hex ?? [])])];
  });

  /** Whether the player has found what the step asks him to look at, and may go on when he has read it. */
  readonly looked: boolean = $derived.by(() => this.found === this.now);

  /** Whether there is nothing to do but to read on. */
  readonly readsOn: boolean = $derived.by(() => this.on && (this.step?.task.type === 'read' || this.looked));

  constructor(private readonly game: Game) {}

  /** Takes up what this browser remembers of the table. */
  recall(): void {
    this.mark = bookmark(this.game.id);
  }

  /** The choices that the player has in the step in hand. A choice that is asked for needs no confirmation. */
  only(choices: Choice[]): Choice[] {
    if (!this.on) return choices;
    return choices.filter(({ action }) => this.allows([action])).map((choice) => ({ ...choice, asks: null }));
  }

  /** The ways that the step in hand asks for. */
  planned(plan: Plan | null): Plan | null {
    if (!this.on || plan == null) return plan;
    return { ...plan, hexes: plan.hexes.filter(({ actions }) => this.allows(actions)) };
  }

  /** Whether the player may do this. */
  allows(actions: readonly string[]): boolean {
    if (!this.on || this.guided == null) return true;
    return this.step?.task.type === 'act' && isAsked(this.guided, actions);
  }

  /** The player has begun a way with one click. */
  began(actions: readonly string[]): void {
    this.rest = this.on ? actions.slice(1) : [];
    this.begunIn = this.now;
  }

  /** What is left of it: the others were asked on the way, and nothing came of it. */
  onward(): string[] {
    const same = this.guided != null && this.begunIn === this.now;
    this.rest = same ? restOf(this.guided, this.rest) : [];
    return this.on && this.allows(this.rest) ? [...this.rest] : [];
  }

  /** The player looks at what the step asks for. */
  look(): void {
    this.found = this.now;
  }

  /** Read, or looked at: on to the next step. */
  goOn(): void {
    if (this.step == null || this.step.task.type === 'act') return;
    this.keep({ ...this.mark, read: this.now + 1 });
    this.game.hand.refresh();
  }

  /** The player goes on by himself. */
  leave(): void {
    this.keep({ ...this.mark, away: true });
    this.game.hand.refresh();
  }

  comeBack(): void {
    this.keep({ ...this.mark, away: false });
    this.game.hand.refresh();
  }

  /** Everything was done: the start page need not offer it first any more. */
  remember(): void {
    if (this.guided != null && this.game.info != null) keepLearned(this.game.info.game, this.guided.guide.id);
  }

  private keep(mark: Bookmark): void {
    this.mark = mark;
    this.strayed = false;
    keepBookmark(this.game.id, mark);
  }
}
