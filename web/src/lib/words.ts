import type { Chance } from '../types/Chance';
import type { Forecast } from '../types/Forecast';

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
export function ways(chance: Chance): string {
  return `${grouped(chance.ways)} in ${grouped(chance.of)}`;
}

function grouped(n: number | string): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** The outcomes that can happen, in the ruleset's order. */
export function possible(odds: Forecast): Chance[] {
  return odds.outcomes.filter((chance) => chance.p > 0);
}

/** The chance that something worse than the best outcome for the target happens. */
export function chanceOfHarm(odds: Forecast): number {
  const best = odds.outcomes[0];
  return best == null ? 0 : Math.max(0, 1 - best.p);
}

/** The outcome that hurts the target most, as the ruleset orders them. */
export function worst(odds: Forecast): Chance | null {
  return odds.outcomes.at(-1) ?? null;
}

/** +2, −1, 0. */
export function signed(value: number): string {
  if (value > 0) return `+${value}`;
  return value < 0 ? `−${-value}` : '0';
}

/** A sentence for people who hear the odds. */
export function oddsInWords(odds: Forecast): string {
  return possible(odds)
    .map((chance) => `${resultName(chance.result)} ${percent(chance.p)}`)
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

/** Up to three letters that stand for a thing without a picture: "Tiger company" → "TC", "Pinned" → "Pi". */
export function abbreviation(text: string): string {
  const words = text.split(/[\s-]+/).filter((word) => word !== '');
  if (words.length <= 1) return text.slice(0, 2);
  return words
    .slice(0, 3)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}
