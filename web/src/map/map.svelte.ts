import * as api from '../lib/api';
import { hexesOf, type Hexes } from '../lib/geometry';
import { SightTool } from '../sight/sight.svelte';
import type { Circumstances } from '../types/Circumstances';
import type { MapSetting } from '../types/MapSetting';
import type { MapSheet } from '../types/MapSheet';
import type { RuleEntry } from '../types/RuleEntry';

const AS_USUAL: Circumstances = {
  smoke: [],
  facing: null,
  looker: null,
  target: null,
  weather: null,
  activated: false,
};
/** How many smoke markers a hex can hold before the next press takes them away. */
const MOST_SMOKE = 2;

/** A map without a game: what the server said about it, and the circumstances of the questions. */
export class MapTable {
  sheet = $state.raw<MapSheet | null>(null);
  failure = $state<string | null>(null);
  rules = $state.raw<ReadonlyMap<string, RuleEntry>>(new Map());
  /** The rule whose text is open. */
  rule = $state<string | null>(null);
  given = $state.raw<Circumstances>(AS_USUAL);
  /** Whether a press puts smoke into a hex, for screens without a Shift key. */
  placing = $state(false);
  settingId = $state<string | null>(null);

  readonly hexes: Hexes = $derived(this.sheet == null ? new Map() : hexesOf(this.sheet.board));
  readonly setting: MapSetting | null = $derived(
    this.sheet?.settings.find((setting) => setting.id === this.settingId) ?? null,
  );
  readonly north = $derived(this.setting?.north ?? this.sheet?.board.north ?? 'up');
  readonly terrain: ReadonlyMap<string, string> = $derived(
    new Map((this.sheet?.board.key ?? []).map((entry) => [entry.key, entry.name])),
  );
  readonly sight: SightTool;

  constructor(
    readonly game: string,
    readonly map: string,
  ) {
    this.sight = new SightTool({
      look: (from, to) => api.mapLook(game, map, from, to, this.given),
      field: (from) => api.mapField(game, map, from, this.given),
    });
  }

  async open(): Promise<void> {
    try {
      this.sheet = await api.mapSheet(this.game, this.map);
      const rules = await api.rules(this.game);
      this.rules = new Map(rules.map((rule) => [rule.id, rule]));
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  assume(given: Circumstances): void {
    this.given = given;
    this.sight.refresh();
  }

  /** Adds a smoke marker to a hex, or takes them all away after the last. */
  smoke(hex: string): void {
    if (this.sheet?.accepts.smoke !== true) return;
    const markers = (this.given.smoke.find(([other]) => other === hex)?.[1] ?? 0) + 1;
    const others = this.given.smoke.filter(([other]) => other !== hex);
    this.assume({ ...this.given, smoke: markers > MOST_SMOKE ? others : [...others, [hex, markers]] });
  }
}
