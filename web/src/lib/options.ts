import type { ScenarioInfo } from '../types/ScenarioInfo';
import type { SeatInfo } from '../types/SeatInfo';
import type { SettingInfo } from '../types/SettingInfo';

/** The values chosen at the set-up, by the names of the settings. */
export type Chosen = Record<string, string>;

/** The values a setting can have, with what people read. */
export function valuesOf(setting: SettingInfo): { value: string; label: string }[] {
  switch (setting.kind.type) {
    case 'switch':
      return [
        { value: 'off', label: 'off' },
        { value: 'on', label: 'on' },
      ];
    case 'choice':
      return setting.kind.values;
    case 'text':
      return [];
  }
}

/** The settings that a person chooses. */
export const shown = (scenario: ScenarioInfo): SettingInfo[] =>
  scenario.settings.filter((setting) => setting.kind.type !== 'text');

/** The value in force: the chosen one, or the scenario's default. */
export const valueOf = (setting: SettingInfo, chosen: Chosen): string =>
  setting.fixed ? setting.default : (chosen[setting.id] ?? setting.default);

/** Who plays with these settings. */
export function seatsWith(scenario: ScenarioInfo, chosen: Chosen): SeatInfo[] {
  for (const setting of scenario.settings) {
    if (setting.kind.type !== 'choice') continue;
    const value = setting.kind.values.find((one) => one.value === valueOf(setting, chosen));
    if (value && value.seats.length > 0) return value.seats;
  }
  return scenario.seats;
}

/** The settings to send to the server: only those that differ from the scenario's defaults. */
export function wished(scenario: ScenarioInfo, chosen: Chosen): Chosen {
  const changed = shown(scenario).filter((setting) => valueOf(setting, chosen) !== setting.default);
  return Object.fromEntries(changed.map((setting) => [setting.id, valueOf(setting, chosen)]));
}

/** The values behind the words shown for a game's settings; values the scenario does not offer are left out. */
export function chosenFrom(scenario: ScenarioInfo, shownAs: Readonly<Record<string, string>>): Chosen {
  const found = shown(scenario).flatMap((setting) => {
    const wanted = shownAs[setting.id];
    const value = valuesOf(setting).find((one) => one.label === wanted || one.value === wanted);
    return value == null ? [] : [[setting.id, value.value] as const];
  });
  return Object.fromEntries(found);
}

const key = (game: string): string => `opfire.set-up.${game}`;

/** The values chosen in this browser last time; those the scenario no longer offers are forgotten. */
export function remembered(game: string, scenario: ScenarioInfo): Chosen {
  let stored: unknown = null;
  try {
    stored = JSON.parse(localStorage.getItem(key(game)) ?? 'null');
  } catch {
    // A browser that stores nothing, or something else under this name.
  }
  if (typeof stored !== 'object' || stored === null) return {};
  const known = stored as Record<string, unknown>;
  const kept = shown(scenario).flatMap((setting) => {
    const value = known[setting.id];
    const valid = valuesOf(setting).some((one) => one.value === value);
    return valid && typeof value === 'string' ? [[setting.id, value] as const] : [];
  });
  return Object.fromEntries(kept);
}

export function remember(game: string, chosen: Chosen): void {
  try {
    localStorage.setItem(key(game), JSON.stringify(chosen));
  } catch {
    // It lasts until the page is closed.
  }
}
