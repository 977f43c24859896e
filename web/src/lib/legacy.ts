import type { Legacy } from '../types/Legacy';
import type { ScenarioInfo } from '../types/ScenarioInfo';

/** What an earlier game handed on, until the next one is set up with it. */
export interface Handed {
  title: string;
  text: string;
  settings: Record<string, string>;
}

const key = (game: string): string => `opfire.legacy.${game}`;

/** Keeps what a game hands on for the set-up of the next one. */
export function hand(game: string, legacy: Legacy): void {
  const handed: Handed = { title: legacy.title, text: legacy.text, settings: Object.fromEntries(legacy.settings) };
  try {
    sessionStorage.setItem(key(game), JSON.stringify(handed));
  } catch {
    // A browser that keeps nothing: the file can still be downloaded.
  }
}

/** What an earlier game handed on and no game has used yet. */
export function handed(game: string): Handed | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key(game)) ?? 'null');
    return isHanded(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function forget(game: string): void {
  try {
    sessionStorage.removeItem(key(game));
  } catch {
    // Nothing was kept.
  }
}

function isHanded(kept: unknown): kept is Handed {
  if (typeof kept !== 'object' || kept === null) return false;
  const { title, text, settings } = kept as Partial<Handed>;
  return typeof title === 'string' && typeof text === 'string' && typeof settings === 'object' && settings !== null;
}

/** Whether a scenario can use it: whether it has all the settings that were handed on. */
export const fits = (scenario: ScenarioInfo, given: Handed): boolean =>
  Object.keys(given.settings).every((id) => scenario.settings.some((setting) => setting.id === id));

/** The text of what is handed on, for a file that a player keeps. */
export const documentOf = (legacy: Legacy): string => legacy.settings.find(([id]) => id === legacy.setting)?.[1] ?? '';
