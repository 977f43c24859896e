import { ApiError } from './api';
import { backoff } from './connection';

/** What a page says that was kept in the browser. */
const ONWARD = 'This page goes on by itself as soon as it answers.';

/** Nobody answers, or somebody in between says that the program does not. */
const ABSENT: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** Asks until the server answers, with growing pauses; `waits` hears why. Whatever the server itself says ends it. */
export async function patiently<T>(
  ask: () => Promise<T>,
  waits: (why: string) => void,
  signal: AbortSignal,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || !ABSENT.has(error.status) || signal.aborted) throw error;
      waits(`${error.message} ${ONWARD}`);
      await new Promise((resolve) => setTimeout(resolve, backoff(attempt, Math.random())));
      signal.throwIfAborted();
    }
  }
}
