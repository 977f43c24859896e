import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { backoff, TableConnection, type ConnectionState } from './connection';

/** A socket that does what the test says. */
class Line {
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

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
}

let lines: Line[] = [];
let states: ConnectionState[] = [];

function connect(): TableConnection {
  lines = [];
  states = [];
  const listener = { message: vi.fn(), state: (state: ConnectionState) => states.push(state) };
  return new TableConnection('ws://table', listener, () => {
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
  expect(states.at(-1)).toBe('open');
  expect(connection.send({ type: 'pace', milliseconds: 0 })).toBe(true);
  expect(lines[1]?.sent).toEqual(['{"type":"pace","milliseconds":0}']);
});

it('stays away once it was closed', () => {
  const connection = connect();
  lines[0]?.accept();
  connection.close();
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1);
});
