import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A mail as it arrived. */
export interface Mail {
  to: string;
  text: string;
}

/** A place where mail arrives: an SMTP server, RFC 5321 as far as one mail needs it. */
export interface Mailbox {
  /** For `--smtp`. */
  url: string;
  /** All that has come, in order. */
  mails: Mail[];
  close: () => void;
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: Mail[] = [];
  const server = createServer((socket) => converse(socket, (mail) => mails.push(mail)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => server.close() };
}

function converse(socket: Socket, take: (mail: Mail) => void): void {
  let [heard, to] = ['', ''];
  /** The lines of a mail, while they come. */
  let data: string[] | null = null;
  const say = (line: string): void => void socket.write(`${line}\r\n`);

  const hear = (line: string): void => {
    if (data != null && line !== '.') {
      data.push(line);
    } else if (data != null) {
      take({ to, text: textOf(data) });
      data = null;
      say('250 taken');
    } else if (/^(EHLO|MAIL)\b/i.test(line)) {
      say('250 mail.example');
    } else if (/^RCPT\b/i.test(line)) {
      to = /<(.*)>/.exec(line)?.[1] ?? '';
      say('250 ok');
    } else if (/^DATA\b/i.test(line)) {
      data = [];
      say('354 go on');
    } else if (/^QUIT\b/i.test(line)) {
      say('221 bye');
      socket.end();
    } else {
      say('502 what?');
    }
  };

  // A client that hangs up in the middle is none of our business.
  socket.on('error', () => socket.destroy());
  socket.setEncoding('utf8').on('data', (part: string) => {
    const lines = (heard + part).split('\r\n');
    heard = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  say('220 mail.example ESMTP');
}

/** The body of a mail, which comes packed. */
function textOf(lines: readonly string[]): string {
  const body = lines.slice(lines.indexOf('') + 1).join('');
  return Buffer.from(body, 'base64').toString();
}
