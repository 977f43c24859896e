import type { Chance } from '../types/Chance';
import type { Entry } from '../types/Entry';
import type { Forecast } from '../types/Forecast';
import type { Seat } from '../types/Seat';

/** A throw whose odds were known beforehand, and what came of it. */
export interface Fate {
  /** The action. */
  seq: number;
  /** The side that threw. */
  seat: Seat;
  /** What happened, in words. */
  text: string;
  /** The chance of what happened. */
  p: number;
  /** How good it was for the one who threw, among all that could have come: 0 the worst, 1 the best, ½ on average. */
  rank: number;
  /** Whether it was good for the one who threw. */
  good: boolean;
  /** The chance of something good. */
  hope: number;
}

interface Wager {
  seq: number;
  seat: Seat;
  odds: Forecast;
}

const good = ({ good_for, severity }: Chance): boolean => good_for === 'doer' && severity !== 'nothing';
const sum = (chances: readonly Chance[]): number => chances.reduce((all, { p }) => all + p, 0);

/** Where a result stands among everything that could have come. A forecast lists the worst for the thrower first. */
export function fateOf({ seq, seat, odds }: Wager, entry: Entry): Fate | null {
  const at = odds.outcomes.findIndex(({ result }) => result === entry.resolution?.result);
  const chance = odds.outcomes[at];
  if (chance == null || chance.p <= 0 || chance.p >= 1) return null;
  const rank = sum(odds.outcomes.slice(0, at)) + chance.p / 2;
  const hope = sum(odds.outcomes.filter(good));
  return { seq, seat, text: entry.text, p: chance.p, rank, good: good(chance), hope };
}

const key = (table: string): string => `opfire.luck.${table}`;

/** The odds that were on the screen when somebody here chose, held until the dice have fallen. Kept in this browser. */
export class Wagers {
  private open: Wager[] = [];

  constructor(private readonly table: string) {}

  /** Remembers the odds of the actions that are being sent; the first of them will be action `seq`. */
  place(seq: number, seat: Seat, odds: readonly (Forecast | null)[]): void {
    this.open = odds.flatMap((one, index) => (one == null ? [] : [{ seq: seq + index, seat, odds: one }]));
  }

  /** Compares what came with what was expected. */
  settle(news: readonly Entry[]): void {
    const fates = this.open.flatMap((wager) => {
      const own = ({ seq, seat }: Entry): boolean => seq === wager.seq && (seat == null || seat === wager.seat);
      const told = news.filter((entry) => own(entry) && entry.resolution != null);
      return told.flatMap((entry) => fateOf(wager, entry) ?? []).slice(0, 1);
    });
    // Actions that are sent together may be told one after the other.
    this.open = this.open.filter(({ seq }) => news.every((entry) => entry.seq < seq));
    if (fates.length === 0) return;
    const kept = fatesAt(this.table).filter((old) => !fates.some(({ seq }) => seq === old.seq));
    try {
      localStorage.setItem(key(this.table), JSON.stringify([...kept, ...fates]));
    } catch {
      // A browser that keeps nothing: the debriefing says nothing about luck.
    }
  }
}

/** The throws at a table whose odds this browser has seen. */
export function fatesAt(table: string): Fate[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key(table)) ?? '[]');
    return Array.isArray(kept) ? (kept as Fate[]) : [];
  } catch {
    return [];
  }
}

export function forgetLuck(table: string): void {
  try {
    localStorage.removeItem(key(table));
  } catch {
    // Nothing was kept.
  }
}

/** How the dice of one side compared with their odds. */
export interface Luck {
  seat: Seat;
  throws: number;
  /** The average rank, in hundredths: 50 is what the odds promise. */
  score: number;
  /** How many good results the odds promised, and how many came. */
  promised: number;
  came: number;
  verdict: string;
}

/** From this many standard deviations on it was no longer an ordinary day. */
const NOTABLE = 1;
const RARE = 2;

export function luckOf(fates: readonly Fate[], seat: Seat): Luck | null {
  const own = fates.filter((fate) => fate.seat === seat);
  if (own.length === 0) return null;
  const score = own.reduce((all, { rank }) => all + rank, 0) / own.length;
  // Ranks are spread evenly between 0 and 1, or closer to the middle.
  const far = (score - 0.5) * Math.sqrt(12 * own.length);
  return {
    seat,
    throws: own.length,
    score: Math.round(score * 100),
    promised: own.reduce((all, { hope }) => all + hope, 0),
    came: own.filter((fate) => fate.good).length,
    verdict: verdictOn(far),
  };
}

function verdictOn(far: number): string {
  if (far >= RARE) return 'The dice loved you';
  if (far >= NOTABLE) return 'Better than the odds';
  if (far <= -RARE) return 'The dice betrayed you';
  return far <= -NOTABLE ? 'Worse than the odds' : 'About as the odds promised';
}

/** A moment of a game that is worth seeing again. */
export interface Moment {
  seq: number;
  text: string;
  /** The turn in which it happened, as the log heads it. */
  when: string;
  /** The chance of what happened, where it is known. */
  p: number | null;
}

const WEIGHT: Record<Entry['tone'], number> = { loss: 4, combat: 1, plain: 0, heading: 0, quiet: 0, lesson: 0 };

/** The moments that counted most, in the order of the game: losses, fights, and what was hardly to be expected. */
export function momentsOf(log: readonly Entry[], fates: readonly Fate[], most = 6): Moment[] {
  const moments = new Map<number, Moment & { weight: number; best: number }>();
  let when = '';
  for (const entry of log) {
    if (entry.tone === 'heading') when = entry.text;
    const weight = WEIGHT[entry.tone];
    const fate = fates.find(({ seq, text }) => seq === entry.seq && text === entry.text);
    // A surprise counts by the bit, like every piece of news.
    const surprise = fate == null ? 0 : Math.max(0, -Math.log2(fate.p) - 1);
    if (weight + surprise === 0) continue;
    const had = moments.get(entry.seq);
    if (had == null) {
      const p = fate?.p ?? null;
      moments.set(entry.seq, { seq: entry.seq, text: entry.text, when, p, weight: weight + surprise, best: weight });
      continue;
    }
    had.weight += weight + surprise;
    had.p ??= fate?.p ?? null;
    if (weight > had.best) [had.text, had.best] = [entry.text, weight];
  }
  return [...moments.values()]
    .filter(({ weight }) => weight > 1)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, most)
    .toSorted((one, other) => one.seq - other.seq)
    .map(({ seq, text, when: turn, p }) => ({ seq, text, when: turn, p }));
}
