import type { Seat } from '../types/Seat';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Time that every side has for the whole game, and what each turn adds to it, in seconds. */
export interface Allowance {
  seconds: number;
  increment: number;
}

export interface UsualClock extends Allowance {
  id: string;
  title: string;
  about: string;
}

/** What people usually agree on: an evening, an afternoon, or some moves a day. */
export const USUAL_CLOCKS: readonly UsualClock[] = [
  { id: 'quick', title: '45 minutes a side', about: 'one sitting', seconds: 45 * MINUTE, increment: 0 },
  { id: 'evening', title: '90 minutes a side', about: 'an evening', seconds: 90 * MINUTE, increment: 0 },
  { id: 'long', title: '3 hours a side', about: 'a long afternoon', seconds: 3 * HOUR, increment: 0 },
  { id: 'days', title: '3 days a side', about: 'and 12 hours a turn more', seconds: 3 * DAY, increment: 12 * HOUR },
  { id: 'mail', title: '14 days a side', about: 'and a day a turn more', seconds: 14 * DAY, increment: DAY },
];

export const UNITS = { minutes: MINUTE, hours: HOUR, days: DAY } as const;
export type Unit = keyof typeof UNITS;

/** The clocks of a table as the server last told them. */
export interface Clocks {
  /** Milliseconds left, by seat; bots have none. */
  left: readonly (number | null)[];
  running: Seat | null;
  /** When this browser heard it, on its own clock. */
  heard: number;
}

/** What is left to a seat now: only the running clock counts down, and none below zero. */
export function leftAt({ left, running, heard }: Clocks, seat: Seat, now: number): number | null {
  const then = left[seat] ?? null;
  if (then == null) return null;
  return Math.max(0, running === seat ? then - Math.max(0, now - heard) : then);
}

/** A time on a clock: "4:05", "1:02:09", "2 d 3 h". */
export function clockFace(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  const two = (n: number): string => String(n).padStart(2, '0');
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % MINUTE)}`;
  return `${minutes}:${two(seconds % MINUTE)}`;
}

/** The same for people who hear it, to the minute: "1 hour 2 minutes". */
export function clockWords(milliseconds: number): string {
  return spanWords(Math.ceil(milliseconds / 1000));
}

/** A span in its two largest units: "90 minutes", "3 days", "1 day 12 hours". */
export function spanWords(seconds: number): string {
  if (seconds < MINUTE) return count(seconds, 'second');
  if (seconds < 2 * HOUR && seconds % HOUR !== 0) return count(Math.floor(seconds / MINUTE), 'minute');
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  const parts: [number, string][] =
    days > 0
      ? [
          [days, 'day'],
          [hours, 'hour'],
        ]
      : [
          [hours, 'hour'],
          [minutes, 'minute'],
        ];
  return parts.flatMap(([n, unit]) => (n > 0 ? [count(n, unit)] : [])).join(' ');
}

/** How a table's clocks are set: "90 minutes a side, and 12 hours a turn more". */
export function allowanceWords({ seconds, increment }: Allowance): string {
  const more = increment > 0 ? `, and ${spanWords(increment)} more with every turn` : '';
  return `${spanWords(seconds)} a side${more}`;
}

/** Less than a tenth of it is left, or less than five minutes of a clock that had more. */
export function isShort(milliseconds: number, seconds: number): boolean {
  return milliseconds < Math.max(seconds * 100, Math.min(5 * MINUTE, seconds / 2) * 1000);
}

const count = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`;
