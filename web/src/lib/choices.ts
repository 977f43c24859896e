import type { Choice } from '../types/Choice';
import type { Group } from '../types/Group';
import type { Opening } from '../types/Opening';
import type { Plan } from '../types/Plan';
import type { PlanHex } from '../types/PlanHex';
import { groupChoices, isGrouped, type ButtonGroup } from './groups';
import { gravest, percent } from './words';

/** Choices that end or pass something. */
const ENDS: ReadonlySet<Choice['kind']> = new Set<Choice['kind']>(['pass', 'go-on', 'by-itself']);

/** What a click on the board would do. */
export interface Option {
  label: string;
  /** The actions to send, one after another. */
  actions: string[];
  cost: string | null;
  /** The choice it comes from, with its odds and rule. */
  choice: Choice | null;
  /** The way, if it is a move. */
  way: PlanHex | null;
  /** The attack that the actions only prepare. */
  opening?: Opening;
}

/** Tells options apart: the same steps can prepare different attacks. */
export function keyOf({ actions, opening }: Option): string {
  return [...actions, ...(opening == null ? [] : ['then', opening.action])].join('\n');
}

/** What was pointed at: a counter, or a hex. */
export interface Target {
  hex: string;
  unit: string | null;
}

export function sameUnits(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((unit) => b.includes(unit));
}

/** The choices these units have, and no others. */
export function choicesOf(choices: readonly Choice[], units: readonly string[]): Choice[] {
  return choices.filter((choice) => choice.units.length > 0 && sameUnits(choice.units, units));
}

/** Whether these units together may move: then it is worth asking where to. */
export function canMove(choices: readonly Choice[], units: readonly string[]): boolean {
  return choicesOf(choices, units).some((choice) => choice.kind === 'move');
}

/** Whether `choice` is done by pointing at `target`. */
function aims(choice: Choice, target: Target): boolean {
  switch (choice.kind) {
    case 'fire':
      return choice.target == null ? choice.hex === target.hex : choice.target === target.unit;
    case 'hex':
      return choice.hex === target.hex;
    case 'move':
      return choice.hex === target.hex;
    case 'unit':
      return target.unit != null && (choice.target ?? choice.units[0]) === target.unit;
    case 'button':
    case 'pass':
    case 'go-on':
    case 'by-itself':
      return false;
  }
}

export function optionOf(choice: Choice): Option {
  return { label: choice.label, actions: [choice.action], cost: choice.cost, choice, way: null };
}

/** Everything that pointing at `target` could mean while `selected` is selected. */
export function optionsAt(
  choices: readonly Choice[],
  selected: readonly string[],
  plan: Plan | null,
  target: Target,
): Option[] {
  const way = plan != null && sameUnits(plan.units, selected) ? plan.hexes.find((hex) => hex.hex === target.hex) : null;
  const ways: Option[] = [];
  if (way != null) {
    const only = way.actions.length === 1 ? choices.find((choice) => choice.action === way.actions[0]) : undefined;
    ways.push({
      label: only?.label ?? `Move to ${way.hex}`,
      actions: way.actions,
      cost: way.cost,
      choice: only ?? null,
      way,
    });
  }
  const planned = way?.actions.length === 1 ? way.actions[0] : null;
  const direct = choices.filter(
    (choice) =>
      choice.action !== planned &&
      aims(choice, target) &&
      (choice.kind === 'unit' || choice.units.length === 0 || sameUnits(choice.units, selected)),
  );
  return [...ways, ...direct.map(optionOf)];
}

/** The same for a whole hex, whichever units are in it. */
export function optionsInHex(
  choices: readonly Choice[],
  selected: readonly string[],
  plan: Plan | null,
  hex: string,
  units: readonly string[],
): Option[] {
  const targets: Target[] = [{ hex, unit: null }, ...units.map((unit) => ({ hex, unit }))];
  const options = targets.flatMap((target) => optionsAt(choices, selected, plan, target));
  return [...new Map(options.map((option) => [keyOf(option), option])).values()];
}

/**
 * Everything that can be done with the unit at `target` or to it, for a menu: steps of a way are left to the board, and
 * choices that ask for a hex are one line. `aimed` is what pointing there would do.
 */
export function menuOptions(choices: readonly Choice[], target: Target, aimed: readonly Option[]): Option[] {
  const { unit } = target;
  const own = unit == null ? [] : choices.filter((choice) => choice.units.includes(unit) && choice.kind !== 'move');
  const lines = groupChoices(own).flatMap(({ gathered, choices: group }) => {
    const [first] = group;
    if (gathered == null || first == null) return group.map(optionOf);
    return [{ ...optionOf(first), label: gathered }];
  });
  const at = unit == null ? [] : actorsAt(choices, target);
  const all = [...new Map([...lines, ...aimed, ...at].map((option) => [keyOf(option), option])).values()];
  // What ends something comes last: nobody ends a turn by mistake.
  const ends = ({ choice }: Option): number => (choice != null && ENDS.has(choice.kind) ? 1 : 0);
  return all.toSorted((a, b) => ends(a) - ends(b));
}

/** The units that could do something to `target` if they were selected: for a player who points at the target first. */
export function actorsAt(choices: readonly Choice[], target: Target): Option[] {
  return choices
    .filter((choice) => (choice.kind === 'fire' || choice.kind === 'hex') && aims(choice, target))
    .map(optionOf);
}

/** Whether the player has said who does it: an action of units that nobody selected asks for confirmation. */
export function isCertain(option: Option, selected: readonly string[]): boolean {
  const { choice, opening } = option;
  // A click prepares an attack only where it says so.
  if (opening != null) return false;
  if (choice == null || choice.kind === 'unit') return true;
  return choice.units.every((unit) => selected.includes(unit));
}

/**
 * The choices as the board can offer them: units that are not on it yet cannot be picked, so the player picks the hex
 * they act on instead.
 */
export function onTheBoard(choices: readonly Choice[], present: { has(unit: string): boolean }): Choice[] {
  return choices.map((choice) => {
    const absent = choice.units.length > 0 && !choice.units.some((unit) => present.has(unit));
    return absent && choice.kind === 'move' ? { ...choice, kind: 'hex', units: [] } : choice;
  });
}

/** The hexes and units to light up as targets while `selected` is selected. */
export function targetsOf(
  choices: readonly Choice[],
  selected: readonly string[],
): { hexes: Set<string>; units: Set<string> } {
  const hexes = new Set<string>();
  const units = new Set<string>();
  const anybody = selected.length === 0;
  for (const choice of choices) {
    const ours = choice.units.length === 0 || sameUnits(choice.units, selected);
    if (choice.kind === 'unit') {
      const unit = choice.target ?? choice.units[0];
      if (unit != null) units.add(unit);
    } else if (choice.kind === 'fire' && (ours || anybody)) {
      if (choice.target != null) units.add(choice.target);
      else if (choice.hex != null) hexes.add(choice.hex);
    } else if (choice.kind === 'hex' && (ours || anybody) && choice.hex != null) {
      hexes.add(choice.hex);
    }
  }
  return { hexes, units };
}

/** Up to this many shots each get a button even when nobody is selected. */
const FEW = 6;
/** Up to this many hexes to enter each get a button. */
const FEW_STEPS = 2;
/** Up to this many hexes of the map each get a button; more are only for the board. */
const FEW_HEXES = 12;

/** The choices that get a button while `selected` is selected: those for everybody, and those of the selected units. */
export function buttonsFor(choices: readonly Choice[], selected: readonly string[]): Choice[] {
  const shots = choices.filter((choice) => choice.kind === 'fire').length;
  const held = selected.length > 0 ? selected : (onlyUnits(choices) ?? selected);
  const steps = choices.filter((choice) => choice.kind === 'move' && choice.group != null).length;
  const hexes = choices.filter((choice) => choice.kind === 'hex' && choice.group?.gathered == null).length;
  const buttons = choices.filter((choice) => {
    if (choice.kind === 'hex' && choice.group?.gathered == null && hexes > FEW_HEXES) return false;
    // A step or two can have a button; more are for the board.
    if (choice.kind === 'move' && (choice.group == null || steps > FEW_STEPS)) return false;
    if (choice.units.length === 0 || sameUnits(choice.units, held)) return true;
    // What only one of a stack can do, leave the map for instance, is no secret while the stack is in hand.
    const one = selected.length > 1 && choice.units.length === 1 && selected.includes(choice.units[0] ?? '');
    // Choices in groups wait until their unit is picked.
    if (choice.group != null) return one && choice.group.gathered == null;
    if (choice.kind === 'fire') return selected.length === 0 && shots <= FEW;
    return (selected.length === 0 || one) && choice.kind !== 'hex';
  });
  return buttons.toSorted((a, b) => rank(a) - rank(b) || promise(b) - promise(a));
}

/** The units of all these choices, if they are always the same. */
function onlyUnits(choices: readonly Choice[]): readonly string[] | null {
  const about = choices.filter((choice) => choice.units.length > 0);
  const [first] = about;
  return first != null && about.every((choice) => sameUnits(choice.units, first.units)) ? first.units : null;
}

/** How many buttons there is room for beside the ways out; together they need no more than the keys 1 to 9. */
const MOST = 7;

/** The buttons of the dock in their order, with the digits that press them. */
export interface Buttons {
  picks: Choice[];
  /** Choices that end or pass something: always in sight. */
  ways: Choice[];
  /** How many did not find room. */
  more: number;
  /** The picks under their headings, if the ruleset has grouped them. */
  groups: ButtonGroup[] | null;
}

export function dockButtons(choices: readonly Choice[], selected: readonly string[]): Buttons {
  const all = buttonsFor(choices, selected);
  const ways = all.filter((choice) => ENDS.has(choice.kind)).slice(-2);
  const others = all.filter((choice) => !ways.includes(choice));
  if (isGrouped(others)) {
    const groups = groupChoices(others);
    // If the board asks for the hex, the first choice stands for them all.
    const picks = groups.flatMap((group) => (group.gathered == null ? group.choices : group.choices.slice(0, 1)));
    return { picks, ways, more: 0, groups };
  }
  const picks = others.slice(0, others.length > MOST ? MOST - 1 : MOST);
  return { picks, ways, more: others.length - picks.length, groups: null };
}

/** The chance shown on a line of fire: the gravest result of the shot. */
export function shotChance(choice: Choice): Group | null {
  return choice.odds == null ? null : gravest(choice.odds);
}

/** The figure on a line of fire; without the word where the dock says once what all of them mean. A shot that can do nothing has none. */
export function figureOf(chance: Group, alike: boolean): string {
  if (chance.severity === 'nothing') return 'no effect';
  return alike ? percent(chance.p) : `${chance.group} ${percent(chance.p)}`;
}

/** Compares shots by the worth the ruleset gives them. */
function promise(choice: Choice): number {
  return choice.odds?.worth ?? 0;
}

/** Every shot from one hex into another. */
export interface FireLine {
  from: string;
  to: string;
  /** The best shot first. */
  choices: Choice[];
}

/** The lines of fire of these choices; `hexOf` gives the hex of a unit. */
export function fireLines(choices: readonly Choice[], hexOf: (unit: string) => string | undefined): FireLine[] {
  const lines = new Map<string, FireLine>();
  for (const choice of choices) {
    const to = hexOf(choice.target ?? '') ?? choice.hex;
    if (choice.kind !== 'fire' || to == null) continue;
    for (const from of new Set(choice.units.flatMap((unit) => hexOf(unit) ?? []))) {
      const name = `${from} ${to}`;
      const line = lines.get(name) ?? { from, to, choices: [] };
      lines.set(name, { ...line, choices: [...line.choices, choice].toSorted((a, b) => promise(b) - promise(a)) });
    }
  }
  return [...lines.values()];
}

/** Whether the question is who fires at whom, so that all lines of fire belong on the board. */
export function asksForFire(choices: readonly Choice[]): boolean {
  return choices.some((choice) => choice.kind === 'fire') && !choices.some((choice) => choice.kind === 'move');
}

/** Choices that end something come last; shots and picks come first. */
function rank(choice: Choice): number {
  if (ENDS.has(choice.kind)) return 3;
  return choice.kind === 'button' ? 1 : choice.kind === 'fire' ? 0 : 2;
}

/** What Enter does when nothing else is meant. */
export function defaultChoice(choices: readonly Choice[]): Choice | null {
  return choices.find((choice) => choice.default) ?? (choices.length === 1 ? (choices[0] ?? null) : null);
}
