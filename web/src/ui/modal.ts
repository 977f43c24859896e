/**
 * Opens a dialog over everything else, and gives back what closes it. `onclose` is told at once, and once: the browser's own event waits for
 * the next frame, and a key that is pressed until then would find nobody at home.
 */
export function openModal(dialog: HTMLDialogElement, onclose: () => void): () => void {
  let open = true;
  const shut = (): void => {
    if (!open) return;
    open = false;
    // Gives the focus back to where it was.
    dialog.close();
    onclose();
  };
  dialog.addEventListener('cancel', (event) => {
    // One of a field for files comes through here as well.
    if (event.target !== dialog) return;
    event.preventDefault();
    shut();
  });
  dialog.addEventListener('close', shut);
  dialog.showModal();
  return shut;
}
