import type { ToWorker } from './messages';

const KEY = 'opfire.key.';

/** A line to the worker that looks like a WebSocket, as far as the client uses one. */
export class WorkerSocket {
  binaryType: BinaryType = 'arraybuffer';
  readyState = 0;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(
    private readonly screen: number,
    address: string,
    protocols: string[],
    private readonly tell: (message: ToWorker) => void,
  ) {
    const keys = protocols.filter((word) => word.startsWith(KEY)).map((word) => word.slice(KEY.length));
    tell({ type: 'connect', screen, address, keys });
  }

  send(message: string): void {
    this.tell({ type: 'say', screen: this.screen, message });
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.tell({ type: 'hang-up', screen: this.screen });
  }

  opened(): void {
    if (this.readyState === 3) return;
    this.readyState = 1;
    this.onopen?.(new Event('open'));
  }

  heard(message: string): void {
    if (this.readyState === 1) this.onmessage?.(new MessageEvent('message', { data: message }));
  }

  closed(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.();
  }
}
