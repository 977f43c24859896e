import type { BoardHex } from '../types/BoardHex';
import type { Counter } from '../types/Counter';
import type { Mark } from '../types/Mark';
import type { SeatInfo } from '../types/SeatInfo';

/** "full", "1 of 2 steps". */
export function strength(counter: Counter): string {
  const { left, of } = counter.steps;
  return left >= of ? 'full' : `${left} of ${of} steps`;
}

/** What kind of unit it is, unless its name already says so: nobody wants to hear it twice. */
export function kindBeside(counter: Pick<Counter, 'name' | 'kind'>): string {
  const [name, kind] = [counter.name.toLowerCase(), counter.kind.toLowerCase()];
  return name.includes(kind) ? '' : counter.kind;
}

/** A counter in a few words, for the name of a hex. */
export function counterLabel(counter: Counter, seats: readonly SeatInfo[]): string {
  const side = seats.find((info) => info.seat === counter.seat)?.name ?? '';
  const parts = [`${kindBeside(counter)} ${counter.name}`.trim(), side, strength(counter)];
  parts.push(...counter.markers.map((marker) => marker.label.toLowerCase()));
  if (counter.state === 'ready') parts.push('can act');
  return parts.filter((part) => part !== '').join(', ');
}

/** Describes a hex to a person who cannot see the board. */
export function hexLabel(
  hex: BoardHex,
  terrain: string,
  counters: readonly Counter[],
  marks: readonly Mark[],
  seats: readonly SeatInfo[],
): string {
  const ground = `Hex ${hex.id}, ${terrain.toLowerCase()}, level ${hex.elevation}`;
  const things = [
    ...marks.map((mark) => `${mark.kind.replaceAll('-', ' ')} ${mark.label}`.trim()),
    ...counters.toReversed().map((counter) => counterLabel(counter, seats)),
  ];
  return things.length === 0 ? ground : `${ground}: ${things.join('; ')}`;
}
