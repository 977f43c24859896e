import { getContext, setContext } from 'svelte';

import {
  atFirst,
  effective,
  inShort,
  missing,
  NOTHING_KEPT,
  readKept,
  remembering,
  type Past,
  type Said,
} from '../lib/aid';
import * as api from '../lib/api';
import type { Aid } from '../types/Aid';
import type { AidOdds } from '../types/AidOdds';
import type { AidThrow } from '../types/AidThrow';
import type { FacedDie } from '../types/FacedDie';
import type { Flag } from '../types/Flag';
import type { Form } from '../types/Form';
import type { Forecast } from '../types/Forecast';
import type { Modifier } from '../types/Modifier';
import type { Refusal } from '../types/Refusal';
import type { Resolved } from '../types/Resolved';
import type { RuleEntry } from '../types/RuleEntry';

/** An attack that is being thrown. */
export interface Roll {
  said: Said;
  faces: number[];
  throws: AidThrow[];
  /** The dice to throw next; `null` when it is decided. */
  next: AidThrow | null;
  resolved: Resolved | null;
  /** The seed of the dice that the program threw. */
  seed: number | null;
}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The attacks of a game without a game: what is asked, what the server says, and what was asked before. */
export class AidDesk {
  aid = $state.raw<Aid | null>(null);
  title = $state('');
  failure = $state<string | null>(null);
  rules = $state.raw<ReadonlyMap<string, RuleEntry>>(new Map());
  /** The rule whose text is open. */
  rule = $state<string | null>(null);

  private formName = $state<string | null>(null);
  private everything = $state.raw<Record<string, Said>>({});
  past = $state.raw<Past[]>([]);
  /** The answer that belongs to what is said. */
  private odds = $state.raw<AidOdds | null>(null);
  /** Why there are no odds, in the server's words. */
  problem = $state<string | null>(null);
  asking = $state(false);
  roll = $state.raw<Roll | null>(null);
  private question = 0;

  readonly dice: readonly FacedDie[] = $derived(this.aid?.dice ?? []);
  readonly form: Form | null = $derived(
    this.aid?.forms.find((form) => form.name === this.formName) ?? this.aid?.forms[0] ?? null,
  );
  private readonly all: Said = $derived(
    this.form == null ? {} : (this.everything[this.form.name] ?? atFirst(this.form)),
  );
  readonly said: Said = $derived(this.form == null ? {} : effective(this.form, this.all));
  readonly missing: Flag[] = $derived(this.form == null ? [] : missing(this.form, this.said));
  readonly forecast: Forecast | null = $derived(this.odds?.type === 'odds' ? this.odds.forecast : null);
  readonly refusal: Refusal | null = $derived(this.odds?.type === 'refused' ? this.odds.refusal : null);
  readonly modifiers: readonly Modifier[] = $derived(this.forecast?.modifiers ?? []);
  readonly inShort: string = $derived(this.form == null ? '' : inShort(this.form, this.said, this.dice));

  constructor(readonly game: string) {
    const kept = this.read();
    this.formName = kept.form;
    this.everything = kept.said;
    this.past = kept.past;
  }

  async open(): Promise<void> {
    try {
      this.aid = await api.aid(this.game);
      const [rules, games] = await Promise.all([api.rules(this.game), api.games()]);
      this.rules = new Map(rules.map((rule) => [rule.id, rule]));
      this.title = games.find((game) => game.id === this.game)?.title ?? this.game;
    } catch (error) {
      this.failure = words(error);
    }
  }

  choose(form: string): void {
    this.formName = form;
    this.keep();
  }

  /** Answers a question; `undefined` takes the answer back. */
  say(flag: string, value: string | null | undefined): void {
    if (this.form == null) return;
    const rest = Object.fromEntries(Object.entries(this.all).filter(([name]) => name !== flag));
    this.everything = {
      ...this.everything,
      [this.form.name]: value === undefined ? rest : { ...rest, [flag]: value },
    };
    this.keep();
  }

  /** Back to the first answers. */
  clear(): void {
    if (this.form == null) return;
    const name = this.form.name;
    this.everything = Object.fromEntries(Object.entries(this.everything).filter(([form]) => form !== name));
    this.keep();
  }

  /** Asks for the odds of what is said; only the newest answer counts. */
  async ask(): Promise<void> {
    const { form, said } = this;
    this.question += 1;
    const number = this.question;
    if (form == null || this.missing.length > 0) {
      [this.odds, this.problem, this.asking] = [null, null, false];
      return;
    }
    this.asking = true;
    try {
      const odds = await api.aidOdds(this.game, { form: form.name, said });
      if (number !== this.question) return;
      [this.odds, this.problem] = [odds, null];
    } catch (error) {
      if (number !== this.question) return;
      [this.odds, this.problem] = [null, words(error)];
    }
    this.asking = false;
  }

  /** Goes on with the attack: with the faces of all throws so far, or with dice of the program. */
  async throw(faces: number[], byProgram = false): Promise<void> {
    const form = this.form;
    if (form == null) return;
    const said = this.roll?.said ?? this.said;
    try {
      const answer = await api.aidResolve(this.game, { form: form.name, said, faces, throw: byProgram });
      if (answer.type === 'refused') {
        this.problem = answer.refusal.text;
        this.roll = null;
        return;
      }
      const { throwing, seed } = answer;
      const needs = throwing.type === 'needs';
      this.roll = {
        said,
        faces: throwing.throws.flatMap((one) => one.faces),
        throws: throwing.throws,
        next: needs ? throwing.next : null,
        resolved: needs ? null : throwing.resolved,
        seed,
      };
      this.problem = null;
      if (!needs) this.remember(form, throwing.resolved);
    } catch (error) {
      this.problem = words(error);
    }
  }

  /** Takes the last throw back. */
  async back(): Promise<void> {
    const throws = this.roll?.throws.slice(0, -1) ?? [];
    await this.throw(throws.flatMap((one) => one.faces));
  }

  leave(): void {
    this.roll = null;
  }

  /** Asks an attack of the table again, without its dice. */
  again(past: Past): void {
    this.formName = past.form;
    this.everything = { ...this.everything, [past.form]: past.said };
    this.roll = null;
    this.keep();
  }

  forget(): void {
    this.past = [];
    this.keep();
  }

  private remember(form: Form, resolved: Resolved): void {
    const roll = this.roll;
    if (roll == null) return;
    const what = inShort(form, roll.said, this.dice);
    const one = { at: Date.now(), form: form.name, said: roll.said, what, result: resolved.text, faces: roll.faces };
    this.past = remembering(this.past, one);
    this.keep();
  }

  private get name(): string {
    return `opfire.aid.${this.game}`;
  }

  private read(): typeof NOTHING_KEPT {
    try {
      return readKept(localStorage.getItem(this.name));
    } catch {
      return NOTHING_KEPT;
    }
  }

  private keep(): void {
    const kept = { form: this.formName, said: this.everything, past: this.past };
    try {
      localStorage.setItem(this.name, JSON.stringify(kept));
    } catch {
      // A browser that stores nothing: it lasts until the page is closed.
    }
  }
}

const KEY = Symbol('aid');

export function provideAid(desk: AidDesk): void {
  setContext(KEY, desk);
}

export function useAid(): AidDesk {
  return getContext(KEY);
}
