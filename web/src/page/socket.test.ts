import { describe, expect, it } from 'vitest';

import { TableConnection } from '../lib/connection';
import type { ToWorker } from './messages';
import { WorkerSocket } from './socket';

describe('a line to the worker', () => {
  it('is what the connection of a table takes for a WebSocket', () => {
    const told: ToWorker[] = [];
    const sockets: WorkerSocket[] = [];
    const connection = new TableConnection('/api/tables/a/ws', ['german'], (address, protocols) => {
      const socket = new WorkerSocket(7, address, protocols, (message) => told.push(message));
      sockets.push(socket);
      return socket as unknown as WebSocket;
    });
    const heard: string[] = [];
    connection.listen({ message: ({ type }) => heard.push(type), state: (state) => heard.push(state) });
    expect(told).toEqual([{ type: 'connect', screen: 7, address: '/api/tables/a/ws', keys: ['german'] }]);
    expect(connection.send({ type: 'whole' })).toBe(false);
    sockets[0]?.opened();
    sockets[0]?.heard('{"type":"notice","text":"news"}');
    expect(connection.send({ type: 'whole' })).toBe(true);
    expect(told.at(-1)).toEqual({ type: 'say', screen: 7, message: '{"type":"whole"}' });
    sockets[0]?.closed();
    sockets[0]?.heard('{"type":"notice","text":"late"}');
    expect(heard).toEqual(['connecting', 'open', 'notice', 'lost']);
    connection.close();
  });
});
