import type { AidThrow } from '../types/AidThrow';
import type { Chance } from '../types/Chance';
import type { FacedDie } from '../types/FacedDie';
import type { Flag } from '../types/Flag';
import type { Forecast } from '../types/Forecast';
import type { Form } from '../types/Form';
import type { Group } from '../types/Group';
import type { Modifier } from '../types/Modifier';
import type { Pick as Option } from '../types/Pick';
import type { Pile } from '../types/Pile';
import type { Step } from '../types/Step';
import type { When } from '../types/When';

/** What is said about an attack, by flag; `null` for a flag that has no value. */
export type Said = Readonly<Record<string, string | null>>;

export const flagsOf = (form: Form): Flag[] => form.steps.flatMap((step) => step.flags);

/** What a player finds who has not answered yet. */
export function atFirst(form: Form): Said {
  const answered = flagsOf(form).filter((flag) => flag.at_first != null);
  return Object.fromEntries(answered.map((flag) => [flag.name, flag.answers.kind === 'yes' ? null : flag.at_first]));
}

/** The option that holds for a flag, said or usual. */
export function chosen(flag: Flag | undefined, said: Said): Option | null {
  if (flag?.answers.kind !== 'one-of') return null;
  const value = said[flag.name] ?? flag.usual;
  return flag.answers.choices.find((option) => option.value === value) ?? null;
}

function holds(when: When, form: Form, said: Said): boolean {
  const flag = flagsOf(form).find((one) => one.name === when.flag);
  switch (when.kind) {
    case 'said':
      return when.flag in said;
    case 'unsaid':
      return !(when.flag in said);
    case 'is':
      return when.values.includes(said[when.flag] ?? flag?.usual ?? '');
    case 'tagged':
      return chosen(flag, said)?.tags.some((tag) => when.tags.includes(tag)) ?? false;
  }
}

const applies = (flag: Flag, form: Form, said: Said): boolean => flag.when.every((when) => holds(when, form, said));

/** Whether a value can be answered: what was stored may be older than the cards. */
function fits(flag: Flag, value: string | null): boolean {
  switch (flag.answers.kind) {
    case 'yes':
      return value == null;
    case 'one-of':
      return flag.answers.choices.some((option) => option.value === value);
    case 'number':
      return value != null && /^-?\d+$/.test(value) && +value >= flag.answers.least && +value <= flag.answers.most;
    case 'several': {
      const known = flag.answers.choices.map((option) => option.value);
      return value != null && value !== '' && value.split(',').every((one) => known.includes(one));
    }
    case 'dice':
    case 'text':
      return value != null && value !== '';
  }
}

/**
 * What counts of all that was said: only answers to questions that are asked. One answer after the other is dropped, in the order of the
 * steps, because a question may be asked again when another answer is gone.
 */
export function effective(form: Form, said: Said): Said {
  let flags = flagsOf(form).filter((flag) => flag.name in said && fits(flag, said[flag.name] ?? null));
  for (;;) {
    const left: Said = Object.fromEntries(flags.map((flag) => [flag.name, said[flag.name] ?? null]));
    const wrong = flags.find((flag) => !applies(flag, form, left));
    if (wrong == null) return left;
    flags = flags.filter((flag) => flag !== wrong);
  }
}

/** The questions of a step that are asked, given what counts. */
export function asked(step: Step, form: Form, said: Said): Flag[] {
  return step.flags.filter((flag) => applies(flag, form, said));
}

/** The questions that must be answered first. */
export function missing(form: Form, said: Said): Flag[] {
  return flagsOf(form).filter((flag) => flag.needed && !(flag.name in said) && applies(flag, form, said));
}

/** "the attack" as "The attack". */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** "Attacker 4" and "spotting". */
export function headingParts(heading: string): [string, string] {
  const colon = heading.indexOf(':');
  return colon < 0 ? ['', heading] : [heading.slice(0, colon), heading.slice(colon + 1).trim()];
}

const startOf = (text: string): string => headingParts(text)[0].toLowerCase();

/** The modifiers that belong to a step: their words begin like its heading. */
export function linesOf(step: Step, modifiers: readonly Modifier[]): Modifier[] {
  const start = startOf(step.heading);
  return start === '' ? [] : modifiers.filter((modifier) => startOf(modifier.what) === start);
}

/** The modifiers that belong to no step. */
export function otherLines(form: Form, modifiers: readonly Modifier[]): Modifier[] {
  const steps = new Set(form.steps.map((step) => startOf(step.heading)));
  return modifiers.filter((modifier) => !steps.has(startOf(modifier.what)) || startOf(modifier.what) === '');
}

/** What a modifier says besides the name of its step. */
export const lineText = (modifier: Modifier): string => headingParts(modifier.what)[1];

/** The dice of each side when all is counted. */
export function piles(modifiers: readonly Modifier[]): Pile[] {
  const last = new Map<string, Pile>();
  for (const { pile } of modifiers) if (pile != null) last.set(pile.what, pile);
  return [...last.values()];
}

/** The options of a list of several that are said. */
export function chosenOnes(flag: Flag, said: Said): Option[] {
  const values = (said[flag.name] ?? '').split(',');
  return flag.answers.kind === 'several' ? flag.answers.choices.filter((option) => values.includes(option.value)) : [];
}

/** One option of several more, or fewer if it is there; `null` if none is left. */
export function toggled(text: string | null | undefined, value: string): string | null {
  const values = (text ?? '').split(',').filter((one) => one !== '');
  const left = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  return left.length === 0 ? null : left.join(',');
}

/** 0.0361 → "3.6%": a tenth of a percent, and what is possible never reads as nothing, nor as certain. */
export function shareInWords(p: number): string {
  if (p > 0 && p < 0.001) return '<0.1%';
  if (p < 1 && p > 0.999) return '>99.9%';
  return `${(p * 100).toFixed(p === 0 || p === 1 ? 0 : 1)}%`;
}

/** The groups of a headline with their outcomes, the likeliest first; a group of one outcome that says no more has none. */
export function outcomesByGroup(odds: Forecast): { group: Group; outcomes: Chance[] }[] {
  return odds.headline.map((group) => {
    const all = odds.outcomes.filter((chance) => chance.p > 0 && chance.group === group.group);
    const said = all.length === 1 && (all[0]?.label === group.group || group.severity === 'nothing');
    return { group, outcomes: said ? [] : all.toSorted((a, b) => b.p - a.p) };
  });
}

/** `green:2,blue:1` as counts. */
export function counts(text: string | null | undefined): Map<string, number> {
  const found = new Map<string, number>();
  for (const part of (text ?? '').split(',')) {
    const [colour = '', count = '1'] = part.split(':');
    if (colour !== '' && colour !== 'none' && Number.isInteger(+count) && +count > 0) found.set(colour, +count);
  }
  return found;
}

/** One die of a colour more or fewer, the strongest first; `null` if none is left. */
export function withDie(
  text: string | null | undefined,
  dice: readonly FacedDie[],
  colour: string,
  by: number,
): string | null {
  const found = counts(text);
  found.set(colour, Math.max(0, (found.get(colour) ?? 0) + by));
  const parts = dice.toReversed().flatMap((die) => {
    const count = found.get(die.colour) ?? 0;
    return count === 0 ? [] : [`${die.colour}:${count}`];
  });
  return parts.length === 0 ? null : parts.join(',');
}

export const total = (text: string | null | undefined): number =>
  [...counts(text).values()].reduce((sum, count) => sum + count, 0);

/** The colours of a pool, one for each die. */
export function coloursOf(text: string | null | undefined, dice: readonly FacedDie[]): string[] {
  const found = counts(text);
  return dice.toReversed().flatMap((die) => Array<string>(found.get(die.colour) ?? 0).fill(die.colour));
}

/** "2 green and 1 blue". */
export function poolInWords(colours: readonly string[]): string {
  const found = new Map<string, number>();
  for (const colour of colours) found.set(colour, (found.get(colour) ?? 0) + 1);
  return found.size === 0 ? 'no dice' : [...found].map(([colour, count]) => `${count} ${colour}`).join(' and ');
}

/** Options under the names of their groups, in the order of the list; those that a search does not find are left out. */
export function grouped(options: readonly Option[], search: string): { title: string; options: Option[] }[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = new Map<string, Option[]>();
  for (const option of options) {
    const text = [option.label, option.value, option.group ?? '', option.note ?? '', ...option.tags].join(' ');
    if (!words.every((word) => text.toLowerCase().includes(word))) continue;
    const title = option.group ?? '';
    found.set(title, [...(found.get(title) ?? []), option]);
  }
  return [...found].map(([title, some]) => ({ title, options: some }));
}

/** An attack in a line: who against whom, dice against dice, and what else it cannot do without. */
export function inShort(form: Form, said: Said, dice: readonly FacedDie[]): string {
  const sides: string[] = [];
  const rest: string[] = [];
  for (const flag of flagsOf(form)) {
    if (!(flag.name in said)) continue;
    const option = chosen(flag, said);
    if (flag.answers.kind === 'dice') sides.push(poolInWords(coloursOf(said[flag.name], dice)));
    else if (option?.group != null) sides.push(option.label);
    else if (flag.needed) rest.push(option?.label.toLowerCase() ?? `${flag.name} ${said[flag.name] ?? ''}`);
  }
  const parts = [sides.slice(0, 2).join(' against '), ...sides.slice(2), ...rest].filter((part) => part !== '');
  return parts.length === 0 ? form.title : parts.join(', ');
}

/** Dice of one kind in a throw, with their places. */
export interface Kind {
  colour: string | null;
  sides: number;
  places: number[];
}

/** The dice of a throw by kind, in their order. */
export function kindsOf({ dice }: Pick<AidThrow, 'dice'>): Kind[] {
  const kinds = new Map<string, Kind>();
  dice.forEach(({ colour, sides }, place) => {
    const key = `${colour ?? ''} ${sides}`;
    const kind = kinds.get(key) ?? { colour, sides, places: [] };
    kind.places.push(place);
    kinds.set(key, kind);
  });
  return [...kinds.values()];
}

/** The different faces of a die, as they are typed; numbers if it has no symbols. */
export function facesOf(kind: Kind, dice: readonly FacedDie[]): { value: number; symbols: string[] | null }[] {
  const die = dice.find((one) => one.colour === kind.colour);
  if (die == null) return Array.from({ length: kind.sides }, (_, face) => ({ value: face + 1, symbols: null }));
  return die.faces.filter((face, place) => die.faces.findIndex((one) => one.value === face.value) === place);
}

/** The symbols of a face. */
export function symbolsOn(colour: string | null, value: number, dice: readonly FacedDie[]): string[] | null {
  const faces = dice.find((die) => die.colour === colour)?.faces;
  return faces?.find((face) => face.value === value)?.symbols ?? null;
}

/** An attack that was thrown. */
export interface Past {
  /** When, in milliseconds since 1970. */
  at: number;
  form: string;
  said: Said;
  /** In a line. */
  what: string;
  /** What came of it. */
  result: string;
  faces: number[];
}

/** How many attacks are remembered. */
export const REMEMBERED = 20;

/** What the browser keeps of an aid. */
export interface Kept {
  form: string | null;
  /** By form. */
  said: Record<string, Said>;
  past: Past[];
}

export const NOTHING_KEPT: Kept = { form: null, said: {}, past: [] };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value != null;

const isSaid = (value: unknown): value is Said =>
  isRecord(value) && Object.values(value).every((one) => one === null || typeof one === 'string');

function isPast(value: unknown): value is Past {
  return (
    isRecord(value) &&
    typeof value['at'] === 'number' &&
    ['form', 'what', 'result'].every((name) => typeof value[name] === 'string') &&
    isSaid(value['said']) &&
    Array.isArray(value['faces']) &&
    value['faces'].every((face) => typeof face === 'number')
  );
}

/** Reads what was kept; what is damaged is left out. */
export function readKept(text: string | null): Kept {
  try {
    const found: unknown = JSON.parse(text ?? 'null');
    if (!isRecord(found)) return NOTHING_KEPT;
    const { form, said, past } = found;
    return {
      form: typeof form === 'string' ? form : null,
      said: isRecord(said)
        ? Object.fromEntries(Object.entries(said).flatMap(([name, one]) => (isSaid(one) ? [[name, one]] : [])))
        : {},
      past: Array.isArray(past) ? past.filter(isPast).slice(0, REMEMBERED) : [],
    };
  } catch {
    return NOTHING_KEPT;
  }
}

/** The newest first, and no more than are remembered. */
export const remembering = (past: readonly Past[], one: Past): Past[] => [one, ...past].slice(0, REMEMBERED);
