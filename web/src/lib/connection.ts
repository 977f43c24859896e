import { apply, Misfit } from './difference';
import { keyProtocols } from './keys';
import { transport } from './transport';
import type { ToClient } from '../types/ToClient';
import type { ToServer } from '../types/ToServer';
import type { View } from '../types/View';

export type ConnectionState = 'connecting' | 'open' | 'lost';

type ViewMessage = Extract<ToClient, { type: 'view' }>;
type ChangeMessage = Extract<ToClient, { type: 'change' }>;

/** What a listener hears: changes have already been applied, so every view is whole, with the log from `log_from` on. */
export type Heard = Exclude<ToClient, ChangeMessage>;

interface Listener {
  message(message: Heard): void;
  state(state: ConnectionState): void;
}

type OpenSocket = (address: string, protocols: string[]) => WebSocket;

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;

/** How long to wait before the n-th attempt, counted from 0: doubles up to eight seconds, with up to a quarter taken off. */
export function backoff(attempt: number, random: number): number {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(attempt, 10));
  return Math.round(wait * (1 - random / 4));
}

/** The text of a message. Large ones come packed. */
async function unpack(data: string | ArrayBuffer): Promise<string> {
  if (typeof data === 'string') return data;
  const unpacked = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(unpacked).text();
}

/** Applies a change to the last view; `null` if it was meant for another. */
export function change(last: ViewMessage | null, message: ChangeMessage): ViewMessage | null {
  if (last?.number !== message.base) return null;
  try {
    const view = apply(last.view, message.edit) as View;
    const { log, log_from } = message;
    return { ...last, number: message.number, view: { ...view, log, log_from } };
  } catch (error) {
    if (error instanceof Misfit) return null;
    throw error;
  }
}

/** A WebSocket to one table that comes back by itself. The server sends the whole view first, so nothing is lost. */
export class TableConnection {
  private socket: WebSocket | null = null;
  private listener: Listener | null = null;
  /** What happened before anybody listened. */
  private unheard: ((listener: Listener) => void)[] = [];
  /** The last view, to which the next change applies. */
  private last: ViewMessage | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly address: string,
    private readonly keys: readonly string[],
    private readonly open: OpenSocket = (url, protocols) => transport().socket(url, protocols),
  ) {
    this.connect();
  }

  /** From now on `listener` hears everything, beginning with what has already come. */
  listen(listener: Listener): void {
    this.listener = listener;
    for (const tell of this.unheard.splice(0)) tell(listener);
  }

  private tell(what: (listener: Listener) => void): void {
    if (this.listener == null) this.unheard.push(what);
    else what(this.listener);
  }

  private tellState(state: ConnectionState): void {
    this.tell((listener) => listener.state(state));
  }

  private tellMessage(message: Heard): void {
    this.tell((listener) => listener.message(message));
  }

  /** Whether the connection is open, or about to be. */
  get stands(): boolean {
    return this.socket != null;
  }

  /** Sends if the connection is open, and says whether it did: what waits for the connection is kept by others. */
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
    // Not the first one: until it succeeds, the connection is lost.
    this.attempt = 1;
    this.connect();
  }

  private connect(): void {
    const socket = this.open(this.address, keyProtocols(this.keys));
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    this.last = null;
    this.tellState(this.attempt === 0 ? 'connecting' : 'lost');
    socket.onopen = () => {
      this.attempt = 0;
      this.tellState('open');
    };
    // Unpacking takes a moment: messages that arrive in the meantime wait their turn.
    let before: Promise<void> | null = null;
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (before == null && typeof event.data === 'string') {
        this.hear(socket, event.data);
        return;
      }
      const text = unpack(event.data);
      const turn = Promise.resolve(before)
        .then(() => text)
        .then((unpacked) => this.hear(socket, unpacked))
        .catch(() => socket.close())
        .finally(() => {
          if (before === turn) before = null;
        });
      before = turn;
    };
    socket.onclose = () => {
      if (this.closed || this.socket !== socket) return;
      this.socket = null;
      this.tellState('lost');
      this.timer = setTimeout(() => this.connect(), backoff(this.attempt, Math.random()));
      this.attempt += 1;
    };
  }

  private hear(socket: WebSocket, text: string): void {
    if (this.socket !== socket) return;
    const message = JSON.parse(text) as ToClient;
    if (message.type === 'view') {
      this.last = message;
      this.tellMessage(message);
    } else if (message.type === 'change') {
      this.last = change(this.last, message);
      if (this.last == null) this.send({ type: 'whole' });
      else this.tellMessage(this.last);
    } else {
      this.tellMessage(message);
    }
  }
}
