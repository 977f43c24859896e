import { dropAhead } from './lib/ahead';
import * as api from './lib/api';
import type { Route } from './lib/route';
import { keysHeld } from './net/arrive';
import { session } from './net/session.svelte';

/** Pages come when they are needed: the first board waits for no other script. */
export const pages = {
  start: () => import('./start/StartPage.svelte'),
  game: () => import('./start/ScenarioPage.svelte'),
  table: () => import('./game/GamePage.svelte'),
  map: () => import('./map/MapPage.svelte'),
  aid: () => import('./aid/AidPage.svelte'),
  sheets: () => import('./print/SheetsPage.svelte'),
  settings: () => import('./settings/SettingsPage.svelte'),
  lobby: () => import('./net/LobbyPage.svelte'),
  account: () => import('./net/AccountPage.svelte'),
  address: () => import('./net/AddressPage.svelte'),
  join: () => import('./net/JoinPage.svelte'),
};

/** Asks for what a page needs while its script is still on its way. */
export function prepare(route: Route): void {
  dropAhead();
  void session.load();
  if (route.page === 'table') api.askForTable(route.id, route.keys.length > 0 ? route.keys : keysHeld(route.id));
  if (route.page === 'map') api.askForMap(route.game, route.map);
}

/** Brings all other pages while nothing else happens, so that a player who has lost the server can still turn to them. */
export function fetchTheRest(): void {
  const rest = (): void => {
    for (const page of Object.values(pages)) page().catch(() => undefined);
  };
  if (document.readyState === 'complete') setTimeout(rest, QUIET);
  else addEventListener('load', () => setTimeout(rest, QUIET), { once: true });
}

/** Milliseconds after the page is there. */
const QUIET = 2_000;
