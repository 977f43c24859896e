import { briefed } from '../lib/briefing';
import { briefing } from '../lib/settings.svelte';

/** Whether a table that nobody has begun opens with its briefing here. */
export const wantsBriefing = (table: string): boolean => briefing.value === 'on' && !briefed(table);
