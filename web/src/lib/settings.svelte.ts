/** A value that the browser remembers for this player. */
class Setting<T extends string> {
  #value: T;

  constructor(
    private readonly name: string,
    private readonly allowed: readonly T[],
    fallback: T,
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

export const PACES = { slow: 1800, normal: 850, fast: 250, instant: 0 } as const;
export type Pace = keyof typeof PACES;

export const pace = new Setting<Pace>('pace', ['slow', 'normal', 'fast', 'instant'], 'normal');
/** Whether the board pans by itself to where something happens. */
export const follow = new Setting<'on' | 'off'>('follow', ['on', 'off'], 'on');
/** Whether single letters work as keys: they can get in the way of dictation. */
export const letterKeys = new Setting<'on' | 'off'>('letter-keys', ['on', 'off'], 'on');
/** Whether the game goes on by itself while there is nothing to decide, or waits after each of the others' turns. */
export const goOn = new Setting<'through' | 'each'>('go-on', ['through', 'each'], 'through');
/** Whether scenarios with lessons show them. */
export const coach = new Setting<'on' | 'off'>('coach', ['on', 'off'], 'on');
/** Whether a shared screen is covered before it changes hands, in games with secrets. */
export const curtain = new Setting<'on' | 'off'>('curtain', ['on', 'off'], 'on');
export const sidebar = new Setting<'open' | 'closed'>('sidebar', ['open', 'closed'], 'open');
/** Whether the aid is dark on paper or light on a dark table. */
export const aidTheme = new Setting<'paper' | 'dark'>('aid-theme', ['paper', 'dark'], darkWanted() ? 'dark' : 'paper');

function darkWanted(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches;
}
