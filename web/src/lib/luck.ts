import type { Entry } from '../types/Entry';
import type { Fate } from '../types/Fate';
import type { Seat } from '../types/Seat';

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
  const fateAt = new Map(fates.map((fate) => [fate.at, fate]));
  for (const [at, entry] of log.entries()) {
    // A turn or a round, and not whose turn it was in it.
    if (entry.tone === 'heading' && entry.units.length === 0 && entry.seat == null) when = entry.text;
    // What the paperwork after a game calls lost was lost before.
    const weight = entry.tone === 'loss' && entry.units.length === 0 ? 0 : WEIGHT[entry.tone];
    const fate = fateAt.get(at);
    // A surprise counts by the bit, like every piece of news.
    const surprise = fate == null ? 0 : Math.max(0, -Math.log2(fate.p) - 1);
    if (weight + surprise === 0) continue;
    const had = moments.get(entry.seq);
    if (had == null) {
      const p = fate?.p ?? null;
      moments.set(entry.seq, { seq: entry.seq, text: entry.text, when, p, weight: weight + surprise, best: weight });
      continue;
    }
    // The gravest line counts, however many lighter ones stand around it: five scares are no loss.
    had.weight += Math.max(0, weight - had.best) + surprise;
    had.p ??= fate?.p ?? null;
    if (weight > had.best) [had.text, had.best] = [entry.text, weight];
  }
  const told = new Set<string>();
  return (
    [...moments.values()]
      .filter(({ weight }) => weight > 1)
      .toSorted((one, other) => other.weight - one.weight)
      // What happened again and again decided nothing the second time.
      .filter(({ text }) => !told.has(text) && told.add(text))
      .slice(0, most)
      .toSorted((one, other) => one.seq - other.seq)
      .map(({ seq, text, when: turn, p }) => ({ seq, text, when: turn, p }))
  );
}
