import { getContext, setContext } from 'svelte';

import type { Field } from '../types/Field';
import type { Look } from '../types/Look';

/** Answers questions about sight: the server, for a map or for a table. */
export interface Eyes {
  look(from: string, to: string): Promise<Look>;
  field(from: string): Promise<Field>;
}

/** The tool that draws lines of sight. It only asks; the ruleset says what is seen, and why. */
export class SightTool {
  on = $state(false);
  from = $state<string | null>(null);
  to = $state<string | null>(null);
  /** Where an unfinished line leads. */
  aim = $state<string | null>(null);
  look = $state.raw<Look | null>(null);
  /** Why there is no look, in the server's words. */
  problem = $state<string | null>(null);
  /** Whether the field of view is wanted. */
  shading = $state(false);
  field = $state.raw<Field | null>(null);
  /** Hexes that the card points at. */
  lit = $state.raw<readonly string[]>([]);
  private pressed = $state<string | null>(null);
  /** The hex that is pointed at on the board. */
  pointed = $state<string | null>(null);

  readonly target = $derived(this.to ?? this.aim);
  /** Whether a line is being drawn at this moment. */
  readonly holding = $derived(this.pressed != null);
  /** The field as it is to be drawn. */
  readonly shown = $derived(this.on && this.shading && this.field?.from === this.from ? this.field : null);

  private dragged = false;
  private readonly looks: Latest;
  private readonly fields: Latest;

  constructor(eyes: Eyes) {
    this.looks = new Latest(() => this.askLook(eyes));
    this.fields = new Latest(() => this.askField(eyes));
  }

  start(from: string | null = null): void {
    this.on = true;
    if (from != null && this.from !== from) this.draw(from, null);
    else this.refresh();
  }

  stop(): void {
    this.on = false;
    this.release();
    this.lit = [];
    this.aim = null;
  }

  toggle(from: string | null = null): void {
    if (this.on) this.stop();
    else this.start(from);
  }

  toggleField(from: string | null = null): void {
    if (!this.on) {
      this.shading = true;
      this.start(from ?? this.from);
      return;
    }
    this.shading = !this.shading;
    if (this.from == null && from != null) this.draw(from, null);
    else this.refresh();
  }

  /** Forgets the line. */
  clear(): void {
    this.draw(null, null);
  }

  draw(from: string | null, to: string | null): void {
    this.from = from;
    this.to = to;
    this.aim = null;
    this.refresh();
  }

  swap(): void {
    if (this.from != null && this.to != null) this.draw(this.to, this.from);
  }

  /** A hex was pressed: the start of a drag, or a click. */
  press(hex: string | null): void {
    this.pressed = hex;
    this.dragged = false;
  }

  /** The pointer is over a hex, pressed or not. */
  over(hex: string | null): void {
    this.pointed = hex;
    if (this.pressed == null) {
      this.aimAt(hex);
      return;
    }
    if (hex == null || (hex === this.pressed && !this.dragged)) return;
    this.dragged = true;
    const to = hex === this.pressed ? null : hex;
    if (this.from !== this.pressed || this.to !== to) this.draw(this.pressed, to);
  }

  /** The pointer was lifted. */
  lift(): void {
    if (this.pressed != null && !this.dragged) this.tap(this.pressed);
    this.release();
  }

  /** A second finger, or the system, took the pointer away. */
  release(): void {
    this.pressed = null;
    this.dragged = false;
  }

  /** The first tap starts a line, the second ends it. */
  tap(hex: string): void {
    if (this.from != null && this.to == null && hex !== this.from) this.draw(this.from, hex);
    else this.draw(hex, null);
  }

  /** A line that has a start and no end follows what is pointed at. */
  aimAt(hex: string | null): void {
    const aim = this.from == null || this.to != null || hex === this.from ? null : hex;
    if (aim === this.aim) return;
    this.aim = aim;
    this.looks.ask();
  }

  /** Something has changed: asks again. */
  refresh(): void {
    if (!this.on) return;
    this.looks.ask();
    if (this.shading) this.fields.ask();
  }

  private async askLook(eyes: Eyes): Promise<void> {
    const { from, target } = this;
    if (from == null || target == null) {
      this.look = null;
      this.problem = null;
      return;
    }
    try {
      const look = await eyes.look(from, target);
      if (this.from !== from || this.target !== target) return;
      this.look = look;
      this.problem = null;
    } catch (error) {
      if (this.from !== from || this.target !== target) return;
      this.look = null;
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  private async askField(eyes: Eyes): Promise<void> {
    const { from } = this;
    if (from == null) {
      this.field = null;
      return;
    }
    try {
      const field = await eyes.field(from);
      if (this.from === from) this.field = field;
    } catch (error) {
      this.field = null;
      this.problem ??= error instanceof Error ? error.message : String(error);
    }
  }
}

/** Asks one question at a time, and of those that came up in the meantime only the newest. */
class Latest {
  private busy = false;
  private again = false;

  constructor(private readonly question: () => Promise<void>) {}

  ask(): void {
    this.again = true;
    if (!this.busy) void this.run();
  }

  private async run(): Promise<void> {
    this.busy = true;
    while (this.again) {
      this.again = false;
      await this.question();
    }
    this.busy = false;
  }
}

const KEY = Symbol('sight');

export function provideSight(sight: SightTool): void {
  setContext(KEY, sight);
}

export function useSight(): SightTool {
  return getContext(KEY);
}
