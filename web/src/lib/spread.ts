import type { UnitSheet } from '../types/UnitSheet';

/** Lays things into columns, one after the other, each where there is most room. */
export function spread<T>(things: readonly T[], columns: number, height: (thing: T) => number): T[][] {
  const laid = Array.from({ length: columns }, () => ({ things: [] as T[], height: 0 }));
  for (const thing of things) {
    const shortest = laid.reduce((best, one) => (one.height < best.height ? one : best));
    shortest.things.push(thing);
    shortest.height += height(thing);
  }
  return laid.map((column) => column.things);
}

/** About how many lines a card of a record sheet takes. */
export function linesOf({ tables, strips, facts, notes, boxes }: UnitSheet): number {
  const rows = tables.reduce((sum, { rows }) => sum + rows.length + 2, 0);
  const steps = strips.reduce((sum, strip) => sum + 1 + strip.boxes.length / 16, 0);
  const words = notes.reduce((sum, note) => sum + Math.ceil(note.length / 36), 0);
  return 3 + rows + steps * 1.5 + facts.length + words * 0.8 + (boxes.length > 0 ? 2 : 0);
}
