import { pace, type Pace } from './settings.svelte';

/** How long everything that moves takes, in parts of its usual time. */
const PARTS: Record<Pace, number> = { slow: 1.5, normal: 1, fast: 0.5, instant: 0.35 };

/** The time of everything that moves on the board, at the pace that the player has chosen. */
export function quickness(): number {
  return PARTS[pace.value];
}
