// Where a page without a server keeps its games: IndexedDB. What is kept is told by the program (crates/page/src/record.rs).

/** Something to be kept, as the program tells it. */
export type Write =
  | { type: 'row'; id: string; row: unknown }
  | { type: 'moves'; id: string; from: number; moves: unknown[] }
  | { type: 'printing'; name: string; files: unknown }
  | { type: 'gone'; id: string };

/** Larger than the number of any action. */
const END = Number.MAX_SAFE_INTEGER;

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser has not kept it'));
  });

const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (): void => reject(transaction.error ?? new Error('the browser has not kept it'));
    transaction.oncomplete = () => resolve();
    transaction.onabort = fail;
    transaction.onerror = fail;
  });

export class Store {
  private constructor(private readonly database: IDBDatabase) {}

  static async open(): Promise<Store> {
    const request = indexedDB.open('opfire', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('rows');
      request.result.createObjectStore('moves');
      request.result.createObjectStore('printings');
    };
    return new Store(await done(request));
  }

  /** All games, but for their actions, as the program reads them. */
  async kept(): Promise<string> {
    const reading = this.database.transaction(['rows', 'printings']);
    const rows = done(reading.objectStore('rows').getAll());
    const printings = done(reading.objectStore('printings').getAllKeys());
    return JSON.stringify({ rows: await rows, printings: await printings });
  }

  /** The actions of a game, and the files it was begun with, if they are asked for. */
  async brought(id: string, printing: string | null): Promise<string> {
    const reading = this.database.transaction(['moves', 'printings']);
    const moves = done(reading.objectStore('moves').getAll(IDBKeyRange.bound([id, 0], [id, END])));
    const files = printing == null ? null : done<unknown>(reading.objectStore('printings').get(printing));
    return JSON.stringify({ moves: await moves, files: (await files) ?? null });
  }

  /** Keeps all of it, or nothing. */
  async write(writes: readonly Write[]): Promise<void> {
    if (writes.length === 0) return;
    const writing = this.database.transaction(['rows', 'moves', 'printings'], 'readwrite');
    for (const write of writes) keep(writing, write);
    await committed(writing);
  }
}

function keep(writing: IDBTransaction, write: Write): void {
  const [rows, moves] = [writing.objectStore('rows'), writing.objectStore('moves')];
  switch (write.type) {
    case 'row':
      rows.put(write.row, write.id);
      break;
    case 'moves':
      moves.delete(IDBKeyRange.bound([write.id, write.from], [write.id, END]));
      write.moves.forEach((move, place) => moves.put(move, [write.id, write.from + place]));
      break;
    case 'printing':
      writing.objectStore('printings').put(write.files, write.name);
      break;
    case 'gone':
      rows.delete(write.id);
      moves.delete(IDBKeyRange.bound([write.id, 0], [write.id, END]));
      break;
  }
}
