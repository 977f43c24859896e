import type { Counter } from '../types/Counter';
import type { Point } from './geometry';

/** The counters of one hex, the top one last. */
export interface Stack {
  hex: string;
  counters: Counter[];
}

/** Counters by hex, in stack order. */
export function stacksOf(counters: readonly Counter[]): Map<string, Stack> {
  const stacks = new Map<string, Stack>();
  for (const counter of counters) {
    const stack = stacks.get(counter.hex);
    if (stack == null) stacks.set(counter.hex, { hex: counter.hex, counters: [counter] });
    else stack.counters.push(counter);
  }
  return stacks;
}

/** How large a counter is on a board of this radius. */
export function counterSize(radius: number): number {
  return radius * 1.2;
}

/** Where the centre of the `index`-th of `count` counters lies, from the centre of the hex, as a pile. */
export function pileOffset(index: number, count: number, size: number): Point {
  const each = Math.min(0.09, 0.27 / Math.max(1, count - 1)) * size;
  const shift = (index - (count - 1) / 2) * each;
  return { x: shift, y: -shift };
}

/** The same, fanned out in rows of up to four so that every counter can be seen and picked. */
export function fanOffset(index: number, count: number, size: number): Point {
  const rows = Math.ceil(count / 4);
  const columns = Math.ceil(count / rows);
  const row = Math.floor(index / columns);
  const inRow = Math.min(columns, count - row * columns);
  const each = size * 1.07;
  return { x: (index - row * columns - (inRow - 1) / 2) * each, y: (row - (rows - 1) / 2) * each };
}
