import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { answerTo, askAhead, dropAhead } from './ahead';

const asked = vi.fn<(path: string) => Promise<Response>>();

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
