import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { answerTo, askAhead, dropAhead } from './ahead';

const asked = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>();

beforeEach(() => {
  asked.mockReset();
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  dropAhead();
  vi.unstubAllGlobals();
});

it('takes an answer that was asked for ahead, once', async () => {
  asked.mockImplementation(() => Promise.resolve(new Response('early')));
  askAhead('/api/x');
  expect(await (await answerTo('/api/x')).text()).toBe('early');
  expect(asked).toHaveBeenCalledTimes(1);
  await answerTo('/api/x');
  expect(asked).toHaveBeenCalledTimes(2);
});

it('asks again for what nobody answered, or somebody in between', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve(new Response('', { status: 502 }))];
  for (const early of answers) {
    asked.mockImplementationOnce(() => early).mockImplementationOnce(() => Promise.resolve(new Response('now')));
    askAhead('/api/x');
    expect(await (await answerTo('/api/x')).text()).toBe('now');
  }
});

it('forgets what the page before did not take', async () => {
  asked.mockImplementationOnce(() => Promise.resolve(new Response('of the page before')));
  askAhead('/api/x');
  dropAhead();
  asked.mockImplementationOnce(() => Promise.resolve(new Response('now')));
  expect(await (await answerTo('/api/x')).text()).toBe('now');
});

it('shows keys in a header, ahead and later, and takes no answer that was given to others', async () => {
  asked.mockImplementation(() => Promise.resolve(new Response('told')));
  askAhead('/api/x', ['mine']);
  await answerTo('/api/x', ['mine']);
  expect(asked).toHaveBeenCalledTimes(1);
  askAhead('/api/x', ['mine']);
  await answerTo('/api/x', ['other']);
  await answerTo('/api/x');
  expect(asked.mock.calls).toEqual([
    ['/api/x', { headers: { 'opfire-key': 'mine' } }],
    ['/api/x', { headers: { 'opfire-key': 'mine' } }],
    ['/api/x', { headers: { 'opfire-key': 'other' } }],
    ['/api/x', { headers: {} }],
  ]);
});
