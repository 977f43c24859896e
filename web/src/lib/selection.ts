import type { Choice } from '../types/Choice';
import { sameUnits } from './choices';

/** Units that can do something together; each group once, in the order of the choices. */
export function groupsOf(choices: readonly Choice[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const { units } of choices) {
    const name = units.toSorted().join(' ');
    if (units.length > 0 && !groups.has(name)) groups.set(name, units);
  }
  return [...groups.values()];
}

/** The largest group of units of this stack, with `unit` in it, that can move together. */
export function wholeStack(choices: readonly Choice[], stack: readonly string[], unit: string): string[] | null {
  const moves = choices.filter((choice) => choice.kind === 'move').map((choice) => choice.units);
  return (
    moves
      .filter((units) => units.length > 1 && units.includes(unit) && units.every((id) => stack.includes(id)))
      .toSorted((a, b) => b.length - a.length)[0] ?? null
  );
}

/**
 * The selection after a click on `unit`.
 *
 * The first click on a stack takes everything in it that can move together, the next one takes the single unit, the
 * one after that the whole stack again. With `add` the unit joins or leaves what is selected.
 */
export function afterClick(
  choices: readonly Choice[],
  stack: readonly string[],
  selected: readonly string[],
  unit: string,
  add: boolean,
): string[] {
  if (add) return selected.includes(unit) ? selected.filter((id) => id !== unit) : [...selected, unit];
  const whole = wholeStack(choices, stack, unit);
  if (whole == null) return [unit];
  const here = selected.length > 0 && selected.every((id) => stack.includes(id));
  if (!here || sameUnits(selected, [unit])) return whole;
  return [unit];
}

/** The selection after Enter on a hex: the whole stack, then its units one by one from the top, then from the start. */
export function afterEnter(
  choices: readonly Choice[],
  stack: readonly string[],
  selected: readonly string[],
): string[] {
  const able = stack.filter((id) => choices.some((choice) => choice.units.includes(id))).toReversed();
  const top = able[0];
  if (top == null) return stack.slice(-1);
  const whole = wholeStack(choices, stack, top);
  const rounds = [...(whole == null ? [] : [whole]), ...able.map((id) => [id])];
  const at = rounds.findIndex((round) => sameUnits(round, selected));
  return rounds[(at + 1) % rounds.length] ?? [];
}

/** What is left of a selection in a new position: units that are gone or have nothing to do leave it. */
export function carriedOver(
  choices: readonly Choice[],
  selected: readonly string[],
  present: ReadonlySet<string>,
): string[] {
  const left = selected.filter((id) => present.has(id));
  if (left.length === 0) return [];
  return choices.some((choice) => choice.units.length > 0 && sameUnits(choice.units, left)) ? left : [];
}

/** The only group that can act, if there is just one: then the player need not pick. */
export function onlyGroup(choices: readonly Choice[]): string[] | null {
  const groups = groupsOf(choices.filter((choice) => choice.kind !== 'unit'));
  return groups.length === 1 ? (groups[0] ?? null) : null;
}

/** The next unit that can act after the selected ones, in the order of the board; `null` past the end. */
export function nextReady(ready: readonly string[], selected: readonly string[], back: boolean): string | null {
  const order = back ? ready.toReversed() : ready;
  const last = order.findLastIndex((id) => selected.includes(id));
  return order[last + 1] ?? null;
}

/** The same without an end: after the last one comes the first. */
export function cycleReady(ready: readonly string[], selected: readonly string[], back: boolean): string | null {
  return nextReady(ready, selected, back) ?? nextReady(ready, [], back);
}
