const NAME = 'opfire.name';
export const LONGEST_NAME = 40;

/** The name this player gave last, at any table. */
export function playerName(): string {
  try {
    return localStorage.getItem(NAME) ?? '';
  } catch {
    return '';
  }
}

export function rememberName(name: string): void {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // Asked again next time.
  }
}
