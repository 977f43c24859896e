/** A face as it is read out. */
export function said(symbols: readonly string[] | null, value: number): string {
  if (symbols == null) return String(value);
  return symbols.length === 0 ? 'nothing' : symbols.join(' and ');
}
