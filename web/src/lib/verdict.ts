import type { Ending } from '../types/Ending';
import type { Outcome } from '../types/Outcome';
import type { Seat } from '../types/Seat';

/** How a game came out for whoever holds these seats; nothing for those who look on, or play both sides. */
export function verdictOf(ending: Ending, mine: readonly Seat[], seats: number): 'won' | 'lost' | 'draw' | null {
  if (mine.length === 0) return null;
  if (ending.type === 'together') return ending.won ? 'won' : 'lost';
  if (mine.length >= seats) return null;
  if (ending.type === 'draw') return 'draw';
  return mine.includes(ending.seat) ? 'won' : 'lost';
}

const WORDS = { won: 'You have won', lost: 'You have lost', draw: 'Nobody has won' } as const;

/** The same in a sentence: "You have won: the other side has resigned." */
export function verdictWords({ ending, title }: Outcome, mine: readonly Seat[], seats: number): string | null {
  const verdict = verdictOf(ending, mine, seats);
  return verdict == null ? null : `${WORDS[verdict]}: ${title}.`;
}
