import * as api from '../lib/api';
import { dropKeys, forgetTable } from '../lib/keyring';
import { patiently } from '../lib/patience';
import { joinHash } from '../lib/route';
import { isFree, isMine, isPerson, overTheNet } from '../lib/seats';
import { hideKeys, keysHeld } from '../net/arrive';
import { session } from '../net/session.svelte';
import type { TableInfo } from '../types/TableInfo';
import type { TableSeat } from '../types/TableSeat';

/** What a table does when this screen learns something about its place there. */
interface Hears {
  /** Who sits where. */
  known(info: TableInfo): void;
  /** The keys are others than before. */
  connect(): void;
  close(): void;
}

/** How this screen comes to a table: with which keys, who sits there, and what sends it away. */
export class Arrival {
  info = $state.raw<TableInfo | null>(null);
  failure = $state<string | null>(null);
  /** Why the table is not there yet, while this screen keeps asking for it. */
  unanswered = $state<string | null>(null);

  /** Whether this is a server for several people, not one's own machine. */
  readonly online = $derived(session.server?.local === false);
  /** Whether the game is played again at the same table: by several people, who are asked. */
  readonly rematches = $derived(
    this.online && this.info != null && this.info.seats.filter(isPerson).length > 1 && overTheNet(this.info),
  );
  /** Whether others sit at screens of their own. */
  readonly apart = $derived(this.online && this.info != null && overTheNet(this.info));

  constructor(
    private readonly id: string,
    public keys: readonly string[],
    private readonly table: Hears,
    private readonly gone: AbortSignal,
  ) {}

  /** Asks who sits there until somebody answers; `null` if this screen goes elsewhere. */
  async come(): Promise<TableInfo | null> {
    const given = this.keys;
    if (given.length === 0) this.keys = keysHeld(this.id);
    const info = await patiently(
      () => api.tableInfo(this.id, this.keys),
      (why) => (this.unanswered = why),
      this.gone,
    );
    if (this.keys.length === 0) this.keys = api.keysOf(info);
    await session.load();
    this.know(info);
    if (!this.online) return info;
    await this.useSoundKeys(info);
    if (given.length > 0) hideKeys(this.id, this.keys);
    const way = this.shutOut(info);
    if (way != null) location.replace(way);
    return way == null ? info : null;
  }

  /** Asks once more who sits where. */
  async refresh(): Promise<void> {
    this.know(await api.tableInfo(this.id, this.keys));
  }

  /** Asks the others whether they play again, or says yes to it. */
  async playAgain(): Promise<void> {
    this.know(await api.playAgain(this.id, this.keys));
  }

  /** Says no to it. */
  async playNoMore(): Promise<void> {
    this.know(await api.playNoMore(this.id, this.keys));
  }

  /** Somebody has sat down or was sent away, or the table is to be deleted. */
  seated({
    seats,
    doomed,
    again,
  }: Pick<TableInfo, 'doomed' | 'again'> & { seats: readonly Partial<TableSeat>[] }): void {
    if (this.info == null) return;
    const now = new Map(seats.map((one) => [one.seat, one]));
    this.info = {
      ...this.info,
      doomed,
      again,
      seats: this.info.seats.map((seat) => ({ ...seat, ...now.get(seat.seat) })),
    };
  }

  /** After a break: the host may have given this seat to somebody else, or the table may be gone. */
  async stillHere(): Promise<void> {
    const sat = this.info?.seats.some(isMine) ?? false;
    try {
      await this.refresh();
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
    if (this.keys.length === before || this.gone.aborted) return;
    if (this.keys.length > 0 || info.seats.some(isMine)) this.table.connect();
    else {
      this.leaveFor(
        sat
          ? 'The host has given your seat to somebody else, and your key opens nothing any more.'
          : 'The host has made the link for spectators void.',
      );
    }
  }

  /** All want to play again: the next game is at the same place, and everything on this screen begins anew. */
  goToNext(): void {
    this.table.close();
    dispatchEvent(new HashChangeEvent('hashchange'));
  }

  private know(info: TableInfo): void {
    if (this.info != null && this.info.past !== info.past) {
      this.goToNext();
      return;
    }
    this.info = info;
    this.table.known(info);
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

  private leaveFor(why: string): void {
    this.failure = why;
    forgetTable(this.id);
    this.table.close();
  }
}
