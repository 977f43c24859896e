/** Where the page lies on this server. */
export const FOLDER: string;
/** Serves a folder, and says how to stop it. */
export function serve(root: string, port: number): Promise<() => Promise<void>>;
