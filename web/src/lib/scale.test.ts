import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

// Sizes, spaces and colours have names, which stand in `src/scale.css` and nowhere else.

const SOURCE = 'src';
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
const read = (ending: string): Record<string, string> =>
  Object.fromEntries(
    files.filter((file) => file.endsWith(ending)).map((file) => [file, readFileSync(join(SOURCE, file), 'utf8')]),
  );
const components = read('.svelte');
const sheets = read('.css');
const scripts = read('.ts');

const SCALE = 'scale.css';
const SHARED = 'shared.css';

const styleOf = (component: string): string => /<style[^>]*>([^]*)<\/style>/.exec(component)?.[1] ?? '';
const markupOf = (component: string): string => component.replace(/<style[^]*$/, '');
const uncommented = (css: string): string => css.replace(/\/\*[^]*?\*\//g, '');

/** Every style of the client outside the scale, by file. */
const styles: [string, string][] = [
  ...Object.entries(components).map(([file, text]): [string, string] => [file, styleOf(text)]),
  ...Object.entries(sheets).filter(([file]) => file !== SCALE),
].map(([file, css]) => [file, uncommented(css)]);

const HEX = /#[\da-f]{3,8}\b/i;
const FUNCTION = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/i;
const NAME =
  /(?<![\w-])(?:white|black|red|green|blue|yellow|orange|gr[ae]y|silver|gold|brown|navy|maroon|olive)(?![\w-])/i;
const LENGTH = /(?<![\w.-])\d*\.?\d+(?:px|pt|em|rem|ex|ch|vw|vh|%)(?![\w-])/i;

/** What a declaration says that should have a name; `null` if nothing. */
function rawIn(property: string, value: string): string | null {
  const bare = value.replace(/var\(--[\w-]+/g, 'var(').replace(/url\([^)]*\)/g, '');
  const colour = HEX.exec(bare) ?? FUNCTION.exec(bare) ?? NAME.exec(bare);
  if (colour != null) return `the colour ${colour[0]}`;
  // The height of a line may follow the size: 700 var(--t4)/18px.
  const size = property === 'font-size' || property === 'font' ? LENGTH.exec(bare.replace(/\/\s*[\w.]+/, '')) : null;
  return size == null ? null : `the size ${size[0]}`;
}

function findingsIn(css: string): string[] {
  return [...css.matchAll(/([\w-]+)\s*:\s*([^;{}]+)[;}]/g)].flatMap(([whole, property = '', value = '']) => {
    const found = rawIn(property, value);
    return found == null ? [] : [`${found} in ${whole.replace(/\s+/g, ' ')}`];
  });
}

/** The names that a style sheet gives with a pattern whose first group is the name. */
const names = (css: string, pattern: RegExp): string[] => [
  ...new Set([...uncommented(css).matchAll(pattern)].map(([, name = '']) => name)),
];

describe('the scale', () => {
  test('it is noticed when a colour or a size of type is written out', () => {
    expect(findingsIn('a { color: #fff; }')).toHaveLength(1);
    expect(findingsIn('a { background: linear-gradient(rgb(0 0 0 / 5%), var(--black)); }')).toHaveLength(1);
    expect(findingsIn('a { border: 1px solid black; }')).toHaveLength(1);
    expect(findingsIn('a { font-size: 13.5px; }')).toHaveLength(1);
    expect(findingsIn('a { font: 700 13px/1.2 var(--slab); }')).toHaveLength(1);
    expect(findingsIn('a { font: 700 var(--t2)/18px var(--slab); border: 1px solid var(--black); }')).toEqual([]);
  });

  test('nothing outside it writes out a colour or a size of type', () => {
    expect(styles.length).toBeGreaterThan(100);
    expect(styles.flatMap(([file, css]) => findingsIn(css).map((found) => `${file}: ${found}`))).toEqual([]);
  });

  test('every name that is used is given somewhere', () => {
    const everything = [...Object.values(components), ...Object.values(sheets)].join('\n');
    const given = new Set(names(everything, /(--[\w-]+)\s*[:=]/g));
    for (const text of Object.values(scripts)) names(text, /['"](--[\w-]+)['"]/g).forEach((name) => given.add(name));
    const used = names([...styles.map(([, css]) => css), sheets[SCALE] ?? ''].join('\n'), /var\((--[\w-]+)/g);
    expect(used.filter((name) => !given.has(name))).toEqual([]);
  });

  test('every name that it gives is used', () => {
    const everything = [...Object.values(components), ...Object.values(sheets), ...Object.values(scripts)].join('\n');
    // The colours of odds are put together from their parts: see `shade` in lib/words.ts.
    const given = names(sheets[SCALE] ?? '', /(--[\w-]+)\s*:/g).filter((name) => !name.startsWith('--for-'));
    expect(given.length).toBeGreaterThan(100);
    const used = new Set(names(everything, /(?:var\(|['"])(--[\w-]+)/g));
    expect(given.filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('the shared classes', () => {
  const given = names(sheets[SHARED] ?? '', /\.([\w-]+)(?=[^{}]*\{)/g).filter(
    (name) => name !== 'button' && name !== 'small',
  );
  const inMarkup = (component: string): string[] =>
    [...markupOf(component).matchAll(/class(?:=|:)("[^"]*"|\{[^}]*\}|[\w-]+)/g)].flatMap(([, names = '']) =>
      names.split(/[^\w-]+/),
    );

  test('each of them is used', () => {
    const used = new Set(Object.values(components).flatMap(inMarkup));
    expect(given.length).toBeGreaterThan(50);
    expect(given.filter((name) => !used.has(name))).toEqual([]);
  });

  test('no component has a class of its own with such a name', () => {
    const shared = new Set(given);
    const own = styles
      .filter(([file]) => file !== SHARED)
      .flatMap(([file, css]) => names(css, /\.([a-z][\w-]*)(?=[^{};]*\{)/g).map((name) => [file, name] as const));
    expect(own.filter(([, name]) => shared.has(name))).toEqual([]);
  });
});
