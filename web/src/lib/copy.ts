/** Puts a text on the clipboard and says whether it is there. A page without TLS may only copy what is selected. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  // Inside an open dialog everything else is inert and cannot be selected.
  const place = document.querySelector('dialog[open]') ?? document.body;
  const before = document.activeElement;
  place.append(field);
  field.select();
  // The one way there is on such a page.
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
