import { afterEach, describe, expect, it, vi } from 'vitest';

import { Clerk, unkept } from './clerk';
import type { Door, Letter, Reply, Turn } from './door';
import type { FromWorker } from './messages';
import type { Write } from './store';

/** A program that keeps a row whenever it hears something, and answers with a letter. */
class FakeDoor implements Door {
  heard: string[] = [];
  told: (string | undefined)[] = [];
  wanted: string | undefined;
  brought: string[] = [];
  bots = 0;
  private letters: string[] = [];
  private writes: string[] = [];

  wants = (): string | undefined => this.wanted;
  bring = (_id: string, brought: string): void => {
    this.brought.push(brought);
    this.wanted = undefined;
  };
  answer = (request: string): Reply => {
    this.heard.push(request);
    return { status: 200, mime: 'text/plain', body: 'yes', free: () => undefined };
  };
  connect = (_screen: number, address: string): string | undefined =>
    address.includes('none') ? 'no such game' : undefined;
  hear = (_screen: number, message: string): void => {
    this.heard.push(message);
    this.writes.push(JSON.stringify({ type: 'row', id: 'a', row: message }));
    this.letters.push(`to ${message}`);
  };
  hang_up = (): void => undefined;
  letter = (): Letter | undefined => {
    const message = this.letters.shift();
    return message == null ? undefined : { screen: 1, message, free: () => undefined };
  };
  write = (): string | undefined => this.writes.shift();
  bot = (): Turn | undefined => (this.bots > 0 ? { pause: 350, table: 'a', free: () => undefined } : undefined);
  bot_acts = (): void => {
    this.bots -= 1;
    this.hear(1, 'bot');
  };
  tell = (_table: string, notice?: string): void => {
    this.told.push(notice);
  };
}

function office(write: (writes: readonly Write[]) => Promise<void> = () => Promise.resolve()) {
  const events: string[] = [];
  const door = new FakeDoor();
  const shelf = {
    brought: (id: string, printing: string | null) => Promise.resolve(`${id} ${printing}`),
    write: async (writes: readonly Write[]) => {
      await write(writes);
      events.push(`kept ${writes.length}`);
    },
  };
  const post = (message: FromWorker): number =>
    events.push(message.type === 'letter' ? message.message : message.type === 'answer' ? message.body : message.type);
  return { door, events, clerk: new Clerk(door, shelf, post) };
}

const say = (message: string) => ({ type: 'say', screen: 1, message }) as const;

afterEach(() => vi.useRealTimers());

describe('the clerk of a page', () => {
  it('sends nothing before it is kept, and one thing after the other', async () => {
    const { clerk, events } = office(() => new Promise((resolve) => setTimeout(resolve, 5)));
    await Promise.all([clerk.hear(say('one')), clerk.hear(say('two'))]);
    expect(events).toEqual(['kept 1', 'to one', 'kept 1', 'to two']);
  });

  it('brings a game that is not in memory before it is asked about', async () => {
    const { clerk, door, events } = office();
    door.wanted = '{"id":"a","printing":null}';
    const question = { method: 'GET', address: '/api/tables/a', keys: [], body: '' };
    await clerk.hear({ type: 'ask', id: 3, question });
    expect([door.brought, door.heard.length, events]).toEqual([['a null'], 1, ['yes']]);
    await clerk.hear({ type: 'connect', screen: 2, address: '/api/tables/none/ws', keys: [] });
    expect(events).toEqual(['yes', 'closed']);
  });

  it('says when nothing can be kept, tries again with the next, and says when it is kept', async () => {
    let full = true;
    const kept: Write[][] = [];
    const { clerk, door } = office((writes) => {
      if (full) return Promise.reject(new DOMException('full', 'QuotaExceededError'));
      kept.push([...writes]);
      return Promise.resolve();
    });
    await clerk.hear(say('one'));
    expect(door.told).toEqual([expect.stringContaining('This browser has no room left')]);
    full = false;
    await clerk.hear(say('two'));
    expect(kept.map((writes) => writes.length)).toEqual([2]);
    expect(door.told[1]).toBeUndefined();
    await clerk.hear(say('three'));
    expect([door.told.length, kept.length]).toEqual([2, 2]);
  });

  it('lets bots act after their pause, one after the other', async () => {
    vi.useFakeTimers();
    const { clerk, door, events } = office();
    door.bots = 2;
    await clerk.hear(say('go'));
    await vi.advanceTimersByTimeAsync(349);
    expect(door.bots).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(door.bots).toBe(1);
    await vi.advanceTimersByTimeAsync(350);
    expect([door.bots, events.at(-1)]).toEqual([0, 'to bot']);
  });

  it('says a defect of the browser in its own words', () => {
    expect(unkept(new Error('odd'))).toContain('Error: odd');
  });
});
