// The worker of a page without a server: loads the program, and has all games of this browser.

import { Clerk } from './clerk';
import type { Engine } from './door';
import type { FromWorker, ToWorker } from './messages';
import { Store } from './store';

/** What is the same for everybody lies beside the program: nobody waits for it to be read for that. */
const LYING: Record<string, [string, string]> = {
  '/api/games': ['games.json', 'application/json'],
  '/api/symbols.svg': ['symbols.svg', 'image/svg+xml'],
};

const ELSEWHERE =
  'opfire is open in another tab or window of this browser, and only one can play at a time. Close the other one.';

const post = (message: FromWorker): void => self.postMessage(message);

let clerk: Promise<Clerk> | null = null;
let folder: URL | null = null;
/** Whether another tab has the games, when that is known. */
let elsewhere: Promise<boolean> = Promise.resolve(false);

/** Resolves when no other tab has the games. They are let go when this worker ends. */
function alone(): Promise<void> {
  // Only over HTTPS and on this machine; elsewhere two tabs may overwrite each other's games.
  if (!('locks' in navigator)) return Promise.resolve();
  return new Promise((mine) => {
    const hold = (): Promise<never> => {
      elsewhere = Promise.resolve(false);
      mine();
      return new Promise(() => undefined);
    };
    elsewhere = new Promise((known) => {
      void navigator.locks.request('opfire', { ifAvailable: true }, (lock) => {
        known(lock == null);
        if (lock != null) return hold();
        void navigator.locks.request('opfire', hold);
        return undefined;
      });
    });
  });
}

async function begin(engine: URL): Promise<Clerk> {
  const games = alone();
  const loading = import(/* @vite-ignore */ new URL('page.js', engine).href) as Promise<Engine>;
  const ready = loading.then(async (program) => {
    await program.default({ module_or_path: new URL('page_bg.wasm', engine) });
    return program;
  });
  await games;
  const [program, store] = await Promise.all([ready, Store.open()]);
  return new Clerk(new program.Door(await store.kept()), store, post);
}

async function lying(id: number, address: string): Promise<boolean> {
  const [name, mime] = LYING[address] ?? [];
  if (name == null || mime == null || folder == null) return false;
  const response = await fetch(new URL(name, folder)).catch(() => null);
  if (response?.ok !== true) return false;
  post({ type: 'answer', id, status: 200, mime, body: await response.text() });
  return true;
}

/** Says that the games are in another tab: whoever hears it asks again. */
function refuse(message: ToWorker): void {
  const body = JSON.stringify({ error: ELSEWHERE });
  if (message.type === 'ask') post({ type: 'answer', id: message.id, status: 503, mime: 'application/json', body });
  if (message.type === 'connect') post({ type: 'closed', screen: message.screen, why: ELSEWHERE });
}

async function hear(message: ToWorker): Promise<void> {
  if (message.type === 'begin') {
    folder = new URL(message.engine, message.root);
    clerk = begin(folder);
    await clerk;
    return;
  }
  if (message.type === 'ask' && message.question.method === 'GET') {
    if (await lying(message.id, message.question.address)) return;
  }
  if (await elsewhere) return refuse(message);
  await (await clerk)?.hear(message);
}

self.onmessage = (event: MessageEvent<ToWorker>) => {
  hear(event.data).catch((error: unknown) => post({ type: 'crashed', why: String(error) }));
};
