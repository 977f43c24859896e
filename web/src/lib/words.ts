import type { Chance } from '../types/Chance';
import type { Forecast } from '../types/Forecast';
import type { GoodFor } from '../types/GoodFor';
import type { Group } from '../types/Group';
import type { Severity } from '../types/Severity';

/** `step-loss` as people read it. */
export function resultName(result: string): string {
  return result.replaceAll('-', ' ').replaceAll('_', ' ');
}

/** 0.4166… → "42%"; what is possible never reads as 0% or 100%. */
export function percent(p: number): string {
  if (p <= 0) return '0%';
  if (p >= 1) return '100%';
  if (p < 0.01) return '<1%';
  if (p > 0.99) return '>99%';
  return `${Math.round(p * 100)}%`;
}

/** "15 in 36", grouped for long numbers. */
export function ways(chance: Pick<Chance, 'ways' | 'of'>): string {
  return `${spaced(chance.ways)} in ${spaced(chance.of)}`;
}

/** 362797056 → "362 797 056". */
export function spaced(n: number | string): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** The outcomes that can happen, in the ruleset's order. */
export function possible(odds: Forecast): Chance[] {
  return odds.outcomes.filter((chance) => chance.p > 0);
}

/** The groups of a headline without "nothing happens", unless that is the only one. The gravest comes first. */
export function headline(odds: Forecast): Group[] {
  const something = odds.headline.filter((group) => group.severity !== 'nothing');
  return something.length > 0 ? something : odds.headline;
}

/** The gravest result that can happen. */
export function gravest(odds: Forecast): Group | null {
  return headline(odds)[0] ?? null;
}

/** "kill 38%, damage 20%, nothing 42%": every outcome, the gravest first. */
export function headlineInWords(odds: Forecast): string {
  return odds.headline.map((group) => `${group.group} ${percent(group.p)}`).join(', ');
}

/**
 * One colour for results that are good for the acting side, another for bad ones; the graver, the darker. Which ones they
 * are is a matter of the palette: see `scale.css`.
 */
export function shade({ good_for, severity }: { good_for: GoodFor; severity: Severity }): string {
  return severity === 'nothing' ? 'var(--no-effect)' : `var(--for-${good_for}-${severity})`;
}

/** +2, −1, 0. */
export function signed(value: number): string {
  if (value > 0) return `+${value}`;
  return value < 0 ? `−${-value}` : '0';
}

/** A sentence for people who hear the odds. */
export function oddsInWords(odds: Forecast): string {
  return possible(odds)
    .toReversed()
    .map((chance) => `${chance.label} ${percent(chance.p)}`)
    .join(', ');
}

/** "3 minutes ago"; `then` and `now` in seconds. */
export function ago(then: number, now: number): string {
  const seconds = Math.max(0, now - then);
  const units: [number, string][] = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ];
  for (const [length, name] of units) {
    const n = Math.floor(seconds / length);
    if (n >= 1) return `${n} ${name}${n === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}

/** Cuts a text to at most `length` characters. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}

/** Up to three letters that stand for a thing without a picture: "Out of step" → "OOS", "Pinned" → "Pi". */
export function abbreviation(text: string): string {
  const words = text.split(/[\s-]+/).filter((word) => word !== '');
  if (words.length <= 1) return text.slice(0, 2);
  return words
    .slice(0, 3)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}
