import { getContext, setContext } from 'svelte';

import * as api from '../lib/api';
import { asksForFire, onTheBoard } from '../lib/choices';
import { TableConnection, type ConnectionState, type Heard } from '../lib/connection';
import { hexesOf, type Hexes } from '../lib/geometry';
import { isResult, mergeLog, placesOf, since, trailAfter } from '../lib/log';
import { againHash } from '../lib/route';
import { curtain, goOn, PACES, pace } from '../lib/settings.svelte';
import { stacksOf } from '../lib/stacks';
import { loadSymbols } from '../lib/symbols';
import type { Board } from '../types/Board';
import type { Choice } from '../types/Choice';
import type { Counter } from '../types/Counter';
import type { Entry } from '../types/Entry';
import type { Field } from '../types/Field';
import type { Look } from '../types/Look';
import type { Overlay } from '../types/Overlay';
import type { Plan } from '../types/Plan';
import type { RuleEntry } from '../types/RuleEntry';
import type { Seat } from '../types/Seat';
import type { SeatInfo } from '../types/SeatInfo';
import type { TableInfo } from '../types/TableInfo';
import type { Terrain } from '../types/Terrain';
import type { ToServer } from '../types/ToServer';
import type { View } from '../types/View';
import { Hand } from './hand.svelte';
import { Replay } from './replay.svelte';

/** Why the last action was not done. */
export interface Refused {
  text: string;
  rule: string | null;
}

/** A result that is shown on the board for a moment. */
export interface Note {
  id: number;
  hex: string;
  entry: Entry;
}

type Answer = Extract<Heard, { type: 'look' | 'field' }> | null;
type ViewMessage = Extract<Heard, { type: 'view' }>;

/** What a log line or a choice in a list lights up on the board. */
export interface Spotlight {
  hexes: readonly string[];
  units: readonly string[];
}

const NO_LIGHT: Spotlight = { hexes: [], units: [] };
const NO_ANSWER = 'The server is not answering.';
const NOTE_LASTS = 4_200;
const REFUSAL_LASTS = 9_000;
const TRAIL_LASTS = 3_600;
/** How many actions may wait to be shown before the screen hurries to catch up. */
const MOST_WAITING = 5;

/** How long a person with nothing to decide might look at a question: never the same twice, so nobody can tell. */
function aMoment(): number {
  return 700 + Math.random() * 2_300;
}

/** One table as this screen knows it: what the server said, and nothing computed from rules. */
export class Game {
  info = $state.raw<TableInfo | null>(null);
  board = $state.raw<Board | null>(null);
  live = $state.raw<View | null>(null);
  liveLog = $state.raw<Entry[]>([]);
  yours = $state.raw<Seat[]>([]);
  players = $state.raw<string[]>([]);
  rules = $state.raw<ReadonlyMap<string, RuleEntry>>(new Map());
  symbols = $state.raw<ReadonlySet<string>>(new Set());
  overlays = $state.raw<Overlay[]>([]);
  overlayId = $state<string | null>(null);
  connection = $state<ConnectionState>('connecting');
  failure = $state<string | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** What everybody at the table should know, as long as it is true. */
  notice = $state<string | null>(null);
  notes = $state.raw<Note[]>([]);
  spotlight = $state.raw<Spotlight>(NO_LIGHT);
  /** The rule whose text is open. */
  rule = $state<string | null>(null);
  /** Whether an action is on its way. */
  pending = $state(false);
  /** The hexes the board should show: a new array for everything that happens. */
  focus = $state.raw<readonly string[]>([]);
  /** What the others did last, to be drawn on the board for a moment. */
  trail = $state.raw<readonly Entry[]>([]);
  /** Whether the game is going on by itself until something is asked. */
  goingOn = $state(false);
  /** Read out by screen readers. */
  announcement = $state('');

  readonly replay = new Replay(this);
  readonly hand = new Hand(this);

  readonly view = $derived(this.replay.view ?? this.live);
  readonly log = $derived(this.replay.view == null ? this.liveLog : this.replay.view.log);
  readonly scene = $derived(this.view?.scene ?? null);
  readonly seats: SeatInfo[] = $derived(this.view?.seats ?? []);
  readonly hexes: Hexes = $derived(this.board == null ? new Map() : hexesOf(this.board));
  readonly terrain: ReadonlyMap<string, Terrain> = $derived(
    new Map((this.board?.key ?? []).map((terrain) => [terrain.key, terrain])),
  );
  readonly stacks = $derived(stacksOf(this.scene?.counters ?? []));
  readonly counters: ReadonlyMap<string, Counter> = $derived(
    new Map((this.scene?.counters ?? []).map((counter) => [counter.id, counter])),
  );
  private readonly absent: ReadonlyMap<string, string> = $derived(
    new Map((this.scene?.absent ?? []).map((unit) => [unit.id, unit.name])),
  );
  readonly asked = $derived(this.scene?.prompt.seat ?? null);
  /** The seat this screen acts for now. */
  readonly acting = $derived(
    this.replay.on || this.asked == null || !this.yours.includes(this.asked) ? null : this.asked,
  );
  readonly choices: Choice[] = $derived(
    this.acting == null ? [] : onTheBoard(this.scene?.choices ?? [], this.counters),
  );
  /** Units that have not acted yet, in the order of the board. */
  readonly ready: Counter[] = $derived(
    this.acting == null ? [] : (this.scene?.counters ?? []).filter((counter) => counter.state === 'ready'),
  );
  readonly hotSeat = $derived(this.yours.length > 1);
  /** The seat whose player has said that he is at the screen. */
  present = $state<Seat | null>(null);
  /** The seat for which this screen shows the game. */
  readonly shownFor = $derived(
    this.live != null && typeof this.live.viewer === 'object' ? this.live.viewer.seat : null,
  );
  /** Whether a shared screen hides what only the next player may see, until he says that he is there. */
  readonly curtained = $derived(
    this.hotSeat &&
      curtain.value === 'on' &&
      this.live?.scene.secret === true &&
      this.live.scene.outcome == null &&
      this.shownFor !== this.present,
  );
  readonly canUndo = $derived(!this.replay.on && (this.live?.can_undo ?? false) && this.connection === 'open');
  readonly overlay = $derived(this.overlays.find((overlay) => overlay.id === this.overlayId) ?? null);

  private socket: TableConnection | null = null;
  private plans = new Map<number, (plan: Plan | null) => void>();
  private readonly questions = new Map<number, (answer: Answer) => void>();
  private lastId = 0;
  /** The seat whose shadings have been loaded. */
  private shadedFor: Seat | null = null;
  private readonly waiting: ViewMessage[] = [];
  private linger: ReturnType<typeof setTimeout> | undefined;
  private fade: ReturnType<typeof setTimeout> | undefined;
  private onward: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    public keys: readonly string[],
  ) {}

  async open(): Promise<void> {
    try {
      const info = await api.tableInfo(this.id);
      if (this.keys.length === 0) this.keys = api.keysOf(info);
      this.info = info;
      this.board = await api.board(this.id);
      this.socket = new TableConnection(api.socketAddress(this.id, this.keys), {
        message: (message) => this.receive(message),
        state: (state) => this.changed(state),
      });
      const [rules, symbols] = await Promise.all([api.rules(info.game).catch(() => []), loadSymbols()]);
      this.rules = new Map(rules.map((rule) => [rule.id, rule]));
      this.symbols = symbols;
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  close(): void {
    clearTimeout(this.linger);
    clearTimeout(this.fade);
    clearTimeout(this.onward);
    this.waiting.length = 0;
    this.replay.stop();
    this.socket?.close();
  }

  retry(): void {
    this.socket?.retry();
  }

  seat(seat: Seat | null): SeatInfo | null {
    return this.seats.find((info) => info.seat === seat) ?? null;
  }

  /** The name of a unit, on the board or off it. */
  nameOf(unit: string): string {
    const counter = this.counters.get(unit);
    return counter == null ? (this.absent.get(unit) ?? unit) : counter.name || counter.kind;
  }

  /** The address of the set-up page with the settings of this game. */
  get again(): string {
    if (this.info == null) return '#/';
    const { game, scenario, settings, seats } = this.info;
    return againHash(game, scenario, {
      settings: Object.fromEntries(settings.map(({ id, value }) => [id, value])),
      players: seats.map(({ player }) => player),
    });
  }

  isBot(seat: Seat | null): boolean {
    return seat != null && (this.players[seat] ?? 'human') !== 'human';
  }

  act(actions: string[]): void {
    if (this.live == null || this.acting == null || this.pending || actions.length === 0) return;
    this.refused = null;
    this.pending =
      this.socket?.send({ type: 'act', seq: this.live.seq, seat: this.acting, actions: [...actions] }) ?? false;
  }

  /** Lets the game go on: once, or until there is something to decide. */
  goOn(action: string): void {
    this.goingOn = goOn.value === 'through';
    this.act([action]);
    if (!this.pending) this.goingOn = false;
  }

  /** Stops what [`goOn`] began. */
  halt(): void {
    this.goingOn = false;
    clearTimeout(this.onward);
  }

  /** The next step of the game by itself, if that is all there is to do. */
  private goOnward(): void {
    clearTimeout(this.onward);
    const [own, ...more] = this.choices;
    if (own?.kind === 'by-itself' && more.length === 0) {
      this.onward = setTimeout(() => this.act([own.action]), aMoment());
      return;
    }
    const [only, ...others] = this.choices.filter((choice) => choice.kind !== 'pass');
    if (!this.goingOn || only?.kind !== 'go-on' || others.length > 0) {
      this.goingOn = false;
      return;
    }
    this.onward = setTimeout(() => this.goingOn && this.act([only.action]), PACES[pace.value]);
  }

  undo(): void {
    if (this.live == null || !this.canUndo || this.pending) return;
    const { viewer } = this.live;
    const seat = typeof viewer === 'object' ? viewer.seat : this.yours[0];
    if (seat == null) return;
    this.refused = null;
    this.pending = this.socket?.send({ type: 'undo', seq: this.live.seq, seat }) ?? false;
  }

  askPlan(units: string[]): Promise<Plan | null> {
    const id = ++this.lastId;
    const seat = this.acting;
    if (seat == null) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.plans.clear();
      this.plans.set(id, resolve);
      if (this.socket?.send({ type: 'plan', id, seat, units: [...units] }) !== true) resolve(null);
    });
  }

  askOverlays(): void {
    const seat = this.acting ?? this.yours[0] ?? 0;
    this.shadedFor = seat;
    this.socket?.send({ type: 'overlays', id: ++this.lastId, seat });
  }

  /** What one hex sees of another at this moment of the game. */
  async askLook(from: string, to: string): Promise<Look> {
    const answer = await this.question((id, seat) => ({ type: 'look', id, seat, from, to }));
    if (answer?.type !== 'look' || answer.look == null) throw new Error(answer?.error ?? NO_ANSWER);
    return answer.look;
  }

  /** Everything a hex sees at this moment of the game. */
  async askField(from: string): Promise<Field> {
    const answer = await this.question((id, seat) => ({ type: 'field', id, seat, from }));
    if (answer?.type !== 'field' || answer.field == null) throw new Error(answer?.error ?? NO_ANSWER);
    return answer.field;
  }

  private question(ask: (id: number, seat: Seat) => ToServer): Promise<Answer> {
    const id = ++this.lastId;
    const viewer = this.live?.viewer;
    const seat = this.acting ?? (typeof viewer === 'object' ? viewer.seat : this.yours[0]) ?? 0;
    return new Promise((resolve) => {
      this.questions.set(id, resolve);
      if (this.socket?.send(ask(id, seat)) !== true) this.answer(id, null);
    });
  }

  private answer(id: number, answer: Answer): void {
    this.questions.get(id)?.(answer);
    this.questions.delete(id);
  }

  showOverlay(id: string | null): void {
    this.overlayId = id;
  }

  /** The next shading, and after the last one none. */
  nextOverlay(): void {
    const at = this.overlays.findIndex((overlay) => overlay.id === this.overlayId);
    this.overlayId = this.overlays[at + 1]?.id ?? null;
  }

  sendPace(): void {
    this.socket?.send({ type: 'pace', milliseconds: PACES[pace.value] });
  }

  light(hexes: readonly string[], units: readonly string[]): void {
    this.spotlight = { hexes, units };
  }

  dark(): void {
    this.spotlight = NO_LIGHT;
  }

  /** Turns the board to these entries, as the replay passes them. */
  look(news: readonly Entry[]): void {
    this.focus = placesOf(news, (unit) => this.counters.get(unit)?.hex);
    this.trail = trailAfter([], news);
  }

  private changed(state: ConnectionState): void {
    this.connection = state;
    // A player who comes back hears it again.
    this.notice = null;
    if (state !== 'open') {
      this.pending = false;
      for (const id of [...this.questions.keys()]) this.answer(id, null);
      return;
    }
    this.sendPace();
    this.shadedFor = null;
  }

  private receive(message: Heard): void {
    switch (message.type) {
      case 'view':
        this.waiting.push(message);
        if (this.linger == null || this.waiting.length > MOST_WAITING) this.showNext();
        break;
      case 'refused':
        this.pending = false;
        this.goingOn = false;
        this.refuse({ text: message.text, rule: message.refusal?.rule ?? null });
        this.announcement = message.text;
        break;
      case 'notice':
        this.notice = message.text;
        this.announcement = message.text ?? '';
        break;
      case 'plan':
        this.plans.get(message.id)?.(message.plan);
        this.plans.delete(message.id);
        break;
      case 'overlays':
        this.overlays = message.overlays;
        break;
      case 'look':
      case 'field':
        this.answer(message.id, message);
        break;
    }
  }

  /** Shows what is waiting. After a bot's dice it lingers, so that the result can be read. */
  private showNext(): void {
    clearTimeout(this.linger);
    this.linger = undefined;
    for (let message = this.waiting.shift(); message != null; message = this.waiting.shift()) {
      const had = this.live?.seq;
      this.yours = message.yours;
      this.players = message.players;
      this.take(message.view);
      this.hand.refresh();
      const linger = had == null || this.waiting.length > MOST_WAITING ? 0 : this.lingerAfter(since(this.liveLog, had));
      if (linger > 0) {
        this.linger = setTimeout(() => this.showNext(), linger);
        return;
      }
    }
    this.goOnward();
  }

  private lingerAfter(news: readonly Entry[]): number {
    if (this.acting != null || this.replay.on || document.hidden) return 0;
    return news.some((entry) => isResult(entry) && this.isBot(entry.seat)) ? PACES[pace.value] * 1.8 : 0;
  }

  private refuse(refused: Refused): void {
    this.refused = refused;
    setTimeout(() => {
      if (this.refused === refused) this.refused = null;
    }, REFUSAL_LASTS);
  }

  private take(view: View): void {
    const before = this.live;
    this.live = view;
    this.liveLog = mergeLog(this.liveLog, view);
    this.pending = false;
    // Only now do we know who sits here: each side has its own shadings.
    if (this.overlayId != null || (this.acting ?? this.yours[0] ?? 0) !== this.shadedFor) this.askOverlays();
    const news = before == null ? [] : since(this.liveLog, before.seq);
    this.focus = this.focusOn(news);
    if (before == null) return;
    this.tell(news);
    this.draw(view.seq < before.seq ? [] : news);
  }

  /** Where a player wants to look: what is asked about, what just happened, or who is to act. */
  private focusOn(news: readonly Entry[]): string[] {
    const hexOf = (unit: string): string | undefined => this.counters.get(unit)?.hex;
    const places = placesOf(news, hexOf);
    // A player who wants no pauses wants no panning either, until there is something to decide.
    if (this.acting == null) return pace.value === 'instant' ? [] : places;
    const asked = this.scene?.prompt.hexes ?? [];
    if (asksForFire(this.choices)) {
      const shooters = this.choices.filter((choice) => choice.kind === 'fire').flatMap((choice) => choice.units);
      return [...asked, ...shooters.flatMap((unit) => hexOf(unit) ?? [])];
    }
    if (asked.length > 0) return asked;
    return places.length > 0 ? places : this.ready.slice(0, 1).map((counter) => counter.hex);
  }

  private draw(news: readonly Entry[]): void {
    const others = news.filter((entry) => entry.seat == null || !this.yours.includes(entry.seat));
    this.trail = news.length === 0 || others.length > 0 ? trailAfter(news.length === 0 ? [] : this.trail, others) : [];
    clearTimeout(this.fade);
    this.fade = setTimeout(() => (this.trail = []), TRAIL_LASTS);
  }

  private tell(news: readonly Entry[]): void {
    const results = news.filter(isResult);
    if (news.length > 0) {
      this.announcement = news
        .slice(-4)
        .map((entry) => entry.text)
        .join(' ');
    }
    const notes = results.flatMap((entry): Note[] => {
      const hex = entry.hexes.at(-1);
      return hex == null ? [] : [{ id: ++this.lastId, hex, entry }];
    });
    if (notes.length === 0 || this.replay.on) return;
    // A newer result in the same hex takes the place of the older one.
    const kept = this.notes.filter((old) => !notes.some((note) => note.hex === old.hex));
    this.notes = [...kept, ...new Map(notes.map((note) => [note.hex, note])).values()].slice(-4);
    setTimeout(() => (this.notes = this.notes.filter((note) => !notes.includes(note))), NOTE_LASTS);
  }
}

const KEY = Symbol('game');

export function provideGame(game: Game): void {
  setContext(KEY, game);
}

export function useGame(): Game {
  return getContext(KEY);
}
