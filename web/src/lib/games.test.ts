import { expect, test } from 'vitest';

// The client draws any game, so no word of one belongs in it: such words come in the view. What is here for all games
// is listed with the reason.

const SOURCES = import.meta.glob<string>(['../**/*.svelte', '../**/*.ts', '../**/*.css'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Words of one game, as parts of words, with the files that may hold them. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  // The games themselves.
  'open-fire': [],
  divisions: [],
  // Open Fire.
  platoon: [],
  paragraph: [],
  // A browser calls its leave to notify a permission.
  mission: ['../net/turnNotice.ts'],
  campaign: [],
  crew: [],
  sighting: [],
  perception: [],
  initiative: [],
  defilade: [],
  'action round': [],
  'out of command': [],
  panic: [],
  squad: [],
  // The hatching of a flag or a counter is not the hatch of a tank.
  hatch: ['../ui/Flag.svelte', '../ui/CounterFace.svelte', '../lib/schemes.ts'],
  // Divisions.
  company: [],
  companies: [],
  battalion: [],
  headquarters: [],
  chit: [],
  // `Counter.formation` is a field of every view.
  formation: ['../ui/CounterFace.svelte', '../side/UnitPanel.svelte'],
  // Nations: content says how they look.
  german: [],
  soviet: [],
  british: [],
  italian: [],
  finnish: [],
  american: [],
  tiger: [],
  panzer: [],
  ammunition: [],
  vehicle: [],
};

function isClient(path: string): boolean {
  return !path.includes('/types/') && !/\.test\.ts$|\/fixtures\.ts$|\/screen\//.test(path);
}

/** The files of the client with this word in them. */
function holding(word: string): string[] {
  const files = Object.entries(SOURCES).filter(([path]) => isClient(path));
  return files.filter(([, text]) => text.toLowerCase().includes(word)).map(([path]) => normal(path));
}

/** Files beside this test come as `./x.ts`. */
function normal(path: string): string {
  return path.startsWith('./') ? `../lib/${path.slice(2)}` : path;
}

test('the sources are found', () => {
  expect(Object.keys(SOURCES).filter(isClient).length).toBeGreaterThan(80);
});

test.each(Object.entries(WORDS))('no code for one game says "%s"', (word, general) => {
  expect(holding(word).toSorted()).toEqual([...general].toSorted());
});
