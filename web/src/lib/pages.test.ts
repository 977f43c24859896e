import { expect, test } from 'vitest';

import { entry } from './fixtures';
import { pagesOf, tells } from './pages';

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
