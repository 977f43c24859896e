import { deflateRawSync } from 'node:zlib';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { backoff, TableConnection, type ConnectionState, type Heard } from './connection';

/** A socket that does what the test says. */
class Line {
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string | ArrayBuffer }) => void) | null = null;

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.drop();
  }

  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  drop(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  tellPacked(message: unknown): void {
    const packed = deflateRawSync(JSON.stringify(message));
    this.onmessage?.({
      data: packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength) as ArrayBuffer,
    });
  }
}

let lines: Line[] = [];
let states: ConnectionState[] = [];
/** How each socket was asked for. */
let asked: [string, string[]][] = [];
let heard: Heard[] = [];

function connect(): TableConnection {
  lines = [];
  asked = [];
  states = [];
  heard = [];
  const listener = {
    message: (message: Heard) => heard.push(message),
    state: (state: ConnectionState) => states.push(state),
  };
  const connection = unheard();
  connection.listen(listener);
  return connection;
}

function unheard(): TableConnection {
  return new TableConnection('ws://table', ['seat', 'host'], (address, protocols) => {
    asked.push([address, protocols]);
    const line = new Line();
    lines.push(line);
    return line as unknown as WebSocket;
  });
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('waits longer and longer, but never for long', () => {
  expect([0, 1, 2, 20].map((n) => backoff(n, 0))).toEqual([400, 800, 1600, 8000]);
  expect(backoff(0, 1)).toBe(300);
});

it('comes back by itself', () => {
  const connection = connect();
  lines[0]?.accept();
  lines[0]?.drop();
  expect(states).toEqual(['connecting', 'open', 'lost']);
  expect(connection.send({ type: 'pace', milliseconds: 0 })).toBe(false);
  vi.advanceTimersByTime(500);
  lines[1]?.accept();
  // With the same keys, and they are in no address.
  const once = ['ws://table', ['opfire.v1', 'opfire.key.seat', 'opfire.key.host']];
  expect(asked).toEqual([once, once]);
  expect(states.at(-1)).toBe('open');
  expect(connection.send({ type: 'pace', milliseconds: 0 })).toBe(true);
  expect(lines[1]?.sent).toEqual(['{"type":"pace","milliseconds":0}']);
});

it('tells who comes late what has happened', () => {
  lines = [];
  const connection = unheard();
  lines[0]?.accept();
  lines[0]?.tell({ type: 'notice', text: 'early' });
  const told: unknown[] = [];
  connection.listen({ message: (message) => told.push(message), state: (state) => told.push(state) });
  lines[0]?.tell({ type: 'notice', text: 'late' });
  expect(told).toEqual(['connecting', 'open', { type: 'notice', text: 'early' }, { type: 'notice', text: 'late' }]);
});

it('stays away once it was closed', () => {
  const connection = connect();
  lines[0]?.accept();
  connection.close();
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1);
});

const FIRST = { type: 'view', number: 4, view: { seq: 1, log: ['a'], log_from: 0 }, yours: [0], players: ['human'] };
const SECOND = { type: 'change', number: 6, base: 4, edit: { set: { seq: 2 } }, log_from: 1, log: ['b'] };

it('makes the view from what changed', () => {
  connect();
  const [line] = lines;
  line?.accept();
  line?.tell(FIRST);
  line?.tell(SECOND);
  const view = { seq: 2, log: ['b'], log_from: 1 };
  expect(heard[1]).toEqual({ type: 'view', number: 6, view, yours: [0], players: ['human'] });
  line?.tell({ type: 'change', number: 7, base: 6, edit: { set: { seq: 3 } }, log_from: 2, log: [] });
  expect(heard[2]).toMatchObject({ number: 7, view: { seq: 3 } });
  expect(line?.sent).toEqual([]);
});

it('asks for the whole view when a change does not fit', () => {
  connect();
  const [line] = lines;
  line?.accept();
  line?.tell(FIRST);
  line?.tell({ ...SECOND, base: 5 });
  expect(line?.sent).toEqual(['{"type":"whole"}']);
  line?.tell({ ...FIRST, number: 6 });
  line?.tell({ ...SECOND, base: 6, number: 7, edit: { set: { nothing: 1 } } });
  expect(line?.sent).toHaveLength(2);
  expect(heard).toHaveLength(2);
});

it('starts anew on a new line', () => {
  connect();
  lines[0]?.accept();
  lines[0]?.tell(FIRST);
  lines[0]?.drop();
  vi.advanceTimersByTime(500);
  lines[1]?.accept();
  lines[1]?.tell(SECOND);
  expect(lines[1]?.sent).toEqual(['{"type":"whole"}']);
});

it('unpacks large messages and keeps their order', async () => {
  vi.useRealTimers();
  connect();
  const [line] = lines;
  line?.accept();
  line?.tellPacked(FIRST);
  line?.tell(SECOND);
  line?.tell({ type: 'overlays', id: 1, overlays: [] });
  await vi.waitFor(() => expect(heard).toHaveLength(3));
  expect(heard.map((message) => message.type)).toEqual(['view', 'view', 'overlays']);
  expect(heard[1]).toMatchObject({ number: 6, view: { seq: 2 } });
  line?.tell({ type: 'overlays', id: 2, overlays: [] });
  expect(heard).toHaveLength(4);
});
