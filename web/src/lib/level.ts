import type { Level } from '../types/Level';

/** From what a newcomer can play to what asks for experience. */
export const LEVELS: readonly Level[] = ['first', 'easy', 'medium', 'hard'];

export const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  first: 'to learn with',
  easy: 'easy',
  medium: 'medium',
  hard: 'demanding',
};

/** From the easiest to the hardest: "easy to demanding". */
export function levelSpan(levels: readonly Level[]): string {
  const words = LEVELS.filter((level) => levels.includes(level)).map((level) => LEVEL_WORDS[level]);
  const [first = '', last = first] = [words[0], words.at(-1)];
  return first === last ? first : `${first} to ${last}`;
}
