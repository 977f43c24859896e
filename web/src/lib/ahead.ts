import { TableConnection } from './connection';
import { keyHeaders } from './keys';
import { transport } from './transport';

// What a page needs, asked for before the page is there: its script may still be on its way. Each is taken once.

const answers = new Map<string, Promise<Response>>();
const pictures = new Map<string, HTMLImageElement>();
const lines = new Map<string, TableConnection>();

/** Forgets what the page before asked for and did not take. */
export function dropAhead(): void {
  answers.clear();
  pictures.clear();
  for (const line of lines.values()) line.close();
  lines.clear();
}

export function askAhead(path: string, keys: readonly string[] = []): void {
  const answer = ask(path, keys);
  // Whoever takes it hears of it; nobody else needs to.
  answer.catch(() => undefined);
  answers.set(named(path, keys), answer);
}

export function drawAhead(address: string): void {
  // Empty, as long as a page without a server draws it.
  if (address !== '') pictures.set(address, picture(address));
}

export function connectAhead(address: string, keys: readonly string[]): void {
  lines.set(named(address, keys), new TableConnection(address, keys));
}

/** The answer to a question, perhaps one that was asked ahead. What failed then is asked again now. */
export async function answerTo(path: string, keys: readonly string[] = []): Promise<Response> {
  const answer = await taken(answers, named(path, keys))?.catch(() => null);
  return answer?.ok === true ? answer : ask(path, keys);
}

export function pictureAt(address: string): HTMLImageElement {
  const early = taken(pictures, address);
  const failed = early?.complete === true && early.naturalWidth === 0;
  return early == null || failed ? picture(address) : early;
}

export function lineTo(address: string, keys: readonly string[]): TableConnection {
  const early = taken(lines, named(address, keys));
  if (early?.stands === true) return early;
  early?.close();
  return new TableConnection(address, keys);
}

const ask = (path: string, keys: readonly string[]): Promise<Response> =>
  transport().fetch(path, { headers: keyHeaders(keys) });

/** With other keys it is another question, although the address is the same. */
const named = (address: string, keys: readonly string[]): string => [address, ...keys].join(' ');

function taken<T>(from: Map<string, T>, name: string): T | undefined {
  const thing = from.get(name);
  from.delete(name);
  return thing;
}

function picture(address: string): HTMLImageElement {
  const image = new Image();
  image.src = address;
  return image;
}
