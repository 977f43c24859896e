import { afterEach, describe, expect, it, vi } from 'vitest';

import { hashOf, sealOf } from './fair';

afterEach(() => vi.unstubAllGlobals());

describe('sealed dice', () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

  it('are hashed alike with and without the help of the browser', async () => {
    expect(await hashOf('')).toBe(empty);
    const own = await sealOf('table', '12', 'salt');
    vi.stubGlobal('crypto', {});
    expect(await hashOf('')).toBe(empty);
    expect(await sealOf('table', '12', 'salt')).toBe(own);
  });

  it('are those of this table, this seed and this salt', async () => {
    const seal = await hashOf('opfire dice\nt\n7\ns');
    expect(await sealOf('t', '7', 's')).toBe(seal);
    expect(await sealOf('u', '7', 's')).not.toBe(seal);
    expect(await sealOf('t', '8', 's')).not.toBe(seal);
    expect(await sealOf('t', '7', 't')).not.toBe(seal);
  });
});
