/** A page of the client, as the part of the address after `#`. */
export type Route = { page: 'start' } | { page: 'table'; id: string; keys: string[] };

/** Reads `#/table/ID?key=K&key=K2`; everything else is the start page. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const match = /^\/table\/([^/]+)\/?$/.exec(path);
  if (match?.[1] == null) return { page: 'start' };
  return { page: 'table', id: decodeURIComponent(match[1]), keys: new URLSearchParams(query).getAll('key') };
}

/** The address of a table, opened with these keys. */
export function tableHash(id: string, keys: readonly string[] = []): string {
  const query = new URLSearchParams(keys.map((key) => ['key', key])).toString();
  return `#/table/${encodeURIComponent(id)}${query === '' ? '' : `?${query}`}`;
}
