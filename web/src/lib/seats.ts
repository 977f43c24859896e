import type { Seat } from '../types/Seat';
import type { TableInfo } from '../types/TableInfo';
import type { TableSeat } from '../types/TableSeat';

/** Whether whoever looks at the table sits here. */
export const isMine = ({ key, yours }: TableSeat): boolean => key != null || yours;

export const isPerson = ({ player }: TableSeat): boolean => player === 'human';

/** A person's seat that nobody has taken yet. */
export const isFree = (seat: TableSeat): boolean => isPerson(seat) && !seat.claimed && !isMine(seat);

/** Whether people sit, or will sit, at other screens than this one. */
export const overTheNet = (info: TableInfo): boolean => info.seats.some((seat) => isPerson(seat) && !isMine(seat));

/** The seats of people that are played at this screen. */
export const mySeats = (info: TableInfo): TableSeat[] => info.seats.filter((seat) => isPerson(seat) && isMine(seat));

export const seatOf = (info: TableInfo, seat: Seat | null): TableSeat | null =>
  info.seats.find((one) => one.seat === seat) ?? null;

/** Who sits on a seat, in a word or two. */
export function whoSits(seat: TableSeat): string {
  if (!isPerson(seat)) return 'bot';
  if (isMine(seat)) return seat.who == null ? 'you' : `${seat.who} (you)`;
  if (isFree(seat)) return 'free seat';
  return seat.who ?? 'a player';
}

/** How a table stands for the one who looks at the list. */
export type Standing = 'broken' | 'over' | 'yours' | 'free' | 'theirs';

export function standingOf(info: TableInfo): Standing {
  if (info.broken != null) return 'broken';
  if (info.over || info.differs != null) return 'over';
  const asked = seatOf(info, info.asked);
  if (asked != null && isMine(asked)) return 'yours';
  return info.seats.some(isFree) ? 'free' : 'theirs';
}

/** The same in words: "Your turn", "Anna is to move". */
export function standingWords(info: TableInfo): string {
  const standing = standingOf(info);
  const asked = seatOf(info, info.asked);
  if (standing === 'broken') return 'Cannot be opened';
  if (standing === 'over') return info.over ? 'Over' : 'Can be looked at';
  if (standing === 'yours') return info.seats.some(isFree) ? 'Your turn, with a free seat' : 'Your turn';
  if (standing === 'free') return 'A seat is free';
  if (asked == null) return 'Goes on by itself';
  return isPerson(asked) && asked.who != null ? `${asked.who} is to decide` : `${asked.name} is to decide`;
}

const ORDER: readonly Standing[] = ['yours', 'free', 'theirs', 'over', 'broken'];

/** Tables with something to decide first, then the one that was played last. */
export function byUrgency(tables: readonly TableInfo[]): TableInfo[] {
  const place = (info: TableInfo): number => ORDER.indexOf(standingOf(info));
  return tables.toSorted((one, other) => place(one) - place(other) || other.touched - one.touched);
}
