import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { createRequire } from 'node:module';
import { gunzipSync, gzipSync, inflateRawSync } from 'node:zlib';

import type { WebSocket } from 'ws';

// What the real program answered to a screen, kept word for word and played back: see README.md.

/** An answer over HTTP. */
interface Answer {
  /** Method and path; a body is told by its SHA-256. */
  ask: string;
  status: number;
  type: string;
  text: string;
}

/** What the client said on its line, and what the program sent because of it. */
interface Said {
  text: string;
  replies: string[];
}

/** One WebSocket. */
interface Line {
  opening: string[];
  said: Said[];
}

interface Recording {
  answers: Answer[];
  lines: Line[];
}

/** Questions have a number of their own, and the answer to one changes nothing. */
const QUESTIONS = new Set(['plan', 'overlays', 'look', 'field', 'why-not', 'threats', 'openings']);
/** What is the same for every screen, and asked once in a page's life: kept under its path. */
const ALWAYS = /^GET \/api\/(server|games|rules\/[\w-]+)$/;
/** What many tapes share. */
const SHARED = /^GET \/api\/tables\/\w+\/board$/;

// The one for browsers says only that they have their own.
const { WebSocket: RealSocket } = createRequire(`${process.cwd()}/`)('ws') as typeof import('ws');

// Tests run in web/.
const folder = 'src/screen/tapes/';
const sheet = '../content/symbols.svg';
/** The program that is recorded; without one the tapes are played. */
export const program = process.env['OPFIRE_RECORD'];

const numbered = /"id":\d+/;
const plain = (text: string): string => text.replace(numbered, '"id":0');
const always = (question: string): string => `shared/${question.slice('GET /'.length).replaceAll('/', '-')}`;
const typeOf = (text: string): string => (JSON.parse(text) as { type: string }).type;
const nameOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Answers that many tapes share lie in a file each, and the tape holds the name. */
function put(text: string): string {
  const name = nameOf(text);
  mkdirSync(`${folder}shared`, { recursive: true });
  if (!existsSync(packed(`shared/${name}`))) write(`shared/${name}`, text);
  return `@${name}`;
}

const take = (text: string): string => (text.startsWith('@') ? read(`shared/${text.slice(1)}`) : text);

// Packed they are a tenth.
const packed = (name: string): string => `${folder}${name}.json.gz`;
const read = (name: string): string => gunzipSync(readFileSync(packed(name))).toString();
const write = (name: string, text: string): void => writeFileSync(packed(name), gzipSync(text, { level: 9 }));

/** Records what the program answers, or answers in its place. */
export class Tape {
  private readonly recording: Recording;
  private readonly heard = new Map<string, number>();
  private line = 0;
  /** What was asked and is not on the tape. */
  readonly missing: string[] = [];
  /** What the client said, in order. */
  readonly said: string[] = [];
  private readonly open = new Set<PlayedSocket | RecordedSocket>();

  constructor(private readonly name: string) {
    const empty = { answers: [], lines: [] };
    this.recording = program == null ? (JSON.parse(read(this.name)) as Recording) : empty;
  }

  /** In the place of `fetch`. */
  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const body = typeof init.body === 'string' ? init.body : '';
    const method = init.method ?? 'GET';
    const question = `${method} ${path}${body === '' ? '' : ` ${nameOf(body)}`}`;
    if (path === '/api/symbols.svg') return new Response(readFileSync(sheet, 'utf8'));
    const answer = program == null ? this.played(question) : await this.recorded(question, method, path, init, body);
    const empty = answer.status === 204 || answer.status === 304;
    return new Response(empty ? null : take(answer.text), {
      status: answer.status,
      headers: { 'content-type': answer.type },
    });
  };

  /** The answer at its turn; when there is no other, the last one holds. */
  private played(question: string): Answer {
    if (ALWAYS.test(question)) {
      return { ask: question, status: 200, type: 'application/json', text: read(always(question)) };
    }
    const all = this.recording.answers.filter((one) => one.ask === question);
    const at = this.heard.get(question) ?? 0;
    this.heard.set(question, at + 1);
    const found = all[Math.min(at, all.length - 1)];
    if (found != null) return found;
    this.missing.push(question);
    throw new TypeError(`not on the tape: ${question}`);
  }

  private async recorded(
    question: string,
    method: string,
    path: string,
    init: RequestInit,
    body: string,
  ): Promise<Answer> {
    const headers = { ...(init.headers as Record<string, string>) };
    const got = await new Promise<Omit<Answer, 'ask'>>((resolve, reject) => {
      const asking = ask(`${program}${path}`, { method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text });
        });
      });
      asking.on('error', reject);
      asking.end(body);
    });
    if (ALWAYS.test(question)) {
      mkdirSync(`${folder}shared`, { recursive: true });
      write(always(question), got.text);
      return { ask: question, ...got };
    }
    const text = SHARED.test(question) && got.status === 200 ? put(got.text) : got.text;
    const answer = { ask: question, ...got, text };
    this.recording.answers.push(answer);
    return answer;
  }

  /** In the place of `new WebSocket`. */
  readonly socket = (address: string, protocols: string[]): PlayedSocket | RecordedSocket => {
    const at = this.line;
    this.line += 1;
    const line = (this.recording.lines[at] ??= { opening: [], said: [] });
    const socket = program == null ? new PlayedSocket(this, line) : new RecordedSocket(this, line, address, protocols);
    this.open.add(socket);
    return socket;
  };

  /** Breaks all connections. */
  cut(): void {
    for (const socket of this.open) socket.fail();
    this.open.clear();
  }

  /** What the client did with these words: its messages of one type. */
  sent<T>(type: string): T[] {
    return this.said.filter((text) => typeOf(text) === type).map((text) => JSON.parse(text) as T);
  }

  /** At the end of a test: keeps what was recorded. */
  finish(): void {
    for (const socket of this.open) socket.close();
    if (program != null) write(this.name, JSON.stringify(this.recording));
  }
}

/** As much of a WebSocket as the client uses. */
class Socket {
  binaryType = 'arraybuffer';
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(
    protected readonly tape: Tape,
    protected readonly line: Line,
  ) {}

  close(): void {
    this.readyState = 3;
  }

  /** The connection breaks. */
  fail(): void {
    this.close();
    this.onclose?.();
  }
}

/** Plays a line back: what was said then is answered as it was. */
class PlayedSocket extends Socket {
  private readonly used = new Set<Said>();

  constructor(tape: Tape, line: Line) {
    super(tape, line);
    setTimeout(() => {
      if (this.readyState !== 0) return;
      this.readyState = 1;
      this.onopen?.();
      this.deliver(line.opening, '');
    });
  }

  send(text: string): void {
    this.tape.said.push(text);
    const alike = this.line.said.filter((one) => plain(one.text) === plain(text));
    const found = alike.find((one) => !this.used.has(one)) ?? (QUESTIONS.has(typeOf(text)) ? alike.at(-1) : undefined);
    if (found == null) {
      this.tape.missing.push(text);
      return;
    }
    this.used.add(found);
    this.deliver(found.replies, numbered.exec(text)?.[0] ?? '');
  }

  /** Each in a turn of its own, as they came; an answer with the number of today's question. */
  private deliver(replies: readonly string[], id: string): void {
    for (const reply of replies) {
      setTimeout(() => {
        if (this.readyState === 1) this.onmessage?.({ data: id === '' ? reply : reply.replace(numbered, id) });
      });
    }
  }
}

/** Hands everything on, and keeps it. */
class RecordedSocket extends Socket {
  private readonly real: WebSocket;
  private last: string[];
  private readonly asked = new Map<string, Said>();

  constructor(tape: Tape, line: Line, address: string, protocols: string[]) {
    super(tape, line);
    this.last = line.opening;
    this.real = new RealSocket(`${program?.replace('http', 'ws')}${new URL(address).pathname}`, protocols);
    this.real.on('open', () => {
      this.readyState = 1;
      this.onopen?.();
    });
    this.real.on('message', (data: Buffer, binary: boolean) => {
      const text = (binary ? inflateRawSync(data) : data).toString();
      const question = this.asked.get(numbered.exec(text.slice(0, 200))?.[0] ?? '');
      const answers = question != null && (QUESTIONS.has(typeOf(text)) || typeOf(text) === 'later');
      (answers ? question.replies : this.last).push(text);
      if (this.readyState === 1) this.onmessage?.({ data: text });
    });
    this.real.on('error', () => this.fail());
  }

  send(text: string): void {
    this.tape.said.push(text);
    const said = { text, replies: [] };
    this.line.said.push(said);
    if (QUESTIONS.has(typeOf(text))) this.asked.set(numbered.exec(text)?.[0] ?? '', said);
    else this.last = said.replies;
    this.real.send(text);
  }

  override close(): void {
    super.close();
    this.real.close();
  }
}
