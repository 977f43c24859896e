import { asksForFire } from '../lib/choices';
import { deedsOf, wayOf, type Deed } from '../lib/deeds';
import { isResult, placesOf } from '../lib/log';
import { pace } from '../lib/settings.svelte';
import { play, soundsOf } from '../lib/sound';
import { quickness } from '../lib/tempo';
import type { Entry } from '../types/Entry';
import type { View } from '../types/View';
import type { Game } from './game.svelte';

/** A result that is shown on the board for a moment. */
export interface Note {
  id: number;
  hex: string;
  entry: Entry;
}

/** A deed as the board plays it. */
export interface Played {
  id: number;
  deed: Deed;
  /** The hexes of its way, with the one it began in. */
  way: string[];
  /** Whether it is only shown, not played: the player has gone back to it. */
  still: boolean;
}

/** What a log line or a choice in a list lights up on the board. */
export interface Spotlight {
  hexes: readonly string[];
  units: readonly string[];
}

const NO_LIGHT: Spotlight = { hexes: [], units: [] };
const NOTE_LASTS = 4_200;
const DEED_LASTS = 3_600;

/** What the board shows of what happens: where it looks, the deed it plays, results, and what is read out. */
export class Stage {
  notes = $state.raw<Note[]>([]);
  spotlight = $state.raw<Spotlight>(NO_LIGHT);
  /** The hexes the board should show: a new array for everything that happens. */
  focus = $state.raw<readonly string[]>([]);
  /** The deed that is being played on the board. */
  played = $state.raw<Played | null>(null);
  /** Read out by screen readers. */
  announcement = $state('');

  private lastId = 0;
  private fade: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly game: Game) {}

  close(): void {
    clearTimeout(this.fade);
  }

  light(hexes: readonly string[], units: readonly string[]): void {
    this.spotlight = { hexes, units };
  }

  dark(): void {
    this.spotlight = NO_LIGHT;
  }

  /** Turns the board to these entries, as the replay passes them. */
  look(news: readonly Entry[], still = false): void {
    this.focus = placesOf(news, (unit) => this.hexOf(unit));
    const deed = deedsOf(news).findLast(({ kind }) => kind === 'shot' || kind === 'move');
    this.played = deed == null ? null : this.made(deed, { still });
  }

  /** Plays a deed on the board, reads it out and turns the board to it. */
  perform(deed: Deed, how: { start?: string | undefined; still: boolean }): void {
    this.played = this.made(deed, how);
    this.notes = [];
    const places = placesOf(deed.entries, (unit) => this.hexOf(unit));
    this.focus = deed.kind === 'shot' || deed.kind === 'move' ? deed.main.hexes : places;
    this.announcement = deed.entries.map((entry) => entry.text).join(' ');
  }

  /** Back to what is to be decided. */
  rest(): void {
    this.played = null;
    this.focus = this.focusOn([]);
  }

  /** What has just happened in the live game. */
  tell(news: readonly Entry[], before: View, view: View): void {
    this.focus = this.focusOn(news);
    this.note(news);
    this.draw(view.seq < before.seq ? [] : news, before);
  }

  /** Where a player wants to look: what is asked about, what just happened, or who is to act. */
  focusOn(news: readonly Entry[]): string[] {
    const { acting, choices, ready, scene } = this.game;
    const places = placesOf(news, (unit) => this.hexOf(unit));
    // A player who wants no pauses wants no panning either, until there is something to decide.
    if (acting == null) return pace.value === 'instant' ? [] : places;
    const asked = scene?.prompt.hexes ?? [];
    if (asksForFire(choices)) {
      const shooters = choices.filter((choice) => choice.kind === 'fire').flatMap((choice) => choice.units);
      return [...asked, ...shooters.flatMap((unit) => this.hexOf(unit) ?? [])];
    }
    if (asked.length > 0) return asked;
    return places.length > 0 ? places : ready.slice(0, 1).map((counter) => counter.hex);
  }

  private hexOf(unit: string): string | undefined {
    return this.game.counters.get(unit)?.hex;
  }

  private made(deed: Deed, { start, still }: { start?: string | undefined; still: boolean }): Played {
    if (!still) for (const [name, wait] of soundsOf(deed)) play(name, wait * quickness());
    return { id: ++this.lastId, deed, way: deed.kind === 'move' ? wayOf(deed, start) : deed.main.hexes, still };
  }

  private draw(news: readonly Entry[], before: View): void {
    const deed = deedsOf(news).findLast(({ kind }) => kind === 'shot' || kind === 'move');
    clearTimeout(this.fade);
    if (deed == null) {
      this.played = null;
      return;
    }
    const start = before.scene.counters.find(({ id }) => id === deed.doer)?.hex;
    this.played = this.made(deed, { start, still: false });
    this.fade = setTimeout(() => (this.played = null), DEED_LASTS);
  }

  private note(news: readonly Entry[]): void {
    if (news.length > 0) {
      this.announcement = news
        .slice(-4)
        .map((entry) => entry.text)
        .join(' ');
    }
    const notes = news.filter(isResult).flatMap((entry): Note[] => {
      const hex = entry.hexes.at(-1);
      return hex == null ? [] : [{ id: ++this.lastId, hex, entry }];
    });
    if (notes.length === 0 || this.game.replay.on) return;
    // A newer result in the same hex takes the place of the older one.
    const kept = this.notes.filter((old) => !notes.some((one) => one.hex === old.hex));
    this.notes = [...kept, ...new Map(notes.map((one) => [one.hex, one])).values()].slice(-4);
    setTimeout(() => (this.notes = this.notes.filter((one) => !notes.includes(one))), NOTE_LASTS);
  }
}
