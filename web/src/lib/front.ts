import type { GameInfo } from '../types/GameInfo';
import type { NewTable } from '../types/NewTable';
import type { ScenarioInfo } from '../types/ScenarioInfo';
import type { TableInfo } from '../types/TableInfo';
import { chosenFrom, wished } from './options';
import { isMine, mySeats, overTheNet } from './seats';

const HUMAN = 'human';

/** A table at one screen: its maker takes all seats of people. */
export const AT_THIS_SCREEN = { claim: null, name: null, open: false, public: false, clock: null } as const;

/** The first sentence of a text: as much as a card has room for. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** The scenario to begin a game with: the one its ruleset lists first. */
export const firstScenario = (game: GameInfo): ScenarioInfo | null => game.scenarios[0] ?? null;

/** The scenario that a button for newcomers opens: that of the guided game, where there is one. */
export function taughtScenario(game: GameInfo): ScenarioInfo | null {
  const guide = game.guides[0];
  return game.scenarios.find(({ id }) => id === guide?.scenario) ?? null;
}

/** Whether nobody sits on the other side: one seat, or several that play together against the game itself. */
export function isSolitaire({ seats }: Pick<ScenarioInfo, 'seats'>): boolean {
  return seats.every((seat) => seat.colours === seats[0]?.colours);
}

/** The map whose picture stands for a scenario, as far as its description names one. */
export function mapOf(game: GameInfo, scenario: ScenarioInfo | null): string | null {
  return scenario?.sketch?.map ?? game.maps.find(({ id }) => id === scenario?.id)?.id ?? null;
}

/** The minutes that words speak of, for putting lengths in order: 90 for "90 minutes", 60 for "an hour or two". */
function minutesIn(length: string): number {
  return Number(/\d+/.exec(length)?.[0] ?? 1) * (length.includes('hour') ? 60 : 1);
}

/** From the shortest length to the longest, with a common unit once: "25 to 90 minutes". */
export function spanOf(lengths: readonly string[]): string {
  const sorted = lengths.filter((length) => length !== '').toSorted((a, b) => minutesIn(a) - minutesIn(b));
  const [first = '', last = first] = [sorted[0], sorted.at(-1)];
  if (first === last) return first;
  const unit = / .*/.exec(last)?.[0] ?? '';
  return `${first.endsWith(unit) ? first.slice(0, first.length - unit.length) : first} to ${last}`;
}

/** A game as most people want it: the scenario's own settings, one person, and the first bot in every other seat. */
export function usualWish(game: GameInfo, scenario: ScenarioInfo): NewTable {
  const bot = game.bots[0]?.id ?? HUMAN;
  const players = scenario.seats.map((_, index) => (index === 0 ? HUMAN : bot));
  const plain = { settings: {}, seed: null, guide: null, dice: 'program' as const };
  return { game: game.id, scenario: scenario.id, players, ...plain, ...AT_THIS_SCREEN };
}

const playable = (table: TableInfo): boolean => !table.over && table.broken == null && table.differs == null;
const holdsKey = (table: TableInfo): boolean => table.seats.some(isMine);

/** The games that somebody here can go on with, the one that was played last first. A game that nobody began is none. */
export function openGames(tables: readonly TableInfo[]): TableInfo[] {
  return tables
    .filter((table) => table.seq > 0 && playable(table) && holdsKey(table))
    .toSorted((one, other) => other.touched - one.touched);
}

/** A table that was laid out as wished and that nobody has played at yet. */
export function untouched(tables: readonly TableInfo[], wish: NewTable): TableInfo | null {
  const fits = (table: TableInfo): boolean =>
    table.game === wish.game &&
    table.scenario === wish.scenario &&
    table.settings.length === 0 &&
    table.guide === wish.guide &&
    table.dice === wish.dice &&
    table.seats.map(({ player }) => player).join() === wish.players.join();
  return tables.find((table) => table.seq === 0 && playable(table) && holdsKey(table) && fits(table)) ?? null;
}

/** Who sits where once more: the others get new links, and the clock starts anew. */
function sameOthers(info: TableInfo): Pick<NewTable, keyof typeof AT_THIS_SCREEN> {
  if (!overTheNet(info)) return AT_THIS_SCREEN;
  const mine = mySeats(info);
  const clock = info.clock == null ? null : { seconds: info.clock.seconds, increment: info.clock.increment };
  const name = mine.find(({ who }) => who != null)?.who ?? null;
  return { claim: mine.map(({ id }) => id), name, open: info.open, public: info.public, clock };
}

/** The same game once more, with new dice: the same settings and the same players. */
export function againWish(scenario: ScenarioInfo, info: TableInfo): NewTable {
  const { game, settings, seats, dice } = info;
  const shownAs = Object.fromEntries(settings.map(({ id, value }) => [id, value]));
  return {
    game,
    scenario: scenario.id,
    settings: wished(scenario, chosenFrom(scenario, shownAs)),
    players: seats.map(({ player }) => player),
    seed: null,
    guide: null,
    dice,
    ...sameOthers(info),
  };
}

/** The scenario that follows in the ruleset's list, if there is one: those of the guided games are for learning. */
export function nextScenario(game: GameInfo, scenario: string): ScenarioInfo | null {
  const at = game.scenarios.findIndex(({ id }) => id === scenario);
  const taught = (id: string): boolean => game.guides.some((guide) => guide.scenario === id);
  return at < 0 ? null : (game.scenarios.slice(at + 1).find(({ id }) => !taught(id)) ?? null);
}
