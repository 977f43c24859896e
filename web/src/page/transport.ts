// A table without a server: what the client otherwise asks over the net is asked of a worker of this page.

import { SvelteMap } from 'svelte/reactivity';

import type { Transport } from '../lib/transport';
import type { FromWorker, ToWorker } from './messages';
import { WorkerSocket } from './socket';

/** Where the program lies, seen from the page: `make page` says. */
const ENGINE = import.meta.env['VITE_PAGE_ENGINE'] as string | undefined;

interface Waiting {
  resolve(response: Response): void;
  reject(error: Error): void;
}

/** The part of an address that the program reads. */
const path = (address: string): string => {
  const at = new URL(address, location.href);
  return `${at.pathname.slice(Math.max(0, at.pathname.indexOf('/api/')))}${at.search}`;
};

export class WorkerTransport implements Transport {
  private worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private readonly sockets = new Map<number, WorkerSocket>();
  /** What is drawn, by its address; empty as long as it is being drawn. */
  private readonly pictures = new SvelteMap<string, string>();
  private readonly drawing = new Set<string>();
  private count = 0;

  constructor(private readonly hire: () => Worker) {
    this.worker = this.begin();
  }

  private begin(): Worker {
    const worker = this.hire();
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.hear(event.data);
    worker.onerror = () => this.fail('the program could not be loaded');
    worker.postMessage({ type: 'begin', root: new URL('.', location.href).href, engine: ENGINE ?? 'engine/' });
    return worker;
  }

  private tell(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private hear(message: FromWorker): void {
    if (message.type === 'answer') {
      const body = message.status === 204 ? null : message.body;
      const headers = { 'content-type': message.mime };
      this.waiting.get(message.id)?.resolve(new Response(body, { status: message.status, headers }));
      this.waiting.delete(message.id);
    } else if (message.type === 'connected') this.sockets.get(message.screen)?.opened();
    else if (message.type === 'letter') this.sockets.get(message.screen)?.heard(message.message);
    else if (message.type === 'closed') {
      // The client hears the reason when it asks about the table, and tries again.
      const socket = this.sockets.get(message.screen);
      this.sockets.delete(message.screen);
      socket?.closed();
    } else this.fail(message.why);
  }

  /** Lets a worker go that has lost its way, and begins anew with what was kept: the client comes back by itself. */
  private fail(why: string): void {
    console.error(`opfire: the program has stopped and begins again: ${why}`);
    this.worker.terminate();
    const [waiting, sockets] = [[...this.waiting.values()], [...this.sockets.values()]];
    this.waiting.clear();
    this.sockets.clear();
    this.worker = this.begin();
    for (const { reject } of waiting) reject(new Error(why));
    for (const socket of sockets) socket.closed();
  }

  fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const [id, method] = [(this.count += 1), init.method ?? 'GET'];
    const keys = (new Headers(init.headers).get('opfire-key') ?? '').split(', ').filter((key) => key !== '');
    const body = typeof init.body === 'string' ? init.body : '';
    // Somebody begins a game: now he is there to be asked, by browsers that ask.
    if (method === 'POST') void askToKeep();
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.tell({ type: 'ask', id, question: { method, address: path(address), keys, body } });
    });
  }

  socket(address: string, protocols: string[]): WebSocket {
    const screen = (this.count += 1);
    const socket = new WorkerSocket(screen, path(address), protocols, (message) => {
      if (message.type === 'hang-up') this.sockets.delete(screen);
      this.tell(message);
    });
    this.sockets.set(screen, socket);
    return socket as unknown as WebSocket;
  }

  picture(address: string): string {
    const drawn = this.pictures.get(address);
    if (drawn == null && !this.drawing.has(address)) void this.draw(address);
    return drawn ?? '';
  }

  private async draw(address: string): Promise<void> {
    this.drawing.add(address);
    try {
      const response = await this.fetch(address);
      if (response.ok) this.pictures.set(address, URL.createObjectURL(await response.blob()));
    } catch {
      // Whoever asks again has it drawn again.
    } finally {
      this.drawing.delete(address);
    }
  }
}

/** Asks the browser not to throw the games away when its disk is full. */
let asked = false;
async function askToKeep(): Promise<void> {
  if (asked || !('storage' in navigator)) return;
  asked = true;
  try {
    await navigator.storage.persist();
  } catch {
    // It keeps them as long as it likes.
  }
}

export const workerTransport = (): WorkerTransport =>
  new WorkerTransport(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
