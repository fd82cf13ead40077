/** A minimal client: one keep-alive connection, one request at a time, and the outcome of each request. */

import { connect, type Socket } from 'node:net';

export type Reply =
  | { readonly status: number; readonly head: string; readonly text: string }
  | { readonly status: 'refused' | 'unanswered' | 'truncated' | 'silent' };

export class Caller {
  #socket: Socket | undefined;
  #received: Buffer[] = [];
  #length = 0;
  /** Bytes of the answer including its head, once they are known. */
  #whole = Infinity;
  #bodyStart = 0;
  #settle: ((reply: Reply) => void) | undefined;

  constructor(
    private readonly port: number,
    private readonly timeoutMs = 20_000,
  ) {}

  /** Never rejects. */
  async ask(request: Buffer): Promise<Reply> {
    const socket = this.#socket ?? (await this.#open());
    if (socket === undefined) return { status: 'refused' };
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#finish({ status: 'silent' }), this.timeoutMs);
      this.#settle = (reply) => {
        clearTimeout(timer);
        resolve(reply);
      };
      socket.write(request);
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #open(): Promise<Socket | undefined> {
    return new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: this.port, noDelay: true });
      socket.once('connect', () => {
        this.#socket = socket;
        resolve(socket);
      });
      socket.on('data', (chunk: Buffer) => this.#take(socket, chunk));
      socket.on('error', () => undefined);
      socket.once('end', () => this.#ended(socket));
      socket.once('close', () => {
        this.#ended(socket);
        resolve(undefined);
      });
    });
  }

  #ended(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.#finish({ status: this.#length === 0 ? 'unanswered' : 'truncated' });
    socket.destroy();
  }

  #take(socket: Socket, chunk: Buffer): void {
    if (this.#socket !== socket) return;
    this.#received.push(chunk);
    this.#length += chunk.length;
    if (this.#whole === Infinity) this.#readHead();
    if (this.#length < this.#whole) return;
    const all = Buffer.concat(this.#received);
    const head = all.subarray(0, this.#bodyStart).toString('latin1');
    const text = all.subarray(this.#bodyStart, this.#whole).toString();
    const stays = !/\r\nconnection: close/i.test(head);
    const settle = this.#settle;
    this.#reset();
    if (!stays) this.close();
    settle?.({ status: Number(head.slice(9, 12)), head, text });
  }

  #readHead(): void {
    const all = this.#received.length === 1 ? this.#received[0]! : Buffer.concat(this.#received);
    const end = all.indexOf('\r\n\r\n');
    if (end < 0) return;
    this.#received = [all];
    const length = /\r\ncontent-length: *(\d+)/i.exec(all.subarray(0, end + 2).toString('latin1'))?.[1];
    this.#bodyStart = end + 4;
    this.#whole = this.#bodyStart + Number(length ?? 0);
  }

  #finish(reply: Reply): void {
    const settle = this.#settle;
    this.#reset();
    this.close();
    settle?.(reply);
  }

  #reset(): void {
    this.#received = [];
    this.#length = 0;
    this.#whole = Infinity;
    this.#settle = undefined;
  }
}
