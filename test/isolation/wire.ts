import { connect, type Socket } from 'node:net';

export interface Reply {
  readonly status: number;
  /** Every line of the head except `Date` and `X-Request-Id`. */
  readonly head: string;
  readonly text: string;
}

/** Why there is no whole answer: no connection, not a byte of an answer, or a part of one. */
export type Loss = 'refused' | 'unanswered' | 'truncated';

interface Waiting {
  readonly answered: (reply: Reply) => void;
  readonly failed: (error: Error) => void;
}

const PASSING = /\r\n(?:date|x-request-id):[^\r]*/gi;

/** The bytes of a request, with a token or without. */
export function post(path: string, token: string | undefined, body: string): string {
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  const length = Buffer.byteLength(body);
  return `POST ${path} HTTP/1.1\r\nHost: test\r\n${authorization}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

/** One keep-alive connection. Requests are sent ahead of the answers to earlier ones. */
export class Wire {
  #connected: Socket | undefined;
  readonly #waiting: Waiting[] = [];
  #received = Buffer.alloc(0);

  constructor(private readonly url: string) {}

  /** @throws {Error} whose message is a {@link Loss} */
  send(request: string | Buffer): Promise<Reply> {
    return new Promise((answered, failed) => {
      this.#waiting.push({ answered, failed });
      this.#socket().write(request);
    });
  }

  /** Closes the connection, whatever is in flight. */
  cut(): void {
    this.#connected?.destroy();
  }

  /** Connects at the first request, because a gateway does not wait long for one. */
  #socket(): Socket {
    if (this.#connected !== undefined) return this.#connected;
    const { hostname, port } = new URL(this.url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let loss: Loss = 'refused';
    socket.on('connect', () => (loss = 'unanswered'));
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', () => undefined);
    for (const event of ['end', 'close'])
      socket.on(event, () => this.#lost(socket, this.#received.length > 0 ? 'truncated' : loss));
    return (this.#connected = socket);
  }

  /** The next request opens another connection. */
  #lost(socket: Socket, loss: Loss): void {
    socket.destroy();
    if (this.#connected !== socket) return;
    this.#connected = undefined;
    this.#received = Buffer.alloc(0);
    for (const { failed } of this.#waiting.splice(0)) failed(new Error(loss));
  }

  #take(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const headEnd = this.#received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = this.#received.subarray(0, headEnd).toString('latin1');
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? NaN);
      if (Number.isNaN(length)) throw new Error(`an answer that does not say its length: ${head}`);
      const end = headEnd + 4 + length;
      if (this.#received.length < end) return;
      const text = this.#received.subarray(headEnd + 4, end).toString();
      this.#received = this.#received.subarray(end);
      const waiting = this.#waiting.shift();
      if (waiting === undefined) throw new Error(`an answer that nobody asked for: ${head}\n${text}`);
      if (/\r\nconnection: close/i.test(head) && this.#connected) this.#lost(this.#connected, 'unanswered');
      waiting.answered({ status: Number(head.slice(9, 12)), head: head.replace(PASSING, ''), text });
    }
  }
}
