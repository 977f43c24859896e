import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { ApiError } from './api';
import { patiently } from './patience';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const silent = new ApiError(0, 'no answer');
const between = new ApiError(502, 'no answer');

it('asks again until there is an answer', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(silent).mockRejectedValueOnce(between);
  ask.mockResolvedValueOnce('here');
  const waits = vi.fn<(why: string) => void>();
  const answer = patiently(ask, waits, new AbortController().signal);
  await vi.runAllTimersAsync();
  expect(await answer).toBe('here');
  expect(waits).toHaveBeenCalledTimes(2);
  expect(waits.mock.lastCall?.[0]).toMatch(/^no answer This page goes on by itself/);
});

it('takes a refusal for an answer', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValue(new ApiError(404, 'no such table'));
  await expect(patiently(ask, vi.fn(), new AbortController().signal)).rejects.toThrow('no such table');
  expect(ask).toHaveBeenCalledTimes(1);
});

it('asks no more once nobody waits', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValue(silent);
  const gone = new AbortController();
  const answer = patiently(ask, () => gone.abort(), gone.signal);
  const refused = expect(answer).rejects.toThrow();
  await vi.runAllTimersAsync();
  await refused;
  expect(ask).toHaveBeenCalledTimes(1);
});
