// What the page and its worker say to each other.

export interface Question {
  method: string;
  address: string;
  keys: string[];
  body: string;
}

export type ToWorker =
  | { type: 'begin'; root: string; engine: string }
  | { type: 'ask'; id: number; question: Question }
  | { type: 'connect'; screen: number; address: string; keys: string[] }
  | { type: 'say'; screen: number; message: string }
  | { type: 'hang-up'; screen: number };

export type FromWorker =
  | { type: 'answer'; id: number; status: number; mime: string; body: string }
  | { type: 'connected'; screen: number }
  | { type: 'letter'; screen: number; message: string }
  | { type: 'closed'; screen: number; why: string }
  /** It has made a mistake and knows nothing any more. */
  | { type: 'crashed'; why: string };
