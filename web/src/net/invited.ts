/** Whether the links of a table have been shown in this window; from now on they have. */
export function invited(table: string): boolean {
  const key = `opfire.invited.${table}`;
  try {
    const before = sessionStorage.getItem(key) != null;
    sessionStorage.setItem(key, 'shown');
    return before;
  } catch {
    return false;
  }
}
