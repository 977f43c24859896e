export function freePort(): Promise<number>;
export function start(args: (folder: string) => string[], address: string): Promise<() => Promise<void>>;
export function serve(): Promise<{ address: string; stop: () => Promise<void> }>;
