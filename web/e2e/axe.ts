import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

import { expect, type Page } from '@playwright/test';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Run = (context: ElementContext, options: RunOptions) => Promise<AxeResults>;

/**
 * What axe finds wrong, in short. The hexes of a board are a thousand times the same element: they are looked at where a test
 * asks for them, once for each game, and left out everywhere else.
 */
export async function faults(page: Page, { hexes = false } = {}): Promise<string[]> {
  await page.evaluate(axe);
  const results = await page.evaluate(
    (exclude) => (globalThis as unknown as { axe: { run: Run } }).axe.run({ exclude }, { resultTypes: ['violations'] }),
    hexes ? [] : ['g.grid'],
  );
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

const THEMES = ['lamp', 'light', 'dark', 'printed'] as const;

/** Nothing is wrong in any colours, and nothing is wider than the screen. */
export async function clean(page: Page, what: string): Promise<void> {
  for (const theme of THEMES) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    expect.soft(await faults(page), `${what}, ${theme}`).toEqual([]);
  }
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect.soft(wide, `${what} is too wide`).toBeLessThanOrEqual(screen ?? 0);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'lamp'));
}
