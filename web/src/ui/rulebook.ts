import { getContext, setContext } from 'svelte';

import type { RuleEntry } from '../types/RuleEntry';

/** The rules of the game on this page, and the one whose text is open. */
export interface Rulebook {
  readonly rules: ReadonlyMap<string, RuleEntry>;
  rule: string | null;
}

const KEY = Symbol('rules');

export function provideRules(book: Rulebook): void {
  setContext(KEY, book);
}

export function useRules(): Rulebook {
  return getContext(KEY);
}
