/**
 * Prints one part of the page by itself: a copy of it is laid beside everything else, which stays at home (see `app.css`).
 */
export function printAlone(part: HTMLElement): void {
  const sheet = document.createElement('div');
  sheet.className = 'print-sheet';
  sheet.append(part.cloneNode(true));
  document.body.append(sheet);
  document.documentElement.classList.add('printing');
  const tidyUp = (): void => {
    sheet.remove();
    document.documentElement.classList.remove('printing');
  };
  window.addEventListener('afterprint', tidyUp, { once: true });
  window.print();
}
