import { beforeEach, describe, expect, it, vi } from 'vitest';

import { dropInvite, dropKeys, forgetTable, keep, keptOf, keptTables, MOST } from './keyring';

beforeEach(() => {
  const store = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, value: string) => store.set(name, value),
  });
});

describe('keys of tables', () => {
  it('gather, each once', () => {
    keep('t', { keys: ['seat'], invites: { red: 'r' } });
    keep('t', { keys: ['seat', 'host'], invites: { blue: 'b' } });
    expect(keptOf('t')).toMatchObject({ keys: ['seat', 'host'], invites: { red: 'r', blue: 'b' } });
    expect(keptOf('another').keys).toEqual([]);
  });

  it('are dropped when they open nothing', () => {
    keep('t', { keys: ['seat', 'host'] });
    dropKeys('t', ['seat']);
    dropKeys('another', ['seat']);
    expect(keptOf('t').keys).toEqual(['host']);
  });

  it('lose a link that was used, and a table that is gone', () => {
    keep('t', { invites: { red: 'r', blue: 'b' } });
    dropInvite('t', 'red');
    expect(keptOf('t').invites).toEqual({ blue: 'b' });
    forgetTable('t');
    expect(keptTables()).toEqual([]);
  });

  it('are those of the newest tables', () => {
    vi.useFakeTimers();
    for (let n = 0; n < MOST + 3; n += 1) {
      vi.setSystemTime(n + 1);
      keep(`t${n}`, { keys: ['k'] });
    }
    vi.useRealTimers();
    expect(keptTables()).toHaveLength(MOST);
    expect(keptTables()[0]?.[0]).toBe(`t${MOST + 2}`);
    expect(keptOf('t0').keys).toEqual([]);
  });

  it('survive nonsense under their name', () => {
    localStorage.setItem('opfire.tables', '{"t":{"keys":7},"u":null}');
    expect(keptTables()).toEqual([]);
    localStorage.setItem('opfire.tables', 'not json');
    expect(keptOf('t').keys).toEqual([]);
  });
});
