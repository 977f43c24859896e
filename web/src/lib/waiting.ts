import type { Choice } from '../types/Choice';
import type { Counter } from '../types/Counter';
import type { Entry } from '../types/Entry';
import type { Scene } from '../types/Scene';

/** Who lets time pass: some units, or all of them. */
export type Waiters = ReadonlySet<string> | 'all';

/** After so many headings without news (rounds, for most games) the player is asked whether he really has all day. */
export const LONG = 10;

const waits = (waiters: Waiters, units: readonly string[]): boolean =>
  waiters === 'all' || units.every((unit) => waiters.has(unit));

/** What those who wait do next, as an ordinary choice; `null` where somebody else has to be asked first. */
export function nextOf(choices: readonly Choice[], waiters: Waiters): Choice | null {
  const open = choices.filter((choice) => choice.waits);
  const asked = choices.some(
    (choice) => choice.kind === 'unit' && choice.units.length > 0 && !waits(waiters, choice.units),
  );
  return asked ? null : (open.find((choice) => waits(waiters, choice.units)) ?? null);
}

/** Whether all of this side have said so by now. */
export function waitersWith(waiters: Waiters | null, unit: string): Waiters {
  if (waiters === 'all') return 'all';
  return new Set([...(waiters ?? []), unit]);
}

/** Why a wait ends with what has just come: the first thing a player wants to know about; `null` if nothing of the kind did. */
export function newsIn(
  before: Scene,
  after: Scene,
  entries: readonly Entry[],
  own: (unit: Counter) => boolean,
): string | null {
  if (after.outcome != null) return after.outcome.title;
  const known = new Set(before.counters.map(({ id }) => id));
  const come = after.counters.find((counter) => !known.has(counter.id));
  if (come != null) return `${come.name} has come.`;
  const loss = entries.find(({ tone }) => tone === 'loss' || tone === 'combat');
  if (loss != null) return loss.text;
  const shot = entries.find(({ resolution, units }) => resolution != null && units.length > 1);
  if (shot != null) return shot.text;
  const read = entries.find(isRead);
  if (read != null) return read.text;
  const worse = before.counters.find((counter) => own(counter) && isWorse(counter, after.counters));
  return worse == null ? null : `${worse.name} is not what it was.`;
}

/** Whether it is read out to the player, and not only carried out by a unit. */
function isRead({ page, tone, units, hexes }: Entry): boolean {
  return page?.opens === false && tone === 'plain' && units.length === 0 && hexes.length === 0;
}

/** Whether somebody who waits is asked something that cannot be passed over. */
export function isAsked(choices: readonly Choice[], waiters: Waiters): boolean {
  return choices.some(
    ({ kind, units, waits: may }) => kind === 'unit' && units.length > 0 && !may && waits(waiters, units),
  );
}

function isWorse(was: Counter, counters: readonly Counter[]): boolean {
  const now = counters.find(({ id }) => id === was.id);
  return now == null || now.steps.left < was.steps.left;
}

/** How many headings without a unit went by: rounds, turns. */
export function roundsIn(entries: readonly Entry[]): number {
  return entries.filter(({ tone, units }) => tone === 'heading' && units.length === 0).length;
}
