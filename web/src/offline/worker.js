// The service worker: keeps the shell of the client, so that the page opens without the server and says what is missing.
// Answers of the API never pass through here: only the server knows how a game stands.
// `vite build` writes it to /sw.js with the names of all files of the client (vite.config.ts); a changed list is a new version.

const SHELL = '__SHELL__';
const CACHE = `opfire-${SHELL.version}`;

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (pathname.startsWith('/assets/')) event.respondWith(keptFirst(request));
  else if (request.mode === 'navigate') event.respondWith(newestFirst(request, '/'));
  else if (SHELL.files.includes(pathname)) event.respondWith(newestFirst(request, pathname));
});

/** Puts every file of this version into its cache, past whatever the browser has kept. */
async function fill() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL.files.map((file) => new Request(file, { cache: 'reload' })));
}

/** Throws away what earlier versions kept. */
async function tidy() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('opfire-') && name !== CACHE).map((name) => caches.delete(name)),
  );
}

/** For files whose names hold a fingerprint of what is in them. */
async function keptFirst(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** What the server has now; without the server, what was kept. */
async function newestFirst(request, name) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(name);
    if (kept == null) throw error;
    return kept;
  }
}
