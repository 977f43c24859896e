export function freePort(): Promise<number>;
export function start(args: (folder: string) => string[], address: string): Promise<() => Promise<void>>;
