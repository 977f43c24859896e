import type { ToServer } from '../types/ToServer';

/** What a player asks the server to do. It names the moment it was chosen in, so the server never does it in another one. */
export type Wish = Extract<ToServer, { type: 'act' | 'undo' }>;

/** Keeps the last click until the server has answered it: a click just before or during a break is not lost. */
export class Outbox {
  private wish: Wish | null = null;

  constructor(private readonly send: (wish: Wish) => boolean) {}

  /** Whether a click waits for its answer. */
  get waits(): boolean {
    return this.wish != null;
  }

  put(wish: Wish): void {
    this.wish = wish;
    this.send(wish);
  }

  /** The server has answered, or the player has taken the click back. */
  clear(): void {
    this.wish = null;
  }

  /** After a break: sends the click again if the game still stands where it was chosen. If not, it was done, or is too late. */
  again(seq: number): void {
    if (this.wish?.seq === seq) this.send(this.wish);
    else this.clear();
  }
}
