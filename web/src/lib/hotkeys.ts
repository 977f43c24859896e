import type { Choice } from '../types/Choice';
import type { Buttons } from './choices';

/** For this many milliseconds after the list has changed by itself, a key that now means something else does nothing. */
export const GUARD = 450;
/** The key for choices that end or pass something: no attack ever has this key. */
export const PASS = 'P';
/** The choice that is offered first. Enter does the same. */
export const FIRST = 'D';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** What is offered now. */
export interface Offered extends Pick<Buttons, 'picks' | 'ways'> {
  /** What Enter does when nothing else is meant. */
  first: Choice | null;
}

/** What identifies a button, wherever it is: its action, or the group for which it asks for a hex. */
export function nameOf(choice: Choice): string {
  return choice.group?.gathered == null ? choice.action : `… ${choice.group.title}`;
}

/**
 * Which key presses which button of the dock.
 *
 * A digit stays with its button as long as that is offered, and the digit of a button that is gone stays free, so no
 * other one slips under the finger. Only a new list (another unit, nothing left of the old one) is counted from 1 again.
 */
export class Hotkeys {
  /** What each key does now. */
  private meaning: ReadonlyMap<string, Choice> = new Map();
  private digits: ReadonlyMap<string, string> = new Map();
  private spent: readonly string[] = [];
  private about = '';
  private readonly changed = new Map<string, number>();

  /** The key of a button. */
  keyOf(choice: Choice): string | null {
    const name = nameOf(choice);
    const digit = this.digits.get(name);
    if (digit != null) return digit;
    return [PASS, FIRST].find((key) => sameButton(this.meaning.get(key), choice)) ?? null;
  }

  /** What a key does; nothing while the hand may still mean what the key did a moment ago. */
  press(key: string, now: number): Choice | null {
    const changed = this.changed.get(key);
    return changed != null && now - changed < GUARD ? null : (this.meaning.get(key) ?? null);
  }

  /**
   * Takes the present buttons. `about` names the units they belong to; `byHand` says that the player changed them,
   * by picking somebody, and expects new ones.
   */
  take({ picks, ways, first }: Offered, about: string, byHand: boolean, now: number): void {
    // The keys wait while somebody else is asked.
    if (picks.length > 0) this.number([...new Set(picks.map(nameOf))], about);
    const meaning = new Map<string, Choice>();
    for (const choice of picks) {
      const digit = this.digits.get(nameOf(choice));
      if (digit != null && !meaning.has(digit)) meaning.set(digit, choice);
    }
    const passes = ways.filter(({ kind }) => kind === 'pass');
    const pass = passes.find(({ asks }) => asks == null) ?? passes[0];
    if (pass != null) meaning.set(PASS, pass);
    if (first != null) meaning.set(FIRST, first);
    for (const key of [...DIGITS, PASS, FIRST]) {
      if (byHand) this.changed.delete(key);
      else if (!sameButton(this.meaning.get(key), meaning.get(key))) this.changed.set(key, now);
    }
    this.meaning = meaning;
  }

  private number(names: readonly string[], about: string): void {
    const goesOn = about === this.about && names.some((name) => this.digits.has(name));
    const had = goesOn ? this.digits : new Map<string, string>();
    const kept = new Map([...had].filter(([name]) => names.includes(name)));
    const left = [...had].filter(([name]) => !names.includes(name)).map(([, digit]) => digit);
    const spent = goesOn ? [...this.spent, ...left] : [];
    const used = [...kept.values()];
    // When all nine have been used, the one released first comes back first.
    const free = [...DIGITS.filter((digit) => !used.includes(digit) && !spent.includes(digit)), ...spent];
    for (const name of names) {
      const digit = kept.has(name) ? undefined : free.shift();
      if (digit != null) kept.set(name, digit);
    }
    const given = [...kept.values()];
    this.digits = kept;
    this.spent = spent.filter((digit) => !given.includes(digit));
    this.about = about;
  }
}

function sameButton(a: Choice | undefined, b: Choice | undefined): boolean {
  if (a == null || b == null) return a === b;
  return nameOf(a) === nameOf(b) && (a.group?.gathered != null || a.label === b.label);
}
