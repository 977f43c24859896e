import type { Entry } from '../types/Entry';
import { contextOf, type Deed } from './deeds';
import { resultName, signed } from './words';

/** A part of the log under its heading: a turn, a round. */
export interface Chapter {
  /** Where it begins in the log: stays the same while it grows. */
  at: number;
  title: string;
  deeds: Deed[];
}

/** Whether a deed is nothing but the beginning of a new part of the game. */
function isHeading({ main, kind, entries }: Deed): boolean {
  const first = kind === 'event' ? entries[0] : main;
  return (kind === 'none' || kind === 'event') && first?.tone === 'heading' && isBare(first);
}

function isBare({ units, hexes, seat }: Entry): boolean {
  return units.length === 0 && hexes.length === 0 && seat == null;
}

/** The log by turns or rounds. */
export function chaptersOf(deeds: readonly Deed[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const deed of deeds) {
    const last = chapters.at(-1);
    const heading = isHeading(deed) ? (deed.entries[0]?.text ?? '') : null;
    if (heading != null || last == null)
      chapters.push({ at: deed.at, title: heading ?? 'Before the first turn', deeds: [] });
    chapters.at(-1)?.deeds.push(deed);
  }
  return chapters;
}

/** The same deeds as before where nothing has come to them, so that only new ones are drawn. */
export function unchanged(before: readonly Deed[], now: readonly Deed[]): Deed[] {
  return now.map((deed, index) => {
    const old = before[index];
    const same = old?.at === deed.at && old.end === deed.end && old.entries[0] === deed.entries[0];
    return same ? old : deed;
  });
}

/** Whether all words that are looked for stand in the deed: in its text, its rules, its dice or its pages. */
export function mentions(deed: Deed, wanted: string): boolean {
  const text = deed.entries
    .map((entry) => [entry.text, entry.rule, ...pageOf(entry), ...dice(entry)].join(' '))
    .join(' ');
  const low = text.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word));
}

function pageOf({ page }: Entry): string[] {
  return page == null ? [] : [page.number];
}

/** The dice of an entry in words, one line for each throw, then how they were read. */
function dice({ resolution }: Entry): string[] {
  if (resolution == null) return [];
  const modifiers = resolution.modifiers.map(({ rule, what, value }) => `${what} ${signed(value)} (${rule})`);
  return [
    ...resolution.throws.map(({ what, faces }) => `${what}: ${faces.join(', ')}`),
    ...(modifiers.length > 0 ? [modifiers.join(', ')] : []),
    `${resolution.reading}: ${resultName(resolution.result)}`,
  ];
}

/** The whole log as plain text. */
export function textOf(title: string, chapters: readonly Chapter[]): string {
  const told = chapters.map(({ title: heading, deeds }) => {
    const lines = deeds.flatMap((deed) => {
      const context = new Set(contextOf(deed));
      return deed.entries
        .filter(({ text }) => text !== heading)
        .flatMap((entry) => {
          const inner = entry === deed.main || context.has(entry) ? '' : '  ';
          return [`${inner}${entry.text} [${entry.rule}]`, ...dice(entry).map((line) => `${inner}    ${line}`)];
        });
    });
    return [heading, '-'.repeat(heading.length), ...lines].join('\n');
  });
  return `${[title, '='.repeat(title.length), '', told.join('\n\n')].join('\n')}\n`;
}
