import type { Counter } from '../types/Counter';
import type { Entry } from '../types/Entry';
import type { Scene } from '../types/Scene';
import type { Seat } from '../types/Seat';
import { isResult } from './log';
import { resultName } from './words';

/** What a deed is, as far as it is drawn. `none`: nothing has happened in it yet. */
export type DeedKind = 'none' | 'step' | 'check' | 'move' | 'shot' | 'story' | 'event';

/** One thing that somebody did: what led to it, the thing itself, and what came of it. */
export interface Deed {
  /** Where its first entry stands in the log, and the place after its last one. */
  at: number;
  end: number;
  kind: DeedKind;
  entries: Entry[];
  /** The unit that did it. */
  doer: string | null;
  /** The entry that says it shortest: the shot, the last hex of a way, the story. */
  main: Entry;
}

/** What an entry is for the deed it stands in. */
type Role = 'heading' | 'page' | 'shot' | 'check' | 'dice' | 'move' | 'step' | 'result' | 'story' | 'aside';

function roleOf(entry: Entry): Role {
  const { tone, units, hexes, page, resolution } = entry;
  if (tone === 'heading') return 'heading';
  if (tone === 'lesson') return 'aside';
  if (page?.opens === true) return 'page';
  if (resolution != null && units.length > 1) return 'shot';
  if (isResult(entry)) return units.length === 0 ? 'dice' : 'check';
  if (tone === 'loss') return 'result';
  if (tone !== 'plain') return 'aside';
  if (units.length > 0) return hexes.length > 0 ? 'move' : 'step';
  return page == null ? 'aside' : 'story';
}

/** Kinds that a later entry of the same unit can turn into something greater: it was only on the way to it. */
const ON_THE_WAY: ReadonlySet<DeedKind> = new Set<DeedKind>(['none', 'step', 'check']);

/** Kinds in which a unit can go on in its next action. */
const AFOOT: ReadonlySet<DeedKind> = new Set<DeedKind>([...ON_THE_WAY, 'move']);

/** Kinds that a story takes up: the die or the check that it hangs on is part of it, whoever threw. */
const LEADS_TO_STORY: ReadonlySet<DeedKind> = new Set<DeedKind>(['none', 'check', 'event', 'story']);

/** Whether words without a unit lead to what a unit does now: a heading of its side, or a remark in the same action. */
function leads({ main, entries }: Deed, entry: Entry): boolean {
  if (main.tone === 'heading') return main.seat != null && main.seat === entry.seat;
  return entries.at(-1)?.seq === entry.seq;
}

/** Whether the entry belongs to the deed before it. */
function joins(deed: Deed, entry: Entry, role: Role): boolean {
  const same = deed.doer == null ? leads(deed, entry) : deed.doer === entry.units[0];
  const known = entry.units.some((unit) => deed.entries.some(({ units }) => units.includes(unit)));
  const later = entry.seq !== deed.entries.at(-1)?.seq;
  switch (role) {
    case 'heading':
      return false;
    case 'page':
      return deed.kind === 'none' && !later;
    case 'shot':
      return ON_THE_WAY.has(deed.kind) && same;
    case 'move':
      return (ON_THE_WAY.has(deed.kind) || (deed.kind === 'move' && sameGroup(deed.main, entry))) && same;
    case 'step':
      // Whoever has fired and turns is on the way to the next thing.
      if (deed.kind === 'none' || later || entry.units[0] === deed.doer) return same && AFOOT.has(deed.kind);
      return known;
    case 'check':
      if (deed.kind === 'none') return same;
      // Checks of one rule at one time are one deed, whoever makes them.
      return !later && (deed.kind === 'story' || known || (deed.kind === 'check' && deed.main.rule === entry.rule));
    case 'dice':
      return !later && (deed.kind === 'none' || !AFOOT.has(deed.kind));
    case 'story':
      // A page that goes on after somebody's step is read by itself: nothing of it is hidden in what he did.
      return !later && LEADS_TO_STORY.has(deed.kind);
    case 'result':
      return !later && deed.kind !== 'none';
    case 'aside':
      return !later;
  }
}

function sameGroup(a: Entry, b: Entry): boolean {
  return a.units.length === b.units.length && a.units.every((unit) => b.units.includes(unit));
}

const KINDS: Record<Role, DeedKind> = {
  heading: 'none',
  page: 'none',
  aside: 'none',
  shot: 'shot',
  check: 'check',
  dice: 'event',
  move: 'move',
  step: 'step',
  result: 'event',
  story: 'story',
};

function begun(entry: Entry, at: number, role: Role): Deed {
  const kind = KINDS[role];
  const acts = role === 'heading' || (kind !== 'none' && kind !== 'event' && kind !== 'story');
  return { at, end: at + 1, kind, entries: [entry], doer: acts ? (entry.units[0] ?? null) : null, main: entry };
}

function grown(deed: Deed, entry: Entry, role: Role): Deed {
  const entries = [...deed.entries, entry];
  const next = KINDS[role];
  const end = deed.end + 1;
  const acts = next !== 'none' && next !== 'event' && next !== 'story';
  // A check or a turn before a shot is on the way to it; a loss tells a deed only if nothing else does.
  const greater = acts ? ON_THE_WAY.has(deed.kind) : next !== 'none' && deed.kind === 'none';
  const further = deed.kind === 'move' && role === 'move';
  // What is read out belongs to nobody: the page of an answer is shown although a unit of ours made the check on it.
  if (role === 'story' && deed.kind !== 'story')
    return { ...deed, end, entries, kind: 'story', doer: null, main: entry };
  if (greater || further) {
    const doer = deed.doer ?? (acts ? (entry.units[0] ?? null) : null);
    return { ...deed, end, entries, kind: next, doer, main: entry };
  }
  const newest = deed.kind === 'none' && deed.main.tone !== 'heading' && next === 'none';
  return { ...deed, end, entries, main: newest ? entry : deed.main };
}

/** The log by deeds. `from` is the place of the first entry in the whole log. */
export function deedsOf(entries: readonly Entry[], from = 0): Deed[] {
  const deeds: Deed[] = [];
  entries.forEach((entry, index) => {
    const last = deeds.at(-1);
    const role = roleOf(entry);
    if (last != null && joins(last, entry, role)) deeds[deeds.length - 1] = grown(last, entry, role);
    else deeds.push(begun(entry, from + index, role));
  });
  return deeds;
}

/** The side that did it, if one did; `seatOf` gives the side of a unit. */
export function sideOf(deed: Deed, seatOf: (unit: string) => Seat | undefined): Seat | null {
  return deed.main.seat ?? (deed.doer == null ? null : (seatOf(deed.doer) ?? null));
}

/** Whether a player who did not do it wants to see it by itself: somebody acted, a page was read, somebody was lost. */
export function isWorthSeeing(deed: Deed): boolean {
  if (deed.kind === 'event') return deed.entries.some(({ tone }) => tone === 'loss');
  return deed.kind !== 'none' || deed.doer != null;
}

/** Whether somebody was lost by it. */
export const costs = (deed: Deed): boolean =>
  deed.entries.some(({ tone, units }) => tone === 'loss' && units.length > 0);

/** Whether the board gives way to the result of the game, or to a form that is filled in after it. */
export function closes(before: Scene, after: Scene): boolean {
  return (after.outcome != null && before.outcome == null) || (after.sheet != null && before.sheet == null);
}

/** Results that leave everything as it was, by their stable names. */
const HARMLESS = /^(miss|no-effect|nothing|safe)\b/;

/** Whether dice fell and nothing came of it. */
export function isHarmless(entry: Entry): boolean {
  return entry.tone === 'quiet' || HARMLESS.test(entry.resolution?.result ?? '');
}

/** A part of a deed as it is told: several steps of one kind are one. */
interface Told {
  entry: Entry;
  hexes: number;
}

/** A line as onlookers see it, or else in the words of the rules. */
export function saidOf({ text, seen }: Entry): string {
  return seen == null ? text : sentence(seen.who, [seen.does]);
}

/** "The half-track turns and runs for the trees." */
function sentence(who: string, deeds: readonly string[]): string {
  const [last = '', ...first] = deeds.toReversed();
  const does = first.length === 0 ? last : `${first.toReversed().join(', ')} and ${last}`;
  return `${who.charAt(0).toUpperCase()}${who.slice(1)} ${does}.`;
}

/** What a deed says, in one sentence: its steps joined, the name of the unit once. */
export function proseOf(deed: Deed, nameOf: (unit: string) => string): string {
  if (deed.kind === 'none') return saidOf(deed.main);
  const said = deed.entries.filter((entry) => isTold(entry, deed));
  if (deed.kind === 'story') return said.map(({ text }) => text).join(' ');
  const told = said.reduce<Told[]>(joined, []);
  const name = deed.doer == null ? '' : nameOf(deed.doer);
  const alike = alikeIn(deed, nameOf);
  if (alike != null) return alike;
  const who = told.find(({ entry }) => entry.seen != null)?.entry.seen?.who;
  if (told.some(({ entry: { seen } }) => seen != null && seen.who !== who)) {
    return told.map(({ entry }) => saidOf(entry)).join(' ');
  }
  if (who != null) {
    const does = told.map(({ entry, hexes }) => seenStep(entry, name) + (hexes > 1 ? ` (${hexes} hexes)` : ''));
    return sentence(who, does);
  }
  const parts = told.map(({ entry, hexes }, index) => {
    const text = withoutWay(entry).replace(/\.$/, '') + (hexes > 1 ? ` (${hexes} hexes)` : '');
    const again = index > 0 && name !== '' && text.startsWith(`${name} `);
    return again ? text.slice(name.length + 1) : text;
  });
  return `${parts.join(', ')}.`;
}

/** The checks of one rule that are made at one time, each with its own dice: who rallies at the end of a turn. */
export function checksOf(deed: Deed): Entry[] {
  const checks = deed.entries.filter((entry) => roleOf(entry) === 'check' && isTold(entry, deed));
  return deed.kind === 'check' && checks.length > 1 ? checks : [];
}

/** Checks that come out alike, told together: "Rallies: A Tank, B Tank. Stays down: C Tank." */
function alikeIn(deed: Deed, nameOf: (unit: string) => string): string | null {
  const groups = new Map<string, string[]>();
  for (const check of checksOf(deed)) {
    const name = nameOf(check.units[0] ?? '');
    if (check.seen != null || !check.text.startsWith(`${name} `)) return null;
    const does = check.text.slice(name.length + 1).replace(/\.$/, '');
    groups.set(does, [...(groups.get(does) ?? []), name]);
  }
  const shared = [...groups.values()].some((names) => names.length > 1);
  const told = [...groups].map(
    ([does, names]) => `${does.charAt(0).toUpperCase()}${does.slice(1)}: ${names.join(', ')}.`,
  );
  return shared ? told.join(' ') : null;
}

/** One step of a deed without who does it. */
function seenStep(entry: Entry, name: string): string {
  if (entry.seen != null) return entry.seen.does;
  const text = withoutWay(entry).replace(/\.$/, '');
  return name !== '' && text.startsWith(`${name} `) ? text.slice(name.length + 1) : text;
}

/** A way without the hexes it leads through: the board shows them. */
function withoutWay({ text, hexes }: Entry): string {
  return text.replace(` by ${hexes.slice(1, -1).join(', ')}`, '');
}

function isTold(entry: Entry, deed: Deed): boolean {
  if (entry === deed.main) return true;
  const role = roleOf(entry);
  // A page is read out from what the player chose to its last sentence; other rules, such as who has the advantage, are
  // no part of it.
  if (deed.kind === 'story') {
    return entry.tone === 'plain' && (role === 'story' || (role === 'aside' && entry.rule === deed.main.rule));
  }
  if (deed.kind === 'check' && role === 'check') return entry.rule === deed.main.rule;
  const own = entry.units[0] === deed.doer;
  return own && (role === 'step' || role === 'move') && before(entry, deed);
}

/** Whether it led to the deed: what comes after the deed itself is told below it. */
function before(entry: Entry, deed: Deed): boolean {
  return deed.kind === 'move' || deed.kind === 'step' || deed.entries.indexOf(entry) < deed.entries.indexOf(deed.main);
}

function joined(told: Told[], entry: Entry): Told[] {
  const last = told.at(-1);
  const hexes = roleOf(entry) === 'move' ? Math.max(1, entry.hexes.length - 1) : 0;
  const goesOn = last != null && last.entry.rule === entry.rule && roleOf(last.entry) === roleOf(entry) && hexes > 0;
  const again = last?.entry.rule === entry.rule && roleOf(entry) === 'step' && roleOf(last.entry) === 'step';
  if (last != null && (goesOn || again)) return [...told.slice(0, -1), { entry, hexes: last.hexes + hexes }];
  return [...told, { entry, hexes }];
}

/** What led to a deed: headings, pages and cards before the thing itself. */
export function contextOf(deed: Deed): Entry[] {
  const main = deed.entries.indexOf(deed.main);
  const counts = countsOf(deed);
  return deed.entries.filter(
    (entry, index) => index < main && !isTold(entry, deed) && entry.tone !== 'lesson' && !counts.includes(entry),
  );
}

/** Of what led to a deed, what only keeps the books: numbers that were looked up, whose turn it was. It is told on demand. */
export function isBookkeeping(entry: Entry): boolean {
  return entry.tone === 'quiet' || (entry.tone === 'heading' && entry.seen != null);
}

/** Of what stands behind a deed that is told as it was seen, what was only looked up for whoever did it: "1 under Condition 1 leads to 765". */
export function isLookedUp(entry: Entry, { entries, doer }: Deed): boolean {
  const own = entry.units.length === 1 && entry.units[0] === doer;
  return own && entry.tone === 'quiet' && entry.resolution == null && entries.some(({ seen }) => seen != null);
}

/** What came of a deed. */
export function resultsOf(deed: Deed): Entry[] {
  const main = deed.entries.indexOf(deed.main);
  const counts = countsOf(deed);
  return deed.entries.filter(
    (entry, index) => index > main && !isTold(entry, deed) && entry.tone !== 'lesson' && !counts.includes(entry),
  );
}

/** The bookkeeping of a page: points, dice that were read off, what is checked off. It is no part of what is read out. */
export function countsOf(deed: Deed): Entry[] {
  return deed.kind === 'story' ? deed.entries.filter(isCount) : [];
}

/** Whether a line on a page only keeps count. */
export function isCount({ tone, page, resolution, units }: Entry): boolean {
  const kept = tone === 'quiet' || (tone === 'heading' && units.length === 0);
  return kept && page?.opens === false && resolution == null;
}

/**
 * The hexes of a way, each once where one step ends and the next begins. `start` is where the unit stood before: lines that
 * name only the end of a step need it, lines that name the whole way begin with it.
 */
export function wayOf(deed: Deed, start?: string): string[] {
  const steps = deed.entries.filter((entry) => roleOf(entry) === 'move').map((entry) => entry.hexes);
  const whole = (steps[0]?.length ?? 0) > 1;
  return [...(start == null || whole ? [] : [start]), ...steps.flat()].filter(
    (hex, index, all) => hex !== all[index - 1],
  );
}

/** The pages of a booklet that a deed was read on. */
export function pagesIn(deed: Deed): string[] {
  return [...new Set(deed.entries.flatMap(({ page }) => page?.number ?? []))];
}

/** What the others did, summed up: what was hit and how, who was lost, who only moved. */
export function summaryOf(deeds: readonly Deed[], nameOf: (unit: string) => string): string[] {
  const shots = deeds.filter(({ kind }) => kind === 'shot').map(({ main }) => main);
  const hits = new Map<string, string[]>();
  for (const shot of shots.filter((one) => !isHarmless(one))) {
    const target = shot.units[1];
    if (target != null) hits.set(target, [...(hits.get(target) ?? []), effectOf(shot)]);
  }
  const lines = [...hits].map(
    ([unit, effects]) => `${count(effects.length, 'hit')} on ${nameOf(unit)}: ${effects.join('; ')}.`,
  );
  const losses = deeds.flatMap(({ entries }) => entries.filter(({ tone }) => tone === 'loss').map(({ text }) => text));
  const missed = shots.filter(isHarmless).length;
  const movers = new Set(deeds.filter(({ kind }) => kind === 'move').flatMap(({ main }) => main.units));
  return [
    ...lines,
    ...new Set(losses.map((text) => (text.endsWith('.') ? text : `${text}.`))),
    ...(missed > 0 ? [`${count(missed, 'shot')} without effect.`] : []),
    ...(movers.size > 0 ? [`${count(movers.size, 'unit')} moved: ${[...movers].map(nameOf).join('; ')}.`] : []),
  ];
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

/** What a shot did: as the line tells it after naming the rule ("…: hit: suppressed."), or else the name of the result. */
function effectOf({ text, resolution }: Entry): string {
  const told = /; [A-Z]+-[\d.]+: ([^;]+?)\.?$/.exec(text)?.[1];
  return told ?? resultName((resolution?.result ?? '').replace(/^hit /, '').replaceAll(':', ' ').replaceAll(',', ', '));
}

/**
 * The board in the middle of an action: the server tells how it was before and after, the log tells in which order.
 * `done` are the entries so far, `open` those that are still to come; nothing is shown that `after` does not hold.
 */
export function between(before: Scene, after: Scene, done: readonly Entry[], open: readonly Entry[]): Scene {
  if (open.length === 0) return after;
  // The score waits for the page that tells why.
  if (!open.some((entry) => entry.units.length > 0 || entry.hexes.length > 0)) return { ...after, facts: before.facts };
  const touched = new Set(done.flatMap(({ units }) => units));
  const pending = new Set(open.flatMap(({ units }) => units));
  const places = new Map<string, string>();
  for (const entry of done) {
    const to = entry.hexes.at(-1);
    if (roleOf(entry) === 'move' && to != null) for (const unit of entry.units) places.set(unit, to);
  }
  const later = new Map(after.counters.map((counter) => [counter.id, counter]));
  const known = new Set(before.counters.map(({ id }) => id));
  const stay = before.counters.flatMap((counter): Counter[] => {
    const then = later.get(counter.id);
    const finished = touched.has(counter.id) && !pending.has(counter.id);
    if (finished) return then == null ? [] : [then];
    const facing = touched.has(counter.id) ? (then?.facing ?? counter.facing) : counter.facing;
    return [{ ...counter, facing, hex: places.get(counter.id) ?? counter.hex }];
  });
  const come = after.counters
    .filter(({ id }) => !known.has(id) && touched.has(id))
    .map((counter) => ({ ...counter, hex: places.get(counter.id) ?? counter.hex }));
  return { ...before, counters: [...stay, ...come], choices: [], outcome: null };
}
