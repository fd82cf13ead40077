/** Two kinds of load: as fast as the server answers, and at a fixed rate. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Request } from './servers';

export interface Target {
  readonly port: number;
  readonly request: Buffer;
  readonly connections: number;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

async function withWires<Result>(
  { port, connections }: Target,
  work: (wires: Wire[]) => Promise<Result>,
): Promise<Result> {
  const wires = await Promise.all(Array.from({ length: connections }, () => Wire.open(port)));
  try {
    return await work(wires);
  } finally {
    for (const wire of wires) wire.close();
  }
}

export interface Sprint {
  readonly requests: number;
  readonly milliseconds: number;
}

/** Every connection sends the next request as soon as it is answered, until enough were sent or the time is over. */
export function atFullSpeed(target: Target, forMs: number, enough = Infinity): Promise<Sprint> {
  const { request, now } = target;
  return withWires(target, async (wires) => {
    const began = now();
    let requests = 0;
    await Promise.all(
      wires.map(async (wire) => {
        while (now() - began < forMs && requests < enough) {
          await wire.ask(request);
          requests += 1;
        }
      }),
    );
    return { requests, milliseconds: now() - began };
  });
}

/**
 * Milliseconds from the time at which each request was due to the end of its answer, including a wait for a free
 * connection.
 */
export function atRate(target: Target, perSecond: number, requests: number): Promise<number[]> {
  const { request, now } = target;
  return withWires(target, async (wires) => {
    const latencies: number[] = [];
    const waiting: ((wire: Wire) => void)[] = [];
    const free = [...wires];
    // In rotation, so that no connection stays idle for long.
    const take = () => {
      const wire = free.shift();
      return wire === undefined ? new Promise<Wire>((resolve) => waiting.push(resolve)) : Promise.resolve(wire);
    };
    const again = async () => {
      const wire = await Wire.open(target.port);
      wires.push(wire);
      return wire;
    };
    const one = async (due: number) => {
      const taken = await take();
      const wire = taken.isOpen ? taken : await again();
      await wire.ask(request);
      latencies.push(now() - due);
      const next = waiting.shift();
      if (next === undefined) free.push(wire);
      else next(wire);
    };
    const began = now();
    const asked: Promise<void>[] = [];
    for (let nth = 0; nth < requests; nth += 1) {
      await sleep(Math.max(0, began + (nth * 1000) / perSecond - now()));
      asked.push(one(now()));
    }
    await Promise.all(asked);
    return latencies.sort((a, b) => a - b);
  });
}

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';

/** The bytes of a request, built once. */
export function requestBytes({ path, body }: Request, port: number, token: string): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    'Accept: application/json',
    `Authorization: Bearer ${token}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}${HEAD_END}${body}`);
}

/**
 * A keep-alive connection with one request at a time. It only finds the end of each answer: a client as expensive as
 * the server would measure itself.
 */
export class Wire {
  #head = '';
  #left = Infinity;
  #tail = '';
  #body = 0;
  #settle: { answered(bytes: number): void; failed(error: Error): void } | undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server closed the connection.')));
  }

  /** A server may close a connection that was idle for some seconds. */
  get isOpen(): boolean {
    return !this.socket.destroyed && this.socket.writable && this.socket.readable;
  }

  static async open(port: number): Promise<Wire> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    await once(socket, 'connect');
    return new Wire(socket);
  }

  /** Resolves to the length of the answer's body as sent. @throws {Error} for any status but 200 */
  ask(request: Buffer): Promise<number> {
    this.#head = '';
    this.#tail = '';
    this.#body = 0;
    this.#left = Infinity;
    return new Promise((answered, failed) => {
      this.#settle = { answered, failed };
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#left !== Infinity || this.#tail !== '') return this.#count(chunk);
    this.#head += chunk.toString('latin1');
    const end = this.#head.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.#head.slice(0, end);
    const status = head.slice(9, 12);
    if (status !== '200') return this.#fail(new Error(`Status ${status}: ${this.#head.slice(0, 600)}`));
    const length = /^content-length: *(\d+)/im.exec(head)?.[1];
    if (length === undefined) this.#tail = HEAD_END;
    else this.#left = Number(length);
    this.#count(Buffer.from(this.#head.slice(end + HEAD_END.length), 'latin1'));
  }

  #count(chunk: Buffer): void {
    this.#body += chunk.length;
    this.#left -= chunk.length;
    if (this.#tail !== '') this.#tail = (this.#tail + chunk.subarray(-8).toString('latin1')).slice(-8);
    if (this.#left <= 0 || this.#tail.endsWith(LAST_CHUNK)) this.#settle?.answered(this.#body);
  }

  #fail(error: Error): void {
    this.#settle?.failed(error);
  }
}
