import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { ScenarioInfo } from '../types/ScenarioInfo';
import type { SeatInfo } from '../types/SeatInfo';
import type { SettingInfo } from '../types/SettingInfo';
import { chosenFrom, remember, remembered, seatsWith, shown, valueOf, wished } from './options';

const seat = (index: number): SeatInfo => ({
  seat: index,
  id: `s${index}`,
  name: `Section ${index}`,
  colours: 'us',
  livery: null,
});

const setting = (id: string, over: Partial<SettingInfo>): SettingInfo => ({
  id,
  title: id,
  about: '',
  rule: 'T-1',
  kind: { type: 'switch' },
  default: 'off',
  fixed: false,
  hands_on: false,
  ...over,
});

const scenario: ScenarioInfo = {
  id: 'one',
  title: 'One',
  place: '',
  briefing: '',
  duration: '',
  level: 'first',
  seats: [seat(0)],
  units: [4],
  status: 'draft',
  settings: [
    setting('dark', {}),
    setting('wet', { default: 'on', fixed: true }),
    setting('players', {
      kind: {
        type: 'choice',
        values: [
          { value: '1', label: 'One', seats: [] },
          { value: '2', label: 'Two', seats: [seat(0), seat(1)] },
        ],
      },
      default: '1',
    }),
    setting('handed-on', { kind: { type: 'text' }, default: '' }),
  ],
  sketch: null,
};

describe('the settings of a game', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
    });
  });

  it('are shown unless programs write them', () => {
    expect(shown(scenario).map((one) => one.id)).toEqual(['dark', 'wet', 'players']);
  });

  it('are found again by what people read of them', () => {
    expect(chosenFrom(scenario, { dark: 'on', players: 'Two', gone: 'yes' })).toEqual({ dark: 'on', players: '2' });
  });

  it('decide who plays', () => {
    expect(seatsWith(scenario, {})).toHaveLength(1);
    expect(seatsWith(scenario, { players: '2' })).toHaveLength(2);
  });

  it('go to the server only where they are not as usual', () => {
    expect(wished(scenario, {})).toEqual({});
    expect(wished(scenario, { dark: 'on', wet: 'off', players: '1' })).toEqual({ dark: 'on' });
  });

  it('cannot be changed where the scenario leaves no choice', () => {
    expect(valueOf(setting('wet', { default: 'on', fixed: true }), { wet: 'off' })).toBe('on');
  });

  it('are remembered, and what is no longer offered is forgotten', () => {
    remember('game', { dark: 'on', players: '7', gone: 'on' });
    expect(remembered('game', scenario)).toEqual({ dark: 'on' });
    expect(remembered('other', scenario)).toEqual({});
  });

  it('survive nonsense in the browser’s memory', () => {
    for (const nonsense of ['{', '7', '"on"', 'null']) {
      localStorage.setItem('opfire.set-up.game', nonsense);
      expect(remembered('game', scenario)).toEqual({});
    }
  });
});
