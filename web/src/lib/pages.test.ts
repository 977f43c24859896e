import { expect, test } from 'vitest';

import { entry } from './fixtures';
import { endOfStory, pagesOf, newPages, pageToOpen, seenOf, tells } from './pages';

const opens = (number: string): ReturnType<typeof entry> =>
  entry(`Paragraph ${number}.`, { page: { number, opens: true } });
const on = (number: string, text: string): ReturnType<typeof entry> => entry(text, { page: { number, opens: false } });

test('a page holds what happened on it, also after a page within it', () => {
  const pages = pagesOf([
    opens('101'),
    on('101', 'A shutter bangs.'),
    opens('102'),
    on('102', 'Prints.'),
    on('101', 'On.'),
  ]);
  expect(pages.map(({ number, lines }) => [number, lines.map(({ text }) => text)])).toEqual([
    ['101', ['A shutter bangs.', 'On.']],
    ['102', ['Prints.']],
  ]);
});

test('a page that is read again is a page of its own', () => {
  const pages = pagesOf([opens('946'), on('946', 'once'), entry('between'), opens('946'), on('946', 'twice')]);
  expect(pages.map(({ lines }) => lines[0]?.text)).toEqual(['once', 'twice']);
});

test('a page on which nothing came about tells nothing', () => {
  const [page] = pagesOf([opens('505'), entry('waits', { tone: 'quiet', page: { number: '505', opens: false } })]);
  expect(page != null && tells(page)).toBe(false);
});

test('the end of a story begins with its last page', () => {
  const last = { number: '322', rule: 'OF-2.7' };
  const story = (number: string, text: string): ReturnType<typeof entry> =>
    entry(text, { rule: 'OF-2.7', page: { number, opens: false } });
  const log = [
    opens('301'),
    story('301', 'A bridge.'),
    opens('322'),
    story('322', 'The road is behind you.'),
    entry('+2 points', { page: { number: '322', opens: false } }),
    opens('269'),
    story('269', 'He asks for the name.'),
    entry('Crew A awarded', { rule: 'OF-16' }),
  ];
  expect(endOfStory(log, last)).toEqual(['The road is behind you.', 'He asks for the name.']);
  expect(endOfStory(log, null)).toEqual([]);
  expect(endOfStory(log.slice(0, 2), last)).toEqual([]);
});

test('of pages that come together, the first with something new lies open', () => {
  const asked = [opens('506'), on('506', 'A chair.'), on('506', 'It is humming.')];
  const seen = seenOf(pagesOf(asked));
  const told = pagesOf([...asked, on('506', 'Then he hangs up first.'), opens('510'), on('510', 'A mule.')]);
  expect(pageToOpen(told, seen)?.number).toBe('506');
  const count = entry('+1 point', { tone: 'quiet', page: { number: '509', opens: false } });
  const further = pagesOf([...asked, opens('509'), count, opens('510'), on('510', 'A mule.')]);
  expect(pageToOpen(further, seen)?.number).toBe('510');
});

test('where a page asks something, that page lies open, and the new ones before it are counted', () => {
  const before = pagesOf([opens('506'), on('506', 'A chair.')]);
  const after = pagesOf([
    opens('506'),
    on('506', 'A chair.'),
    opens('025'),
    on('025', 'Ice does not travel.'),
    opens('510'),
    on('510', 'He has cheese to sell.'),
  ]);
  expect(pageToOpen(after, seenOf(before), true)?.number).toBe('510');
  expect(pageToOpen(after, seenOf(before))?.number).toBe('025');
  expect(newPages(after, seenOf(before)).map(({ number }) => number)).toEqual(['025', '510']);
});

test('the page that the player has leafed to stays when nothing new is read', () => {
  const pages = pagesOf([opens('506'), on('506', 'A chair.')]);
  expect(pageToOpen(pages, seenOf(pages))).toBeNull();
  expect(pageToOpen([], [])).toBeNull();
});
