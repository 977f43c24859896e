import { expect, it } from 'vitest';

import { keyHeaders, keyProtocols } from './keys';

it('shows keys in one header, and none without keys', () => {
  expect(keyHeaders(['a', 'b2'])).toEqual({ 'opfire-key': 'a, b2' });
  expect(keyHeaders([])).toEqual({});
  expect(keyHeaders([''])).toEqual({});
});

it('shows keys to a WebSocket among its protocols', () => {
  expect(keyProtocols(['a', 'b2'])).toEqual(['opfire.v1', 'opfire.key.a', 'opfire.key.b2']);
  expect(keyProtocols([])).toEqual(['opfire.v1']);
});

it('sends whatever somebody typed, so that the server can refuse it', () => {
  const typed = ['ñandú', 'a,b', 'a b', '(x)', 'a\r\nb', '🎲', 'twice', 'twice'];
  // Browsers throw at what is no token, and at what comes twice.
  const shown = keyProtocols(typed);
  for (const protocol of shown) expect(protocol).toMatch(/^[\w.-]+$/);
  expect(new Set(shown).size).toBe(shown.length);
  expect(shown.length).toBeGreaterThan(5);
  expect(() => new Headers(keyHeaders(typed))).not.toThrow();
  expect(keyHeaders(typed)['opfire-key']?.split(', ')).toHaveLength(shown.length - 1);
});
