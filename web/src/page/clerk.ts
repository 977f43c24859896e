// The work of the worker without the worker: it asks the program, keeps what is to be kept, and only then sends what is to be sent.

import type { Door } from './door';
import type { FromWorker, Question, ToWorker } from './messages';
import type { Write } from './store';

/** What the clerk needs of the store. */
export interface Shelf {
  brought(id: string, printing: string | null): Promise<string>;
  write(writes: readonly Write[]): Promise<void>;
}

/** 64 bits that nobody could know before. */
function chance(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
}

/** What a player reads when the browser does not keep his game. */
export function unkept(error: unknown): string {
  const full = error instanceof DOMException && error.name === 'QuotaExceededError';
  const why = full ? 'This browser has no room left' : `This browser does not keep it (${String(error)})`;
  return `${why}: what you do now is lost when this page is closed. Save the file of this game, or throw away old games.`;
}

export class Clerk {
  /** One thing after the other: what is sent later was done later. */
  private last: Promise<unknown> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** What could not be kept yet. */
  private unsaved: Write[] = [];

  constructor(
    private readonly door: Door,
    private readonly shelf: Shelf,
    private readonly post: (message: FromWorker) => void,
  ) {}

  hear(message: Exclude<ToWorker, { type: 'begin' }>): Promise<void> {
    return this.inTurn(async () => {
      if (message.type === 'ask') await this.answer(message.id, message.question);
      else if (message.type === 'connect') await this.connect(message.screen, message.address, message.keys);
      else if (message.type === 'say') this.door.hear(message.screen, message.message, Date.now(), chance());
      else this.door.hang_up(message.screen);
      await this.finish();
    });
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Brings the actions of a game that is asked about and not in memory. */
  private async fetch(address: string): Promise<void> {
    const wanted = this.door.wants(address);
    if (wanted == null) return;
    const { id, printing } = JSON.parse(wanted) as { id: string; printing: string | null };
    this.door.bring(id, await this.shelf.brought(id, printing), Date.now());
  }

  private async answer(id: number, question: Question): Promise<void> {
    await this.fetch(question.address);
    const reply = this.door.answer(JSON.stringify(question), Date.now(), chance());
    const { status, mime, body } = reply;
    reply.free();
    // A new game is there when it is kept.
    await this.keep();
    this.post({ type: 'answer', id, status, mime, body });
  }

  private async connect(screen: number, address: string, keys: string[]): Promise<void> {
    await this.fetch(address);
    const why = this.door.connect(screen, address, keys, Date.now());
    this.post(why == null ? { type: 'connected', screen } : { type: 'closed', screen, why });
  }

  /** Keeps what is to be kept, and tells those who look on if that fails. */
  private async keep(): Promise<void> {
    const fresh: Write[] = [];
    for (let write = this.door.write(); write != null; write = this.door.write())
      fresh.push(JSON.parse(write) as Write);
    if (fresh.length === 0) return;
    const writes = [...this.unsaved, ...fresh];
    const games = new Set(writes.flatMap((write) => (write.type === 'row' ? [write.id] : [])));
    try {
      await this.shelf.write(writes);
      const late = this.unsaved.length > 0;
      this.unsaved = [];
      if (late) for (const id of games) this.door.tell(id);
    } catch (error) {
      this.unsaved = writes;
      for (const id of games) this.door.tell(id, unkept(error));
    }
  }

  private async finish(): Promise<void> {
    await this.keep();
    for (let letter = this.door.letter(); letter != null; letter = this.door.letter()) {
      this.post({ type: 'letter', screen: letter.screen, message: letter.message });
      letter.free();
    }
    this.wait();
  }

  /** Lets the bot that is asked act, after its pause. */
  private wait(): void {
    if (this.timer != null) clearTimeout(this.timer);
    this.timer = null;
    const turn = this.door.bot();
    if (turn == null) return;
    const { table, pause } = turn;
    turn.free();
    const act = async (): Promise<void> => {
      this.door.bot_acts(table, Date.now(), chance());
      await this.finish();
    };
    this.timer = setTimeout(() => {
      this.inTurn(act).catch((error: unknown) => this.post({ type: 'crashed', why: String(error) }));
    }, pause);
  }
}
