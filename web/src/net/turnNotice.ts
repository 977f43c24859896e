import { turnNotice } from '../lib/settings.svelte';

/** Browsers offer it to pages with TLS, and on one's own machine. */
export const canNote = (): boolean => typeof Notification === 'function' && window.isSecureContext;

/** What the browser says about notes of this page. */
export const noteLeave = (): NotificationPermission => (canNote() ? Notification.permission : 'denied');

export const askNoteLeave = (): Promise<NotificationPermission> => Notification.requestPermission();

/** Tells a player whose page is not in front that it is his turn, if he wants that and the browser allows it. */
export function noteTurn(table: string, title: string, text: string): void {
  if (turnNotice.value !== 'on' || !document.hidden || noteLeave() !== 'granted') return;
  // A newer note of the same table takes the place of the older one.
  const note = { body: text, tag: `opfire-${table}`, icon: 'icon-192.png' };
  try {
    const shown = new Notification(`Your turn: ${title}`, note);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Phones allow it to service workers only.
    void navigator.serviceWorker.ready.then((worker) => worker.showNotification(`Your turn: ${title}`, note));
  }
}
