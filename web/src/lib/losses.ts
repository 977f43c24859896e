import type { Entry } from '../types/Entry';
import type { Seat } from '../types/Seat';

/** What a side lost: the lines of the log, each once for every time it happened. */
export interface Losses {
  /** `null` where nobody here plays the side. */
  seat: Seat | null;
  lines: Entry[];
}

/**
 * The losses of a game by the side that suffered them. `ownerOf` says whose a unit was; where it does not know, the log line may.
 * Sides without a player come last.
 */
export function lossesOf(
  log: readonly Entry[],
  seats: readonly Seat[],
  ownerOf: (unit: string) => Seat | undefined,
): Losses[] {
  const sides: Losses[] = [...seats, null].map((seat) => ({ seat, lines: [] }));
  for (const entry of log) {
    if (entry.tone !== 'loss') continue;
    const owner = entry.units.map(ownerOf).find((seat) => seat != null) ?? entry.seat;
    const side = sides.find(({ seat }) => seat === owner) ?? sides.at(-1);
    side?.lines.push(entry);
  }
  return sides.filter(({ seat, lines }) => seat != null || lines.length > 0);
}
