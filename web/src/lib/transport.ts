// What stands behind the client: a server, or, in a page without one, a worker of the same browser (src/page). Nothing else in the
// client knows which of the two it is.

export interface Transport {
  /** As `fetch`, for addresses that begin with `/api/`. */
  fetch(address: string, init?: RequestInit): Promise<Response>;
  /** As `new WebSocket`. */
  socket(address: string, protocols: string[]): WebSocket;
  /** Where a picture is to be had. As long as it is being drawn the answer is empty; a template that asked hears when it is there. */
  picture(address: string): string;
}

/** Whether this client was built for a page without a server. */
export const serverless: boolean = import.meta.env.MODE === 'page';

/** A server, at the address that the client came from. */
const network: Transport = {
  fetch: (address, init) => fetch(address, init),
  socket: (address, protocols) => new WebSocket(address, protocols),
  picture: (address) => address,
};

let current = network;

export const transport = (): Transport => current;

/** Asks another one from now on. */
export function useTransport(other: Transport): void {
  current = other;
}
