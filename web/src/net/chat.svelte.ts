import { lastRead, markRead, mergeChat, readIn, unreadIn } from '../lib/chat';
import type { Heard } from '../lib/connection';
import type { ChatLine } from '../types/ChatLine';
import type { ToServer } from '../types/ToServer';

/** What is said at a table, and how much of it this player has not read. */
export class Chat {
  lines = $state.raw<ChatLine[]>([]);
  /** Places whose lines this player does not want. */
  blocked = $state.raw<ReadonlySet<string>>(new Set());
  /** Lines that were reported from here. */
  reported = $state.raw<ReadonlySet<number>>(new Set());
  /** Why the last line was not said. */
  problem = $state('');
  private read = $state(-1);
  /** The places of this screen. */
  private mine = $state.raw<readonly string[]>([]);

  readonly shown = $derived(this.lines.filter(({ place }) => !this.blocked.has(place)));
  readonly unread = $derived(unreadIn(this.shown, this.read, this.mine));

  constructor(
    private readonly table: string,
    private readonly send: (message: ToServer) => boolean,
  ) {
    this.read = lastRead(table);
  }

  /** Takes what the server told; gives the newest line of others, for those who cannot see it. */
  hear({ lines, all, blocked }: Extract<Heard, { type: 'chat' }>): ChatLine | null {
    const before = this.lines.at(-1)?.number ?? -1;
    const first = this.lines.length === 0 && all;
    this.lines = mergeChat(this.lines, lines, all);
    this.blocked = new Set(blocked);
    if (first) return null;
    return this.shown.findLast(({ number, place }) => number > before && !this.mine.includes(place)) ?? null;
  }

  sitsAt(places: readonly string[]): void {
    this.mine = places;
  }

  isMine(line: ChatLine): boolean {
    return this.mine.includes(line.place);
  }

  /** Whether the player has read here what the table was told. */
  hasRead(text: string): boolean {
    return readIn(this.lines, this.read, text);
  }

  /** Says whether it was sent. */
  say(text: string): boolean {
    this.problem = '';
    return this.send({ type: 'say', text });
  }

  /** No longer hears what is said from a place, or hears it again; the server tells all lines anew. */
  block(place: string, on: boolean): void {
    this.problem = '';
    this.send({ type: 'block', place, on });
  }

  report(number: number, why: string): void {
    this.problem = '';
    this.send({ type: 'report', number, why });
  }

  wasReported(number: number): void {
    this.reported = new Set([...this.reported, number]);
  }

  /** The player has seen all there is. */
  seen(): void {
    const last = this.lines.at(-1)?.number ?? -1;
    if (last <= this.read) return;
    this.read = last;
    markRead(this.table, last);
  }
}
