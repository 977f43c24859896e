/** Keeps the client in the browser, where that is allowed: on this machine or over HTTPS. Waits until the page is there. */
export function keepShell(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    // A browser that refuses has no shell to fall back on, and everything else works.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
