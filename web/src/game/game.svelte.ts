import { getContext, setContext } from 'svelte';

import { lineTo } from '../lib/ahead';
import * as api from '../lib/api';
import { Guidance } from '../guide/guidance.svelte';
import { TABLE } from '../lib/chat';
import { asksForFire, onTheBoard } from '../lib/choices';
import type { ConnectionState, Heard, TableConnection } from '../lib/connection';
import { hexesOf, type Hexes } from '../lib/geometry';
import { download } from '../lib/download';
import { dropKeys, forgetTable } from '../lib/keyring';
import { deedsOf, wayOf, type Deed } from '../lib/deeds';
import { isResult, mergeLog, placesOf, since } from '../lib/log';
import { Wagers } from '../lib/luck';
import { Outbox } from '../lib/outbox';
import { patiently } from '../lib/patience';
import { againHash, joinHash } from '../lib/route';
import { curtain, PACES, pace, stopAfterEach } from '../lib/settings.svelte';
import { play, soundsOf } from '../lib/sound';
import { isFree, isMine, mySeats, overTheNet } from '../lib/seats';
import { stacksOf } from '../lib/stacks';
import { loadSymbols } from '../lib/symbols';
import { quickness } from '../lib/tempo';
import { hideKeys, keysHeld } from '../net/arrive';
import { Chat } from '../net/chat.svelte';
import { Clocks } from '../net/clocks.svelte';
import { session } from '../net/session.svelte';
import type { Board } from '../types/Board';
import type { Choice } from '../types/Choice';
import type { Counter } from '../types/Counter';
import type { Entry } from '../types/Entry';
import type { Field } from '../types/Field';
import type { Look } from '../types/Look';
import type { Overlay } from '../types/Overlay';
import type { Plan } from '../types/Plan';
import type { Pointed } from '../types/Pointed';
import type { RuleEntry } from '../types/RuleEntry';
import type { Seat } from '../types/Seat';
import type { SeatInfo } from '../types/SeatInfo';
import type { TableInfo } from '../types/TableInfo';
import type { Terrain } from '../types/Terrain';
import type { Threats } from '../types/Threats';
import type { ToServer } from '../types/ToServer';
import type { View } from '../types/View';
import type { WhyNot } from '../types/WhyNot';
import { EnemyTurn } from './enemy.svelte';
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

/** A deed as the board plays it. */
export interface Stage {
  id: number;
  deed: Deed;
  /** The hexes of its way, with the one it began in. */
  way: string[];
  /** Whether it is only shown, not played: the player has gone back to it. */
  still: boolean;
}

/** Who has accepted that dice are typed, and who has not. */
export type Terms = Pick<Extract<Heard, { type: 'terms' }>, 'accepted' | 'waiting'>;

type Answer = Extract<Heard, { type: 'look' | 'field' | 'why-not' | 'threats' }> | null;
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
const STAGE_LASTS = 3_600;
/** The pause between two actions of a bot while this screen shows them at its own pace. */
const AT_ONCE = 40;

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
  /** Why the table is not there yet, while this screen keeps asking for it. */
  unanswered = $state<string | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** What everybody at the table should know, as long as it is true. */
  private told = $state<string | null>(null);
  /** What has to be accepted at a table where people throw the dice. */
  terms = $state.raw<Terms | null>(null);
  /** Whether typed dice are on their way. */
  throwing = $state(false);
  /** Why the dice that were typed do not fit. */
  diceProblem = $state<string | null>(null);
  notes = $state.raw<Note[]>([]);
  spotlight = $state.raw<Spotlight>(NO_LIGHT);
  /** The rule whose text is open. */
  rule = $state<string | null>(null);
  /** Whether an action is on its way. */
  pending = $state(false);
  /** The hexes the board should show: a new array for everything that happens. */
  focus = $state.raw<readonly string[]>([]);
  /** The deed that is being played on the board. */
  stage = $state.raw<Stage | null>(null);
  /** Whether the game is going on by itself until something is asked. */
  goingOn = $state(false);
  /** Read out by screen readers. */
  announcement = $state('');

  /** What is said at the table. */
  readonly chat: Chat;
  readonly clocks = new Clocks();
  readonly replay = new Replay(this);
  readonly enemy = new EnemyTurn(this);
  readonly hand = new Hand(this);
  readonly guidance = new Guidance(this);

  /** What was told, unless the player has read it in the chat. */
  readonly notice = $derived.by(() => (this.told == null || this.chat.hasRead(this.told) ? null : this.told));
  readonly view = $derived(this.replay.view ?? this.enemy.view ?? this.live);
  readonly log = $derived.by(() => {
    if (this.replay.view != null) return this.replay.view.log;
    return this.enemy.on ? this.liveLog.slice(0, this.enemy.told) : this.liveLog;
  });
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
  /** What a page of this game's booklet is called. */
  readonly pageWord = $derived(this.scene?.displays.find((display) => display.type === 'pages')?.word ?? 'Page');
  readonly asked = $derived(this.scene?.prompt.seat ?? null);
  /** Dice that people have to throw before the game goes on. */
  readonly dice = $derived(this.replay.on || this.enemy.on ? null : (this.live?.dice ?? null));
  /** Whether somebody has still to accept that dice are typed. */
  readonly unagreed = $derived(
    !this.replay.on && this.live?.scene.outcome == null && (this.terms?.waiting.length ?? 0) > 0,
  );
  /** Whether nobody can act before something else has happened. */
  private readonly held = $derived(this.live?.dice != null || this.unagreed);
  /** The seat this screen acts for now. */
  readonly acting = $derived(
    this.replay.on || this.enemy.on || this.held || this.asked == null || !this.yours.includes(this.asked)
      ? null
      : this.asked,
  );
  readonly choices: Choice[] = $derived(
    this.acting == null ? [] : this.guidance.only(onTheBoard(this.scene?.choices ?? [], this.counters)),
  );
  /** Units that have not acted yet, in the order of the board. */
  readonly ready: Counter[] = $derived(
    this.acting == null ? [] : (this.scene?.counters ?? []).filter((counter) => counter.state === 'ready'),
  );
  /** Whether this is a server for several people, not one's own machine. */
  readonly online = $derived(session.server?.local === false);
  /** Whether others sit at screens of their own. */
  readonly apart = $derived(this.online && this.info != null && overTheNet(this.info));
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
  readonly canUndo = $derived(
    !this.replay.on && !this.enemy.on && (this.live?.can_undo ?? false) && this.connection === 'open',
  );
  readonly overlay = $derived(this.overlays.find((overlay) => overlay.id === this.overlayId) ?? null);

  private readonly wagers: Wagers;
  private socket: TableConnection | null = null;
  private readonly outbox = new Outbox((wish) => this.socket?.send(wish) ?? false);
  /** Whether the next view is the first one of a new connection. */
  private fresh = true;
  private readonly gone = new AbortController();
  private plans = new Map<number, (plan: Plan | null) => void>();
  private readonly questions = new Map<number, (answer: Answer) => void>();
  private lastId = 0;
  /** The seat whose shadings have been loaded. */
  private shadedFor: Seat | null = null;
  /** Every unit that was ever seen, with its name and side: the log goes on naming those that are gone. */
  private readonly known = new Map<string, Counter>();
  private fade: ReturnType<typeof setTimeout> | undefined;
  private onward: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    public keys: readonly string[],
  ) {
    this.guidance.recall();
    this.wagers = new Wagers(id);
    this.chat = new Chat(id, (message) => this.socket?.send(message) ?? false);
  }

  async open(): Promise<void> {
    const { signal } = this.gone;
    try {
      const given = this.keys;
      if (given.length === 0) this.keys = keysHeld(this.id);
      const info = await patiently(
        () => api.tableInfo(this.id, this.keys),
        (why) => (this.unanswered = why),
        signal,
      );
      if (this.keys.length === 0) this.keys = api.keysOf(info);
      await session.load();
      this.know(info);
      if (this.online) {
        await this.useSoundKeys(info);
        if (given.length > 0) hideKeys(this.id, this.keys);
        const way = this.shutOut(info);
        if (way != null) {
          location.replace(way);
          return;
        }
      }
      this.board = await api.board(this.id);
      this.unanswered = null;
      this.connect();
      const [rules, symbols] = await Promise.all([api.rules(info.game).catch(() => []), loadSymbols()]);
      this.rules = new Map(rules.map((rule) => [rule.id, rule]));
      this.symbols = symbols;
    } catch (error) {
      if (signal.aborted) return;
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  private connect(): void {
    this.socket?.close();
    this.socket = lineTo(api.socketAddress(this.id), this.keys);
    this.socket.listen({
      message: (message) => this.receive(message),
      state: (state) => this.changed(state),
    });
  }

  /** Drops keys that the host has made void: with one of them the server refuses all. */
  private async useSoundKeys(info: TableInfo): Promise<void> {
    const opened = info.seats.filter(isMine).length + (info.is_host ? 1 : 0);
    if (this.keys.length <= opened) return;
    const opens = async (key: string): Promise<boolean> => (await api.mine([{ id: this.id, keys: [key] }])).length > 0;
    const sound = await Promise.all(this.keys.map(opens));
    const gone = this.keys.filter((_, index) => sound[index] !== true);
    this.keys = this.keys.filter((key) => !gone.includes(key));
    dropKeys(this.id, gone);
  }

  /** Where somebody goes who may not see this table: to a free seat, if there is one for anybody. Nowhere else is an error. */
  private shutOut(info: TableInfo): string | null {
    const seen = this.keys.length > 0 || info.seats.some(isMine) || (info.over && info.public);
    if (seen) return null;
    const free = info.open ? info.seats.find(isFree) : null;
    if (free != null) return joinHash(info.id, free.id);
    throw new Error('You need the link of a seat, or the link for spectators: ask the host of the game for one.');
  }

  /** Asks once more who sits where. */
  async refreshInfo(): Promise<void> {
    this.know(await api.tableInfo(this.id, this.keys));
  }

  /** After a break: the host may have given this seat to somebody else, or the table may be gone. */
  private async stillHere(): Promise<void> {
    const sat = this.info?.seats.some(isMine) ?? false;
    try {
      await this.refreshInfo();
    } catch (error) {
      // Whatever else it is, the connection comes back by itself.
      if (!(error instanceof api.ApiError) || (error.status !== 404 && error.status !== 410)) return;
      this.leaveFor('This game was deleted.');
      return;
    }
    const { info } = this;
    if (info == null) return;
    const before = this.keys.length;
    await this.useSoundKeys(info).catch(() => undefined);
    if (this.keys.length === before || this.gone.signal.aborted) return;
    if (this.keys.length > 0 || info.seats.some(isMine)) this.connect();
    else {
      this.leaveFor(
        sat
          ? 'The host has given your seat to somebody else, and your key opens nothing any more.'
          : 'The host has made the link for spectators void.',
      );
    }
  }

  private leaveFor(why: string): void {
    this.failure = why;
    forgetTable(this.id);
    this.close();
  }

  private know(info: TableInfo): void {
    this.info = info;
    this.chat.sitsAt(info.seats.filter(isMine).map(({ id }) => id));
    if (info.clock == null) return;
    this.clocks.seconds = info.clock.seconds;
    this.clocks.hear(info.clock);
  }

  /** Gives the game up. */
  resign(seat: Seat): void {
    this.socket?.send({ type: 'resign', seat });
  }

  close(): void {
    this.gone.abort();
    this.clocks.stop();
    clearTimeout(this.fade);
    clearTimeout(this.onward);
    this.enemy.end(false);
    clearTimeout(this.onward);
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
    const counter = this.counters.get(unit) ?? this.known.get(unit);
    return counter == null ? (this.absent.get(unit) ?? unit) : counter.name || counter.kind;
  }

  /** The side of a unit, on the board or off it. */
  seatOf(unit: string): Seat | undefined {
    return (this.counters.get(unit) ?? this.known.get(unit))?.seat;
  }

  /** The address of the set-up page with the settings of this game. */
  get again(): string {
    if (this.info == null) return '#/';
    const { game, scenario, settings, seats } = this.info;
    return againHash(game, scenario, {
      settings: Object.fromEntries(settings.map(({ id, value }) => [id, value])),
      players: seats.map(({ player }) => player),
      dice: this.info.dice,
      net: overTheNet(this.info) ? (mySeats(this.info)[0]?.id ?? null) : null,
    });
  }

  /** Hands the file of the game to the browser, when it is over: until then the server keeps its secrets. */
  async saveFile(): Promise<void> {
    download(`${this.info?.scenario ?? 'game'}-${this.id}.opfire`, await api.gameFile(this.id, this.keys));
  }

  isBot(seat: Seat | null): boolean {
    return seat != null && (this.players[seat] ?? 'human') !== 'human';
  }

  act(actions: string[]): void {
    if (this.acting == null) return;
    this.guidance.strayed = !this.guidance.allows(actions);
    if (!this.guidance.strayed) this.send(this.acting, actions);
  }

  private send(seat: Seat, actions: string[]): void {
    if (this.live == null || this.pending || actions.length === 0) return;
    this.refused = null;
    this.enemy.close();
    const { seq, scene } = this.live;
    const oddsOf = (action: string) => scene.choices.find((choice) => choice.action === action)?.odds ?? null;
    this.wagers.place(seq + 1, seat, actions.map(oddsOf));
    this.pending = true;
    this.outbox.put({ type: 'act', seq, seat, actions: [...actions] });
  }

  /** Takes a click back that waits for the connection. */
  takeBack(): void {
    this.outbox.clear();
    this.pending = false;
    this.goingOn = false;
  }

  /** Lets the game go on until there is something to decide; a player who sees no deeds by themselves may want one action only. */
  goOn(action: string): void {
    this.goingOn = pace.value !== 'instant' || stopAfterEach.value === 'off';
    this.act([action]);
    if (!this.pending) this.goingOn = false;
  }

  /** Whether the live game waits for a decision of this screen, or for nothing any more. */
  get decides(): boolean {
    const { live } = this;
    if (live == null || live.scene.outcome != null || live.closed != null || live.dice != null) return true;
    const { seat } = live.scene.prompt;
    return seat != null && this.yours.includes(seat) && this.nextByItself == null;
  }

  /** The only thing to do, if there is nothing to decide about it. */
  private get nextByItself(): Choice | null {
    const choices = this.live?.scene.choices ?? [];
    const [own, ...more] = choices;
    if (own?.kind === 'by-itself' && more.length === 0) return own;
    const [only, ...others] = choices.filter((choice) => choice.kind !== 'pass');
    return only?.kind === 'go-on' && others.length === 0 ? only : null;
  }

  /** Stops what [`goOn`] began. */
  halt(): void {
    this.goingOn = false;
    clearTimeout(this.onward);
  }

  /** The next step of the game by itself, if that is all there is to do. */
  goOnward(): void {
    clearTimeout(this.onward);
    // It goes on when the dice have been typed.
    if (this.live?.dice != null) return;
    const next = this.nextByItself;
    const seat = this.live?.scene.prompt.seat ?? null;
    if (next == null || seat == null || !this.yours.includes(seat) || this.replay.on) {
      this.goingOn = false;
      return;
    }
    const shown = this.enemy.on;
    if (next.kind === 'by-itself') this.onward = setTimeout(() => this.send(seat, [next.action]), aMoment());
    else if (shown) this.send(seat, [next.action]);
    else if (this.goingOn) this.onward = setTimeout(() => this.goingOn && this.act([next.action]), PACES[pace.value]);
  }

  /** Hands over what people threw; `null` lets the program throw this once. */
  throw(faces: number[] | null): void {
    if (this.live?.dice == null || this.throwing) return;
    const { seq, dice } = this.live;
    this.diceProblem = null;
    this.throwing = this.socket?.send({ type: 'dice', seq, known: dice.known, faces }) ?? false;
    if (!this.throwing) this.diceProblem = 'There is no connection. Try again when it is back.';
  }

  /** Accepts typed dice for all seats of this screen. */
  accept(): void {
    this.socket?.send({ type: 'accept' });
  }

  undo(): void {
    if (this.live == null || !this.canUndo || this.pending) return;
    const { viewer } = this.live;
    const seat = typeof viewer === 'object' ? viewer.seat : this.yours[0];
    if (seat == null) return;
    this.refused = null;
    this.pending = true;
    this.outbox.put({ type: 'undo', seq: this.live.seq, seat });
  }

  askPlan(units: string[]): Promise<Plan | null> {
    const id = ++this.lastId;
    const seat = this.acting;
    if (seat == null) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.plans.clear();
      this.plans.set(id, (plan) => resolve(this.guidance.planned(plan)));
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
    if (answer?.type !== 'look') throw new Error(NO_ANSWER);
    if (answer.look == null) throw new Error(answer.error ?? NO_ANSWER);
    return answer.look;
  }

  /** Everything a hex sees at this moment of the game. */
  async askField(from: string): Promise<Field> {
    const answer = await this.question((id, seat) => ({ type: 'field', id, seat, from }));
    if (answer?.type !== 'field') throw new Error(NO_ANSWER);
    if (answer.field == null) throw new Error(answer.error ?? NO_ANSWER);
    return answer.field;
  }

  /** Why what the player points at cannot be done now; nothing if nobody answers. */
  async askWhyNot(pointed: Pointed): Promise<WhyNot[]> {
    const answer = await this.question((id, seat) => ({ type: 'why-not', id, seat, pointed }));
    return answer?.type === 'why-not' ? answer.answers : [];
  }

  /** What the enemy could do in its own turn to units in a hex, or where they stand; `null` if that cannot be said. */
  async askThreats(units: readonly string[], hex: string | null): Promise<Threats | null> {
    const answer = await this.question((id, seat) => ({ type: 'threats', id, seat, units: [...units], hex }));
    return answer?.type === 'threats' ? answer.threats : null;
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
    // A player's screen shows the bot's deeds one by one: it need not wait for them too. Whoever only watches gets them as they come.
    const shown = this.yours.length > 0 && pace.value !== 'instant';
    this.socket?.send({ type: 'pace', milliseconds: shown ? AT_ONCE : PACES[pace.value] });
    this.enemy.pace();
  }

  light(hexes: readonly string[], units: readonly string[]): void {
    this.spotlight = { hexes, units };
  }

  dark(): void {
    this.spotlight = NO_LIGHT;
  }

  /** Turns the board to these entries, as the replay passes them. */
  look(news: readonly Entry[], still = false): void {
    this.focus = placesOf(news, (unit) => this.counters.get(unit)?.hex);
    const deed = deedsOf(news).findLast(({ kind }) => kind === 'shot' || kind === 'move');
    this.stage = deed == null ? null : this.staged(deed, { still });
  }

  /** Plays a deed on the board, reads it out and turns the board to it. */
  perform(deed: Deed, how: { start?: string | undefined; still: boolean }): void {
    this.stage = this.staged(deed, how);
    this.notes = [];
    const places = placesOf(deed.entries, (unit) => this.counters.get(unit)?.hex);
    this.focus = deed.kind === 'shot' || deed.kind === 'move' ? deed.main.hexes : places;
    this.announcement = deed.entries.map((entry) => entry.text).join(' ');
    this.hand.refresh();
  }

  /** After the deeds of the others: the live game again. */
  resume(): void {
    this.stage = null;
    this.hand.refresh();
    this.focus = this.focusOn([]);
    this.goOnward();
  }

  private staged(deed: Deed, { start, still }: { start?: string | undefined; still: boolean }): Stage {
    if (!still) for (const [name, wait] of soundsOf(deed)) play(name, wait * quickness());
    return { id: ++this.lastId, deed, way: deed.kind === 'move' ? wayOf(deed, start) : deed.main.hexes, still };
  }

  private changed(state: ConnectionState): void {
    this.connection = state;
    // A player who comes back hears it again.
    this.told = null;
    if (state !== 'open') {
      if (state === 'lost' && this.online && !this.fresh) void this.stillHere();
      this.fresh = true;
      this.throwing = false;
      for (const id of [...this.questions.keys()]) this.answer(id, null);
      return;
    }
    this.sendPace();
    this.shadedFor = null;
  }

  private receive(message: Heard): void {
    switch (message.type) {
      case 'view':
        this.show(message);
        break;
      case 'refused':
        if (message.action === 'dice') {
          this.throwing = false;
          this.diceProblem = message.text;
          this.announcement = message.text;
          break;
        }
        if (message.action === 'say' || message.action === 'report' || message.action === 'block') {
          this.chat.problem = message.text;
          break;
        }
        this.takeBack();
        this.refuse({ text: message.text, rule: message.refusal?.rule ?? null });
        this.announcement = message.text;
        break;
      case 'notice':
        this.told = message.text;
        this.announcement = message.text ?? '';
        break;
      case 'terms':
        this.terms = message;
        if (message.waiting.length === 0) this.goOnward();
        break;
      case 'seats':
        this.seated(message);
        break;
      case 'chat': {
        const line = this.chat.hear(message);
        if (line != null) this.announcement = line.place === TABLE ? line.text : `${line.name}: ${line.text}`;
        break;
      }
      case 'reported':
        this.chat.wasReported(message.number);
        break;
      case 'clock':
        this.clocks.hear(message);
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
      case 'why-not':
      case 'threats':
        this.answer(message.id, message);
        break;
    }
  }

  private show(message: ViewMessage): void {
    const first = this.yours.length !== message.yours.length;
    this.yours = message.yours;
    this.players = message.players;
    if (first) this.sendPace();
    this.take(message.view);
    // Now the seed of the dice is told.
    if (this.online && message.view.scene.outcome != null && this.info?.over === false) {
      void this.refreshInfo().catch(() => undefined);
    }
    if (this.enemy.on) return;
    this.hand.refresh();
    this.goOnward();
  }

  /** Somebody has sat down or was sent away, or the table is to be deleted. */
  private seated({ seats, doomed }: Extract<Heard, { type: 'seats' }>): void {
    if (this.info == null) return;
    const now = new Map(seats.map((one) => [one.seat, one]));
    this.info = { ...this.info, doomed, seats: this.info.seats.map((seat) => ({ ...seat, ...now.get(seat.seat) })) };
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
    if (view.dice?.known !== before?.dice?.known || view.seq !== before?.seq) this.diceProblem = null;
    this.throwing = false;
    // What was clicked before a break may be what is declared.
    if (this.fresh && view.dice == null) this.outbox.again(view.seq);
    else this.outbox.clear();
    this.fresh = false;
    this.pending = this.outbox.waits;
    for (const counter of view.scene.counters) this.known.set(counter.id, counter);
    // Only now do we know who sits here: each side has its own shadings.
    if (this.overlayId != null || (this.acting ?? this.yours[0] ?? 0) !== this.shadedFor) this.askOverlays();
    if (before == null) {
      this.focus = this.focusOn([]);
      return;
    }
    const news = since(this.liveLog, before.seq);
    this.wagers.settle(news);
    if (this.enemy.hear(before, view)) return;
    this.focus = this.focusOn(news);
    this.tell(news);
    this.draw(view.seq < before.seq ? [] : news, before);
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

  private draw(news: readonly Entry[], before: View): void {
    const deed = deedsOf(news).findLast(({ kind }) => kind === 'shot' || kind === 'move');
    clearTimeout(this.fade);
    if (deed == null) {
      this.stage = null;
      return;
    }
    const start = before.scene.counters.find(({ id }) => id === deed.doer)?.hex;
    this.stage = this.staged(deed, { start, still: false });
    this.fade = setTimeout(() => (this.stage = null), STAGE_LASTS);
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
