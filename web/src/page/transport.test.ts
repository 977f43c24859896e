// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { FromWorker, ToWorker } from './messages';
import { WorkerTransport } from './transport';

/** A worker that does nothing by itself. */
class FakeWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: (() => void) | null = null;
  told: ToWorker[] = [];
  ended = false;

  postMessage(message: ToWorker): void {
    this.told.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  says(message: FromWorker): void {
    this.onmessage?.({ data: message });
  }
}

let workers: FakeWorker[] = [];

function transport(): WorkerTransport {
  workers = [];
  return new WorkerTransport(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  URL.createObjectURL = () => 'blob:picture';
});

describe('a page without a server', () => {
  it('asks its worker as it would ask a server', async () => {
    const page = transport();
    expect(workers[0]?.told[0]?.type).toBe('begin');
    const asked = page.fetch('/api/tables?x=1', { method: 'POST', headers: { 'opfire-key': 'a, b' }, body: '{}' });
    const question = { method: 'POST', address: '/api/tables?x=1', keys: ['a', 'b'], body: '{}' };
    expect(workers[0]?.told[1]).toEqual({ type: 'ask', id: 1, question });
    workers[0]?.says({ type: 'answer', id: 1, status: 422, mime: 'application/json', body: '{"error":"no"}' });
    const answer = await asked;
    expect([answer.status, await answer.json()]).toEqual([422, { error: 'no' }]);
    const gone = page.fetch('/api/tables/a', { method: 'DELETE' });
    workers[0]?.says({ type: 'answer', id: 2, status: 204, mime: 'application/json', body: '' });
    expect((await gone).status).toBe(204);
  });

  it('begins anew when its worker has stopped, and lets the client come back', async () => {
    const page = transport();
    const socket = page.socket('ws://here/api/tables/a/ws', ['opfire.v1', 'opfire.key.german']);
    const told = workers[0]?.told.at(-1);
    expect(told).toEqual({ type: 'connect', screen: 1, address: '/api/tables/a/ws', keys: ['german'] });
    const closed = vi.fn();
    socket.onclose = closed;
    const asked = page.fetch('/api/games');
    workers[0]?.says({ type: 'crashed', why: 'unreachable' });
    await expect(asked).rejects.toThrow('unreachable');
    expect(closed).toHaveBeenCalledOnce();
    expect([workers[0]?.ended, workers.length, workers[1]?.told[0]?.type]).toEqual([true, 2, 'begin']);
  });

  it('has a picture drawn once, and says where it is when it is there', async () => {
    const page = transport();
    const address = '/api/maps/divisions/cagny/map.svg?numbers=0';
    expect([page.picture(address), page.picture(address)]).toEqual(['', '']);
    expect(workers[0]?.told.length).toBe(2);
    workers[0]?.says({ type: 'answer', id: 1, status: 200, mime: 'image/svg+xml', body: '<svg/>' });
    await vi.waitFor(() => expect(page.picture(address)).toBe('blob:picture'));
    expect(workers[0]?.told.length).toBe(2);
  });
});
