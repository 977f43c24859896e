import { getContext, setContext } from 'svelte';

import type { MapTable } from './map.svelte';

const KEY = Symbol('map');

export function provideMap(table: MapTable): void {
  setContext(KEY, table);
}

export function useMap(): MapTable {
  return getContext(KEY);
}
