import type { ToClient } from '../types/ToClient';
import type { ToServer } from '../types/ToServer';

export type ConnectionState = 'connecting' | 'open' | 'lost';

interface Listener {
  message(message: ToClient): void;
  state(state: ConnectionState): void;
}

type OpenSocket = (address: string) => WebSocket;

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;

/** How long to wait before the n-th attempt, counted from 0: doubles up to eight seconds, with up to a quarter taken off. */
export function backoff(attempt: number, random: number): number {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(attempt, 10));
  return Math.round(wait * (1 - random / 4));
}

/** A WebSocket to one table that comes back by itself. The server sends the whole view first, so nothing is lost. */
export class TableConnection {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
    private readonly open: OpenSocket = (url) => new WebSocket(url),
  ) {
    this.connect();
  }

  /** Sends if the connection stands, and says whether it did: what a player saw before a break must not be done after it. */
  send(message: ToServer): boolean {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
    this.socket = null;
  }

  /** Tries at once, for a player who does not want to wait. */
  retry(): void {
    clearTimeout(this.timer);
    this.attempt = 0;
    this.connect();
  }

  private connect(): void {
    const socket = this.open(this.address);
    this.socket = socket;
    this.listener.state(this.attempt === 0 ? 'connecting' : 'lost');
    socket.onopen = () => {
      this.attempt = 0;
      this.listener.state('open');
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.listener.message(JSON.parse(event.data) as ToClient);
    };
    socket.onclose = () => {
      if (this.closed || this.socket !== socket) return;
      this.socket = null;
      this.listener.state('lost');
      this.timer = setTimeout(() => this.connect(), backoff(this.attempt, Math.random()));
      this.attempt += 1;
    };
  }
}
