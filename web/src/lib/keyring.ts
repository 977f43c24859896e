/** What this browser holds of one table: it is told the secrets once, and the server keeps only their hashes. */
export interface Kept {
  /** Keys of seats, of the host or of the spectators, in the order in which they came. */
  keys: string[];
  /** Links that were handed out and not used yet, by seat; `watch` for the spectators. */
  invites: Record<string, string>;
  /** When it was last opened, milliseconds since 1970. */
  at: number;
}

const NAME = 'opfire.tables';
/** As many tables as the server answers about at once. */
export const MOST = 200;
const NOTHING: Kept = { keys: [], invites: {}, at: 0 };

/** The tables this browser has keys of, the one that was opened last first. */
export function keptTables(): [id: string, kept: Kept][] {
  return Object.entries(read()).toSorted(([, one], [, other]) => other.at - one.at);
}

export function keptOf(id: string): Kept {
  return read()[id] ?? NOTHING;
}

/** Adds to what is kept of a table. Of too many tables the one that was not opened longest is forgotten. */
export function keep(id: string, more: { keys?: readonly string[]; invites?: Record<string, string> }): void {
  const all = read();
  const before = all[id] ?? NOTHING;
  all[id] = {
    keys: [...new Set([...before.keys, ...(more.keys ?? [])])],
    invites: { ...before.invites, ...more.invites },
    at: Date.now(),
  };
  const newest = Object.entries(all).toSorted(([, one], [, other]) => other.at - one.at);
  write(Object.fromEntries(newest.slice(0, MOST)));
}

/** Forgets keys that open nothing any more. */
export function dropKeys(id: string, keys: readonly string[]): void {
  const all = read();
  const kept = all[id];
  if (kept == null) return;
  all[id] = { ...kept, keys: kept.keys.filter((key) => !keys.includes(key)) };
  write(all);
}

/** A link that was used or revoked leads nowhere. */
export function dropInvite(id: string, place: string): void {
  const all = read();
  const kept = all[id];
  if (kept == null || !(place in kept.invites)) return;
  all[id] = { ...kept, invites: Object.fromEntries(Object.entries(kept.invites).filter(([name]) => name !== place)) };
  write(all);
}

export function forgetTable(id: string): void {
  write(Object.fromEntries(Object.entries(read()).filter(([other]) => other !== id)));
}

function read(): Record<string, Kept> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(NAME) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter((one): one is [string, Kept] => isKept(one[1])));
  } catch {
    // A browser that stores nothing, or something else under this name.
    return {};
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { keys, invites, at } = value as Partial<Kept>;
  return Array.isArray(keys) && typeof invites === 'object' && invites !== null && typeof at === 'number';
}

function write(all: Record<string, Kept>): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(all));
  } catch {
    // The address of the table still carries its keys: see App.svelte.
  }
}
