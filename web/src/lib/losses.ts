import type { Entry } from '../types/Entry';
import type { Loss } from '../types/Loss';
import type { Seat } from '../types/Seat';

/** A unit that was lost, and the moment that shows it. */
export interface Lost {
  loss: Loss;
  /** The action; `null` where the log does not tell. */
  seq: number | null;
}

/** What a side lost. */
export interface Losses {
  /** `null` where nobody plays the side. */
  seat: Seat | null;
  units: Lost[];
}

/** When a unit was lost: the last line that calls it a loss, or else the last one about it. */
function momentOf(log: readonly Entry[], unit: string): number | null {
  const about = log.filter(({ units }) => units.includes(unit));
  return (about.findLast(({ tone }) => tone === 'loss') ?? about.at(-1))?.seq ?? null;
}

/** The losses of a game by the side that suffered them, an enemy whom nobody plays last. */
export function lossesOf(losses: readonly Loss[], seats: readonly Seat[], log: readonly Entry[]): Losses[] {
  const lost = (loss: Loss): Lost => ({ loss, seq: momentOf(log, loss.unit) });
  const sides = [...seats, null].map((seat) => ({
    seat,
    units: losses.filter((loss) => loss.seat === seat).map(lost),
  }));
  return sides.filter(({ seat, units }) => seat != null || units.length > 0);
}
