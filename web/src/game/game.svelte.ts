import { getContext, setContext } from 'svelte';

import { Guidance } from '../guide/guidance.svelte';
import { lineTo } from '../lib/ahead';
import * as api from '../lib/api';
import { TABLE } from '../lib/chat';
import { onTheBoard } from '../lib/choices';
import type { ConnectionState, Heard, TableConnection } from '../lib/connection';
import { download } from '../lib/download';
import { mergeLog, since } from '../lib/log';
import type { Seen } from '../lib/pages';
import { againHash } from '../lib/route';
import { mySeats, isMine, overTheNet } from '../lib/seats';
import { curtain, PACES, pace } from '../lib/settings.svelte';
import { Chat } from '../net/chat.svelte';
import { Clocks } from '../net/clocks.svelte';
import type { Choice } from '../types/Choice';
import type { Counter } from '../types/Counter';
import type { Entry } from '../types/Entry';
import type { Plan } from '../types/Plan';
import type { Seat } from '../types/Seat';
import type { SeatInfo } from '../types/SeatInfo';
import type { TableInfo } from '../types/TableInfo';
import type { ToServer } from '../types/ToServer';
import type { View } from '../types/View';
import { Arrival } from './arrival.svelte';
import { Course } from './course.svelte';
import { EnemyTurn } from './enemy.svelte';
import { Hand } from './hand.svelte';
import { Questions } from './questions';
import { Replay } from './replay.svelte';
import { Scenery } from './scenery.svelte';
import { Shadings } from './shadings.svelte';
import { Stage } from './stage.svelte';
import { TypedDice } from './typed.svelte';
import { Waiting } from './waiting.svelte';

type ViewMessage = Extract<Heard, { type: 'view' }>;
type RefusedMessage = Extract<Heard, { type: 'refused' }>;

/** The pause between two actions of a bot while this screen shows them at its own pace. */
const AT_ONCE = 40;

/** One table as this screen knows it: what the server said, and nothing computed from rules. Its parts hold a concern each. */
export class Game {
  live = $state.raw<View | null>(null);
  liveLog = $state.raw<Entry[]>([]);
  yours = $state.raw<Seat[]>([]);
  players = $state.raw<string[]>([]);
  connection = $state<ConnectionState>('connecting');
  /** What everybody at the table should know, as long as it is true. */
  private told = $state<string | null>(null);
  /** The rule whose text is open. */
  rule = $state<string | null>(null);
  /** The seat whose player has said that he is at the screen. */
  present = $state<Seat | null>(null);
  /** How far the pages of the booklet have been seen; `null` until the first of them lay open. */
  pagesSeen: Seen | null = null;

  private readonly say = (message: ToServer): boolean => this.socket?.send(message) ?? false;
  private readonly gone = new AbortController();

  readonly arrival: Arrival;
  /** What is said at the table. */
  readonly chat: Chat;
  readonly clocks = new Clocks();
  readonly scenery = new Scenery(() => this.scene);
  readonly questions = new Questions(this.say, () => this.looker);
  readonly shadings = new Shadings((seat) => this.say({ type: 'overlays', id: this.questions.number(), seat }));
  readonly typed = new TypedDice(this.say);
  readonly stage = new Stage(this);
  readonly course = new Course(this, this.say);
  readonly replay = new Replay(this);
  readonly enemy = new EnemyTurn(this);
  readonly hand = new Hand(this);
  readonly guidance = new Guidance(this);
  readonly waiting = new Waiting(this);

  /** What was told, unless the player has read it in the chat. */
  readonly notice = $derived.by(() => (this.told == null || this.chat.hasRead(this.told) ? null : this.told));
  readonly view = $derived(this.replay.view ?? this.enemy.view ?? this.live);
  readonly log = $derived.by(() => {
    if (this.replay.view != null) return this.replay.view.log;
    return this.enemy.on ? this.liveLog.slice(0, this.enemy.told) : this.liveLog;
  });
  readonly scene = $derived(this.view?.scene ?? null);
  readonly seats: SeatInfo[] = $derived(this.view?.seats ?? []);
  /** What a page of this game's booklet is called. */
  readonly pageWord = $derived(this.scene?.displays.find((display) => display.type === 'pages')?.word ?? 'Page');
  readonly asked = $derived(this.scene?.prompt.seat ?? null);
  /** Dice that people have to throw before the game goes on. */
  readonly dice = $derived(this.replay.on || this.enemy.on ? null : (this.live?.dice ?? null));
  /** Whether somebody has still to accept that dice are typed. */
  readonly unagreed = $derived(
    !this.replay.on && this.live?.scene.outcome == null && (this.typed.terms?.waiting.length ?? 0) > 0,
  );
  /** Whether nobody can act before something else has happened. */
  private readonly held = $derived(this.live?.dice != null || this.unagreed);
  /** The seat this screen acts for now. */
  readonly acting = $derived(
    this.replay.on || this.enemy.on || this.held || this.asked == null || !this.yours.includes(this.asked)
      ? null
      : this.asked,
  );
  readonly choices: Choice[] = $derived.by(() =>
    this.acting == null ? [] : this.guidance.only(onTheBoard(this.scene?.choices ?? [], this.counters)),
  );
  /** Units that have not acted yet, in the order of the board. */
  readonly ready: Counter[] = $derived(
    this.acting == null ? [] : (this.scene?.counters ?? []).filter((counter) => counter.state === 'ready'),
  );
  readonly hotSeat = $derived(this.yours.length > 1);
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

  private socket: TableConnection | null = null;
  /** Whether the next view is the first one of a new connection. */
  private fresh = true;

  constructor(
    readonly id: string,
    keys: readonly string[],
  ) {
    this.arrival = new Arrival(
      id,
      keys,
      { known: (info) => this.know(info), connect: () => this.connect(), close: () => this.close() },
      this.gone.signal,
    );
    this.guidance.recall();
    this.chat = new Chat(id, this.say);
  }

  // What nearly everything on the table asks for.
  get info(): TableInfo | null {
    return this.arrival.info;
  }

  get keys(): readonly string[] {
    return this.arrival.keys;
  }

  get board(): Scenery['board'] {
    return this.scenery.board;
  }

  get rules(): Scenery['rules'] {
    return this.scenery.rules;
  }

  get hexes(): Scenery['hexes'] {
    return this.scenery.hexes;
  }

  get stacks(): Scenery['stacks'] {
    return this.scenery.stacks;
  }

  get counters(): Scenery['counters'] {
    return this.scenery.counters;
  }

  nameOf(unit: string): string {
    return this.scenery.nameOf(unit);
  }

  seatOf(unit: string): Seat | undefined {
    return this.scenery.seatOf(unit);
  }

  seat(seat: Seat | null): SeatInfo | null {
    return this.seats.find((info) => info.seat === seat) ?? null;
  }

  isBot(seat: Seat | null): boolean {
    return seat != null && (this.players[seat] ?? 'human') !== 'human';
  }

  /** The seat for which this screen asks. */
  private get looker(): Seat {
    return this.acting ?? this.shownFor ?? this.yours[0] ?? 0;
  }

  async open(): Promise<void> {
    try {
      const info = await this.arrival.come();
      if (info == null) return;
      this.scenery.board = await api.board(this.id);
      this.arrival.unanswered = null;
      this.connect();
      await this.scenery.load(info.game);
    } catch (error) {
      if (this.gone.signal.aborted) return;
      this.arrival.failure = error instanceof Error ? error.message : String(error);
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

  private know(info: TableInfo): void {
    this.chat.sitsAt(info.seats.filter(isMine).map(({ id }) => id));
    if (info.clock == null) return;
    this.clocks.seconds = info.clock.seconds;
    this.clocks.hear(info.clock);
  }

  /** Gives the game up. */
  resign(seat: Seat): void {
    this.say({ type: 'resign', seat });
  }

  close(): void {
    this.gone.abort();
    this.clocks.stop();
    this.stage.close();
    this.course.close();
    this.enemy.end(false);
    this.waiting.stop();
    this.replay.stop();
    this.socket?.close();
  }

  retry(): void {
    this.socket?.retry();
  }

  /** Whether the side that acts here would fire at it, on a shared screen, too. Players of one side have its colours. */
  isEnemy({ seat }: Counter): boolean {
    const acting = this.seat(this.acting);
    return acting != null && this.seat(seat)?.colours !== acting.colours;
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
  async saveFile(secrets = false): Promise<void> {
    download(`${this.info?.scenario ?? 'game'}-${this.id}.opfire`, await api.gameFile(this.id, this.keys, secrets));
  }

  /** The player for whom this screen shows the game is there. */
  uncover(): void {
    this.present = this.shownFor;
    this.course.uncovered();
  }

  /** Where units can go; nothing if this screen does not act. */
  async askPlan(units: string[]): Promise<Plan | null> {
    if (this.acting == null) return null;
    return this.guidance.planned(await this.questions.plan(this.acting, units));
  }

  sendPace(): void {
    // A player's screen shows the bot's deeds one by one: it need not wait for them too. Whoever only watches gets them
    // as they come.
    const shown = this.yours.length > 0 && pace.value !== 'instant';
    this.say({ type: 'pace', milliseconds: shown ? AT_ONCE : PACES[pace.value] });
    this.enemy.pace();
  }

  /** After the deeds of the others: the live game again. */
  resume(): void {
    this.stage.rest();
    this.hand.refresh();
    this.course.goOnward();
  }

  private changed(state: ConnectionState): void {
    this.connection = state;
    // A player who comes back hears it again.
    this.told = null;
    if (state !== 'open') {
      if (state === 'lost' && this.arrival.online && !this.fresh) void this.arrival.stillHere();
      this.fresh = true;
      this.typed.sending = false;
      this.questions.drop();
      return;
    }
    this.sendPace();
    this.shadings.forget();
  }

  private receive(message: Heard): void {
    switch (message.type) {
      case 'view':
        this.show(message);
        break;
      case 'refused':
        this.wasRefused(message);
        break;
      case 'notice':
        this.told = message.text;
        this.stage.announcement = message.text ?? '';
        break;
      case 'terms':
        this.typed.terms = message;
        if (message.waiting.length === 0) this.course.goOnward();
        break;
      case 'seats':
        this.arrival.seated(message);
        break;
      case 'next-game':
        this.arrival.goToNext();
        break;
      case 'later':
        // An answer that does not come keeps nobody waiting.
        this.questions.planned(message.id, null);
        this.questions.answered(message.id, null);
        this.course.refuse({ text: message.text, rule: null });
        this.stage.announcement = message.text;
        break;
      case 'chat': {
        const line = this.chat.hear(message);
        if (line != null) this.stage.announcement = line.place === TABLE ? line.text : `${line.name}: ${line.text}`;
        break;
      }
      case 'reported':
        this.chat.wasReported(message.number);
        break;
      case 'clock':
        this.clocks.hear(message);
        break;
      case 'plan':
        this.questions.planned(message.id, message.plan);
        break;
      case 'overlays':
        this.shadings.all = message.overlays;
        break;
      case 'look':
      case 'field':
      case 'why-not':
      case 'threats':
      case 'openings':
        this.questions.answered(message.id, message);
        break;
    }
  }

  private wasRefused({ action, text, refusal }: RefusedMessage): void {
    if (action === 'say' || action === 'report' || action === 'block') {
      this.chat.problem = text;
      return;
    }
    this.stage.announcement = text;
    if (action === 'dice') {
      this.typed.refuse(text);
      return;
    }
    this.course.takeBack();
    this.course.refuse({ text, rule: refusal?.rule ?? null });
  }

  private show(message: ViewMessage): void {
    const first = this.yours.length !== message.yours.length;
    this.yours = message.yours;
    this.players = message.players;
    if (first) this.sendPace();
    this.take(message.view);
    // Now the seed of the dice is told.
    if (this.arrival.online && message.view.scene.outcome != null && this.info?.over === false) {
      void this.arrival.refresh().catch(() => undefined);
    }
    if (this.enemy.on) return;
    this.hand.refresh();
    this.waiting.goOn();
    const rest = this.acting == null ? [] : this.guidance.onward();
    if (rest.length > 0) this.course.act(rest);
    this.course.goOnward();
  }

  private take(view: View): void {
    const before = this.live;
    this.live = view;
    this.liveLog = mergeLog(this.liveLog, view);
    this.typed.hear(before, view);
    this.course.hear(view, this.fresh);
    this.fresh = false;
    this.scenery.remember(view.scene.counters);
    // Only now do we know who sits here.
    this.shadings.refresh(this.acting ?? this.yours[0] ?? 0);
    if (before == null) {
      this.stage.focus = this.stage.focusOn([]);
      return;
    }
    const news = since(this.liveLog, before.seq);
    if (this.waiting.hear(before, view)) {
      this.stage.played = null;
      return;
    }
    if (this.enemy.hear(before, view)) return;
    this.stage.tell(news, before, view);
  }
}

const KEY = Symbol('game');

export function provideGame(game: Game): void {
  setContext(KEY, game);
}

export function useGame(): Game {
  return getContext(KEY);
}
