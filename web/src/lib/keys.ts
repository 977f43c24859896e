// How keys are shown to the server: never in an address, which proxies write down.

/**
 * Keys as they can be sent. A link that somebody has mistyped may hold anything; what cannot stand in a header opens nothing
 * either way, and is to be refused by the server, not by the browser.
 */
function sent(keys: readonly string[]): string[] {
  const sayable = keys.map((key) => key.replace(/[^\w-]/g, '_'));
  return [...new Set(sayable)].filter((key) => key !== '');
}

/** The headers of a request that shows these keys. */
export function keyHeaders(keys: readonly string[]): Record<string, string> {
  const shown = sent(keys);
  return shown.length === 0 ? {} : { 'opfire-key': shown.join(', ') };
}

/** The same for a WebSocket, which gets no headers of ours. The server answers with the first of them. */
export const keyProtocols = (keys: readonly string[]): string[] => [
  'opfire.v1',
  ...sent(keys).map((key) => `opfire.key.${key}`),
];
