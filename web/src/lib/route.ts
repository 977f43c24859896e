/** A look that an address shares. */
export interface Shared {
  from: string | null;
  to: string | null;
  setting: string | null;
}

/** A page of the client, as the part of the address after `#`. */
export type Route =
  | { page: 'start'; game: string | null }
  | { page: 'table'; id: string; keys: string[] }
  | { page: 'map'; game: string; map: string; shared: Shared };

/** Reads `#/table/ID?key=K&key=K2`, `#/map/GAME/MAP?from=0101&to=0505` and `#/game/GAME`; all else is the start page. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [page, ...names] = path.split('/').filter((part) => part !== '');
  const [first, second] = names.map(decoded);
  const asked = new URLSearchParams(query);
  if (page === 'table' && names.length === 1 && first != null) {
    return { page: 'table', id: first, keys: asked.getAll('key') };
  }
  if (page === 'map' && names.length === 2 && first != null && second != null) {
    const shared = { from: asked.get('from'), to: asked.get('to'), setting: asked.get('setting') };
    return { page: 'map', game: first, map: second, shared };
  }
  return { page: 'start', game: page === 'game' ? (first ?? null) : null };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a table, opened with these keys. */
export function tableHash(id: string, keys: readonly string[] = []): string {
  const query = new URLSearchParams(keys.map((key) => ['key', key])).toString();
  return `#/table/${encodeURIComponent(id)}${query === '' ? '' : `?${query}`}`;
}

/** The address of a map, and of a look on it. */
export function mapHash(game: string, map: string, shared: Partial<Shared> = {}): string {
  const pairs = Object.entries(shared).flatMap(([name, value]) => (value == null ? [] : [[name, value]]));
  const query = new URLSearchParams(pairs).toString();
  return `#/map/${encodeURIComponent(game)}/${encodeURIComponent(map)}${query === '' ? '' : `?${query}`}`;
}

/** The address of the start page with this game in front. */
export function gameHash(game: string): string {
  return `#/game/${encodeURIComponent(game)}`;
}
