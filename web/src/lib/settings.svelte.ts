/** A value that the browser remembers for this player. */
export class Setting<T extends string> {
  #value: T;

  constructor(
    readonly name: string,
    readonly allowed: readonly T[],
    readonly fallback: T,
  ) {
    const stored = this.read();
    this.#value = $state(stored ?? fallback);
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    this.#value = value;
    try {
      localStorage.setItem(`opfire.${this.name}`, value);
    } catch {
      // A browser that stores nothing: it lasts until the page is closed.
    }
  }

  private read(): T | null {
    try {
      const stored = localStorage.getItem(`opfire.${this.name}`);
      return this.allowed.find((value) => value === stored) ?? null;
    } catch {
      return null;
    }
  }
}

const SWITCH = ['on', 'off'] as const;
export type Switch = Setting<(typeof SWITCH)[number]>;

export const PACES = { slow: 1800, normal: 850, fast: 250, instant: 0 } as const;
export type Pace = keyof typeof PACES;

export const pace = new Setting<Pace>('pace', ['slow', 'normal', 'fast', 'instant'], 'normal');
/** Whether the board pans by itself to where something happens. */
export const follow = new Setting<'on' | 'off'>('follow', ['on', 'off'], 'on');
/** Whether single letters work as keys: they can get in the way of dictation. */
export const letterKeys = new Setting<'on' | 'off'>('letter-keys', ['on', 'off'], 'on');
/** Whether scenarios with lessons show them. */
export const coach = new Setting<'on' | 'off'>('coach', ['on', 'off'], 'on');
/** Whether a shared screen is covered before it changes hands, in games with secrets. */
export const curtain = new Setting<'on' | 'off'>('curtain', ['on', 'off'], 'on');
export const sidebar = new Setting<'open' | 'closed'>('sidebar', ['open', 'closed'], 'open');
/** Whether the aid is dark on paper or light on a dark table. */
export const aidTheme = new Setting<'paper' | 'dark'>(
  'aid-theme',
  ['paper', 'dark'],
  asked('color-scheme: dark') ? 'dark' : 'paper',
);

/** The colours of table and sheets. */
export const theme = new Setting('theme', ['lamp', 'light', 'dark', 'printed'], 'lamp');
/** How large words are. The board keeps its own scale. */
export const textSize = new Setting('text-size', ['small', 'normal', 'large', 'largest'], 'normal');
/** Colours of odds and sides that people with other eyes can tell apart. */
export const palette = new Setting('palette', ['usual', 'red-green', 'blue-yellow', 'grey'], 'usual');
/** Whether things move: as much as they like, only where it helps, or not at all. */
export const motion = new Setting(
  'motion',
  ['full', 'reduced', 'off'],
  asked('reduced-motion: reduce') ? 'reduced' : 'full',
);
/** Whether the others' turn waits after each of their deeds. */
export const stopAfterEach = new Setting('stop-after-each', SWITCH, 'on');
/** Whether a choice that gives something up asks once more. */
export const confirmations = new Setting('confirm', SWITCH, 'on');
/** Whether a turn that would give a good shot away asks once for each unit. */
export const lastChance = new Setting('last-chance', SWITCH, 'on');
export const sound = new Setting('sound', SWITCH, 'off');
/** Whether a game that nobody has begun opens with its briefing. */
export const briefing = new Setting('briefing', SWITCH, 'on');

/** Whether the browser tells of one's turn while the page is not in front. */
export const turnNotice = new Setting('turn-notice', SWITCH, 'off');

/** Everything a player can set, as the page of settings goes back to it. */
export const ALL: readonly { value: string; readonly fallback: string }[] = [
  theme,
  textSize,
  palette,
  motion,
  pace,
  stopAfterEach,
  follow,
  confirmations,
  lastChance,
  sound,
  curtain,
  briefing,
  coach,
  letterKeys,
  turnNotice,
];

/** What the browser says that its user prefers. */
function asked(feature: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(`(prefers-${feature})`).matches;
}
