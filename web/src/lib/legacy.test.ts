import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Legacy } from '../types/Legacy';
import type { ScenarioInfo } from '../types/ScenarioInfo';
import type { SettingInfo } from '../types/SettingInfo';
import { documentOf, fits, forget, hand, handed } from './legacy';

const legacy: Legacy = {
  title: 'Play on with this platoon',
  text: '3 crews after 1 mission',
  setting: 'platoon',
  settings: [
    ['campaign', 'on'],
    ['platoon', '[[crew]]\n'],
  ],
  next: null,
};

const offering = (...ids: string[]): ScenarioInfo =>
  ({ settings: ids.map((id) => ({ id }) as SettingInfo) }) as ScenarioInfo;

describe('what a game hands on', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
  });

  it('waits for the set-up of the same game, until it is taken up', () => {
    hand('open-fire', legacy);
    expect(handed('divisions')).toBeNull();
    expect(handed('open-fire')?.settings).toEqual({ campaign: 'on', platoon: '[[crew]]\n' });
    forget('open-fire');
    expect(handed('open-fire')).toBeNull();
  });

  it('fits a scenario that knows all of its settings', () => {
    hand('open-fire', legacy);
    const given = handed('open-fire');
    if (given == null) throw new Error('nothing was kept');
    expect(fits(offering('players', 'campaign', 'platoon'), given)).toBe(true);
    expect(fits(offering('campaign'), given)).toBe(false);
  });

  it('is a text to keep', () => {
    expect(documentOf(legacy)).toBe('[[crew]]\n');
  });

  it('ignores what somebody else has put there', () => {
    sessionStorage.setItem('opfire.legacy.open-fire', '[1]');
    expect(handed('open-fire')).toBeNull();
    sessionStorage.setItem('opfire.legacy.open-fire', 'no json');
    expect(handed('open-fire')).toBeNull();
  });
});
