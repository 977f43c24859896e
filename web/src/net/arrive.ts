import * as api from '../lib/api';
import { keep, keptOf } from '../lib/keyring';
import { tableHash } from '../lib/route';
import type { TableInfo } from '../types/TableInfo';

/** Keeps the secrets that a new table came with, which are told once, and gives its address. */
export function arrive(info: TableInfo): string {
  const keys = api.keysOf(info);
  const invites = info.seats.flatMap(({ id, invite }) => (invite == null ? [] : [[id, invite]]));
  if (info.watch != null) invites.push(['watch', info.watch]);
  if (info.host != null) keep(info.id, { keys, invites: Object.fromEntries(invites) as Record<string, string> });
  return tableHash(info.id, keys);
}

/** The keys of a table that an address opens without any: those of this window before a reload, else all this browser has. */
export function keysHeld(id: string): readonly string[] {
  const state = history.state as { table?: string; keys?: string[] } | null;
  return state?.table === id && state.keys != null ? state.keys : keptOf(id).keys;
}

/** Takes the keys of a table out of the address, so that nobody gives a seat away with it. They stay with this window. */
export function hideKeys(id: string, keys: readonly string[]): void {
  keep(id, { keys });
  // A browser that keeps nothing needs them in the address.
  if (keys.some((key) => !keptOf(id).keys.includes(key))) return;
  history.replaceState({ table: id, keys: [...keys] }, '', tableHash(id));
}
