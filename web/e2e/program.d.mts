export function freePort(): Promise<number>;
export function start(args: (folder: string) => string[], address: string): Promise<() => Promise<void>>;
export function serve(more?: (address: string) => string[]): Promise<{ address: string; stop: () => Promise<void> }>;
/** The program on its owner's machine, with saved games that an earlier program left. */
export function resume(database: string): Promise<{ address: string; stop: () => Promise<void> }>;
