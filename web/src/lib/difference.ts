import type { Edit } from '../types/Edit';
import type { ListPart } from '../types/ListPart';

/** An edit that does not fit the value it is applied to. */
export class Misfit extends Error {}

type Fields = Record<string, unknown>;

/**
 * Applies `edit` to `value`. The value stays as it is, and the parts that do not change are the same objects in both, so a
 * comparison shows at once that nothing has to be drawn again.
 */
export function apply(value: unknown, edit: Edit): unknown {
  if (edit === null || typeof edit !== 'object') return edit;
  if ('is' in edit) return edit.is;
  if ('set' in edit) return assign(value, edit.set);
  if (!Array.isArray(value)) throw new Misfit('a list was expected');
  return layOut(value, edit.list);
}

function assign(value: unknown, set: Record<string, Edit | undefined>): Fields {
  if (value === null || typeof value !== 'object') throw new Misfit('an object was expected');
  const fields: Fields = { ...value };
  for (const [field, edit] of Object.entries(set)) {
    if (!Object.hasOwn(fields, field) || edit === undefined) throw new Misfit(`there is no field ${field}`);
    fields[field] = apply(fields[field], edit);
  }
  return fields;
}

function layOut(old: readonly unknown[], parts: readonly ListPart[]): unknown[] {
  const list: unknown[] = [];
  for (const part of parts) {
    if (part === null || typeof part !== 'object') list.push(part);
    else if (Array.isArray(part)) list.push(...kept(old, part[0], part[1]));
    else if ('is' in part) list.push(part.is);
    else if ('at' in part) list.push(assign(kept(old, part.at, 1)[0], part.set));
    else list.push(assign(list.at(-1), part.set));
  }
  return list;
}

function kept(old: readonly unknown[], from: number, count: number): readonly unknown[] {
  if (from + count > old.length) throw new Misfit(`the list has no element ${from + count - 1}`);
  return old.slice(from, from + count);
}
