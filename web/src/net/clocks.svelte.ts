import { leftAt, type Clocks as Told } from '../lib/clock';
import type { ClockInfo } from '../types/ClockInfo';
import type { Seat } from '../types/Seat';

/** How often the shown time is counted anew. */
const TICK = 250;

/** The clocks of a table: the server tells them with every action, and this browser counts in between. */
export class Clocks {
  private told = $state.raw<Told | null>(null);
  private now = $state(0);
  /** How they were set, in seconds. */
  seconds = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;

  readonly running = $derived(this.told?.running ?? null);

  hear({ left, running }: Pick<ClockInfo, 'left' | 'running'>): void {
    this.now = Date.now();
    this.told = { left, running, heard: this.now };
    this.stop();
    if (running != null) this.timer = setInterval(() => (this.now = Date.now()), TICK);
  }

  /** Milliseconds that a seat has left; `null` where there is no clock. */
  left(seat: Seat): number | null {
    return this.told == null ? null : leftAt(this.told, seat, this.now);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
