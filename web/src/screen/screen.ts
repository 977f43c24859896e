import { mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';

import App from '../App.svelte';
import * as api from '../lib/api';
import { ALL, follow, pace } from '../lib/settings.svelte';
import { pages } from '../pages';
import type { NewTable } from '../types/NewTable';
import type { TableInfo } from '../types/TableInfo';
import { program, Tape } from './tape';

// The whole client in happy-dom, with a tape in the place of the program: see README.md.

/** How long something may take: the program has to think, a tape has not. */
const PATIENCE = program == null ? 3_000 : 10_000;
const HUMAN = 'human';
/** The size that everything has, as happy-dom lays nothing out. */
const ROOM = { x: 0, y: 0, left: 0, top: 0, width: 1440, height: 900, right: 1440, bottom: 900 };

/** A table as a test wants it. */
export interface Wish {
  game?: string;
  scenario?: string;
  /** Who plays: `hot-seat`, `watch`, or `alone-` and a seat. */
  mode: string;
  seed?: string;
  settings?: NewTable['settings'];
  /** Who sits where, if `mode` cannot say it. */
  players?: string[];
  dice?: NewTable['dice'];
}

// A page is compiled when it is first asked for, which no test should wait for.
beforeAll(async () => {
  await Promise.all(Object.values(pages).map((load) => load()));
}, 120_000);

let open: { app: Record<string, unknown>; tape: Tape } | null = null;

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', Watching);
  vi.stubGlobal('IntersectionObserver', Watching);
  Element.prototype.getBoundingClientRect = () => ({ ...ROOM, toJSON: () => ROOM }) as DOMRect;
  Element.prototype.animate = () => ({ cancel: () => undefined, finished: Promise.resolve() }) as never;
  Element.prototype.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
  for (const [name, size] of [
    ['clientWidth', 1440],
    ['clientHeight', 900],
  ] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { get: () => size, configurable: true });
  }
});

afterEach(async () => {
  const was = open;
  open = null;
  if (was == null) return;
  // A tape answers at once, so a played screen gets farther than the recorded one did: it must find answers there.
  if (program != null) await new Promise((resolve) => setTimeout(resolve, 1_000));
  await unmount(was.app);
  was.tape.finish();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  for (const setting of ALL) setting.value = setting.fallback;
  vi.unstubAllGlobals();
  expect(was.tape.missing, 'asked, and not on the tape: record it again').toEqual([]);
});

/** Sees nothing: nothing changes its size here. */
class Watching {
  observe(): void {
    // Nothing to see.
  }
  unobserve(): void {
    // Nothing to see.
  }
  disconnect(): void {
    // Nothing to see.
  }
}

/** What a person at the screen sees and does. */
export class Screen {
  constructor(readonly tape: Tape) {}

  /** All that fits a selector, in the order of the page. */
  all(selector: string, within: ParentNode = document): HTMLElement[] {
    return [...within.querySelectorAll<HTMLElement>(selector)];
  }

  maybe(selector: string, within: ParentNode = document): HTMLElement | null {
    return within.querySelector<HTMLElement>(selector);
  }

  /** What is there now, or soon. */
  async find(selector: string, text: string | RegExp = ''): Promise<HTMLElement> {
    return this.until(() => this.all(selector).find((one) => fits(words(one), text)), `${selector} ${String(text)}`);
  }

  /** What carries this test id. */
  async test(id: string, text: string | RegExp = ''): Promise<HTMLElement> {
    return this.find(`[data-testid="${id}"]`, text);
  }

  /** A button, link, tab or summary with this name. */
  async button(name: string | RegExp, within = 'body'): Promise<HTMLElement> {
    const find = (): HTMLElement | undefined =>
      this.all('button, a, summary, [role="tab"], [role="radio"]', this.maybe(within) ?? document).find((one) =>
        fits(one.getAttribute('aria-label') ?? words(one), name, true),
      );
    return this.until(find, `the button ${String(name)}`);
  }

  /** Waits until something holds, and gives it. */
  async until<T>(what: () => T | null | undefined | false, name = 'what was waited for'): Promise<T> {
    const last = Date.now() + PATIENCE;
    for (;;) {
      const found = what();
      if (found != null && found !== false) return found as T;
      if (Date.now() > last) throw new Error(`not on the screen: ${name}\n${words(document.body).slice(0, 1500)}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  async gone(selector: string): Promise<void> {
    await this.until(() => this.maybe(selector) == null, `${selector}, gone`);
  }

  /** Lets everything happen that is under way. */
  async rest(): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  async click(what: Element | string): Promise<void> {
    const element = typeof what === 'string' ? await this.find(what) : what;
    const given = { bubbles: true, cancelable: true, composed: true, isPrimary: true, button: 0 };
    element.dispatchEvent(new PointerEvent('pointerdown', given));
    element.dispatchEvent(new PointerEvent('pointerup', given));
    if (element instanceof HTMLElement && !(element instanceof HTMLOptionElement)) element.focus();
    element.dispatchEvent(new MouseEvent('click', given));
    await this.rest();
  }

  async hover(what: Element | string): Promise<void> {
    const element = typeof what === 'string' ? await this.find(what) : what;
    for (const kind of ['pointerover', 'pointerenter', 'pointermove'])
      element.dispatchEvent(new PointerEvent(kind, { bubbles: kind !== 'pointerenter', isPrimary: true }));
    await this.rest();
  }

  async rightClick(what: Element | string): Promise<void> {
    const element = typeof what === 'string' ? await this.find(what) : what;
    element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }));
    await this.rest();
  }

  /** Presses a key where the focus is. */
  async press(key: string, held: KeyboardEventInit = {}): Promise<void> {
    const at = document.activeElement ?? document.body;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held });
    // As a browser does: Escape closes the dialog in front, Enter and the space bar press what has the focus.
    const acted = at.dispatchEvent(event);
    const dialog = this.all('dialog[open]').at(-1);
    if (acted && key === 'Escape' && dialog != null) {
      if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) (dialog as HTMLDialogElement).close();
    } else if (acted && (key === 'Enter' || key === ' ') && at.matches('button, a, summary')) {
      (at as HTMLElement).click();
    }
    at.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true, ...held }));
    await this.rest();
  }

  async fill(selector: string, value: string): Promise<void> {
    const field = (await this.find(selector)) as HTMLInputElement;
    field.value = value;
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
    await this.rest();
  }

  /** Checks or unchecks a box, or chooses a radio button. */
  async check(box: HTMLElement | string, on = true): Promise<void> {
    const input = (typeof box === 'string' ? await this.find(box) : box) as HTMLInputElement;
    if (input.checked !== on) {
      input.checked = on;
      for (const kind of ['input', 'change']) input.dispatchEvent(new Event(kind, { bubbles: true }));
    }
    await this.rest();
  }

  async tab(name: string): Promise<void> {
    await this.click(await this.button(new RegExp(`^${name}`), '[role="tablist"]'));
  }

  get dock(): HTMLElement {
    return this.maybe('section[aria-label="What is asked"]') ?? document.createElement('div');
  }

  /** How many actions have been done. */
  get seq(): number {
    return Number(this.maybe('[data-testid="prompt"]')?.dataset['seq'] ?? NaN);
  }

  /** The buttons for what is offered now, the way out last. */
  get choices(): HTMLElement[] {
    return this.all('[data-action]', this.dock);
  }

  /** Does something that must change the game. The table may ask first whether a shot shall be given away. */
  async acting(what: () => Promise<void>): Promise<void> {
    const before = this.seq;
    await what();
    await this.until(() => {
      this.maybe('[data-sure]', this.dock)?.click();
      return !Number.isNaN(this.seq) && this.seq !== before;
    }, `an action after ${before}`);
    await this.rest();
  }

  /** Draws, ends or passes. */
  async pressOn(): Promise<void> {
    await this.until(() => this.choices.length > 0, 'something to do');
    const button = this.maybe('[data-action].primary', this.dock) ?? this.choices.at(-1);
    if (button != null) await this.acting(() => this.click(button));
  }

  /** Presses on until something holds. */
  async pressUntil(what: () => boolean, most = 60): Promise<void> {
    for (let n = 0; n < most && !what(); n += 1) {
      await this.until(() => this.choices.length > 0 || what(), 'something to do');
      if (!what()) await this.pressOn();
    }
    expect(what()).toBe(true);
  }

  /** Presses on until a unit is selected that can move. */
  async untilMoves(): Promise<HTMLElement> {
    for (let n = 0; n < 40; n += 1) {
      for (const unit of this.all('[data-unit].ready').slice(0, 3)) {
        await this.click(unit);
        await this.until(() => this.maybe('[role="application"]')?.getAttribute('aria-busy') === 'false');
        if (this.maybe('[data-reach]') != null) return unit;
        await this.press('Escape');
      }
      await this.press('Escape');
      await this.pressOn();
    }
    throw new Error('nobody could move');
  }
}

export const words = (one: Element | null): string => (one?.textContent ?? '').replace(/\s+/g, ' ').trim();

const fits = (text: string, wanted: string | RegExp, whole = false): boolean =>
  wanted instanceof RegExp ? wanted.test(text) : whole ? text === wanted : text.includes(wanted);

async function show(tape: Tape, hash: string): Promise<Screen> {
  location.hash = hash;
  // The event of that comes later, and would turn the page once more.
  await new Promise((resolve) => setTimeout(resolve, 5));
  open = { app: mount(App, { target: document.body }), tape };
  const screen = new Screen(tape);
  await screen.rest();
  return screen;
}

function play(name: string): Tape {
  const tape = new Tape(name);
  vi.stubGlobal('fetch', tape.fetch);
  vi.stubGlobal('WebSocket', function (address: string, protocols: string[]) {
    return tape.socket(address, protocols);
  });
  return tape;
}

/** A page of the client. */
export function page(name: string, hash: string): Promise<Screen> {
  return show(play(name), hash);
}

/** The board of a new game, past its briefing. Nothing waits, unless a test wants to see what others do. */
export async function table(name: string, wish: Wish, { watched = false, briefing = false } = {}): Promise<Screen> {
  const tape = play(name);
  if (!watched) pace.value = 'instant';
  // What is pointed at stays below the pointer.
  follow.value = 'off';
  const { id } = await begin(wish);
  if (!briefing) sessionStorage.setItem(`opfire.briefed.${id}`, 'read');
  const screen = await show(tape, `#/table/${id}`);
  await screen.until(
    () => screen.maybe('[data-unit], [data-testid="muster"], .dock [data-action]') != null,
    'the board',
  );
  // From now on the board follows the game.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return screen;
}

/** A saved game on the table. */
export async function saved(name: string, file: string): Promise<Screen> {
  const tape = play(name);
  pace.value = 'instant';
  const { id } = await api.importTable(file);
  return show(tape, `#/table/${id}`);
}

async function begin({ game = 'divisions', scenario = 'tiger-in-the-open', mode, ...more }: Wish): Promise<TableInfo> {
  const found = (await api.games()).find(({ id }) => id === game);
  const seats = found?.scenarios.find(({ id }) => id === scenario)?.seats ?? [];
  const bot = found?.bots[0]?.id ?? HUMAN;
  const usual = seats.map(({ id }) => (mode === 'hot-seat' || mode === `alone-${id}` ? HUMAN : bot));
  const alone = { claim: null, name: null, open: false, public: false, clock: null, guide: null };
  const { seed = '7', settings = {}, dice = 'program', players = usual } = more;
  return api.openTable({ game, scenario, players, seed: dice === 'typed' ? null : seed, settings, dice, ...alone });
}
