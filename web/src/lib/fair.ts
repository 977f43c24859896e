import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** What the server hashed before the first throw: see docs/hosting.md. */
const sealedText = (table: string, seed: string, salt: string): string => `opfire dice\n${table}\n${seed}\n${salt}`;

/** SHA-256 in hex. The browser's own where there is one: it has none on a page without TLS. */
export async function hashOf(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const own = (globalThis as { crypto?: Partial<Crypto> }).crypto?.subtle;
  return bytesToHex(own == null ? sha256(bytes) : new Uint8Array(await own.digest('SHA-256', bytes)));
}

/** The fingerprint that the server must have published for these dice. */
export const sealOf = (table: string, seed: string, salt: string): Promise<string> =>
  hashOf(sealedText(table, seed, salt));
