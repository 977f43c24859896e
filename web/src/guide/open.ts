import * as api from '../lib/api';
import { AT_THIS_SCREEN } from '../lib/front';
import { arrive } from '../net/arrive';
import type { Guide } from '../types/Guide';

/** Lays a guided game out; gives its address. Everything about it is said by the guide. */
export async function openGuide(game: string, guide: Guide): Promise<string> {
  const dice = 'program' as const;
  const wish = { game, scenario: guide.scenario, settings: {}, players: [], seed: null, guide: guide.id, dice };
  const table = await api.openTable({ ...wish, ...AT_THIS_SCREEN });
  return arrive(table);
}
