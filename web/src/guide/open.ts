import * as api from '../lib/api';
import { tableHash } from '../lib/route';
import type { Guide } from '../types/Guide';

/** Lays a guided game out; gives its address. Everything about it is said by the guide. */
export async function openGuide(game: string, guide: Guide): Promise<string> {
  const dice = 'program' as const;
  const wish = { game, scenario: guide.scenario, settings: {}, players: [], seed: null, guide: guide.id, dice };
  const table = await api.openTable(wish);
  return tableHash(table.id, api.keysOf(table));
}
