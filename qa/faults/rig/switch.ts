/** A proxy between a gateway and its database. It passes bytes on, or treats them as a bad network would. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What happens to the bytes of connections that open from now on. */
export interface Link {
  /** Delay in milliseconds, in each direction. */
  readonly delayMs?: number;
  /** Whether each byte is written alone. */
  readonly trickle?: boolean;
  /** The number of bytes from the server after which a connection is cut. */
  readonly cutAfter?: () => number;
}

interface Pair {
  readonly client: Socket;
  upstream: Socket | undefined;
}

export class Switch {
  /** When each connection opened, in milliseconds of `performance.now()`. */
  readonly made: number[] = [];
  readonly #pairs = new Set<Pair>();
  readonly #server = createServer((client) => this.#take(client));
  #upstream = 0;
  #link: Link = {};
  #port = 0;

  get port(): number {
    return this.#port;
  }

  /** Accepts connections and leads new ones to the port. Open connections keep their server. */
  async lead(upstreamPort: number, link: Link = {}): Promise<void> {
    this.#upstream = upstreamPort;
    this.#link = link;
    if (this.#server.listening) return;
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Closes every connection and refuses new ones until {@link lead}. */
  async cut(): Promise<void> {
    this.endAll();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  endAll(): void {
    for (const { client, upstream } of this.#pairs) {
      client.resetAndDestroy();
      upstream?.destroy();
    }
  }

  #take(client: Socket): void {
    this.made.push(performance.now());
    const pair: Pair = { client, upstream: undefined };
    this.#pairs.add(pair);
    client.setNoDelay(true);
    client.on('error', () => undefined);
    client.once('close', () => {
      this.#pairs.delete(pair);
      pair.upstream?.destroy();
    });
    const upstream = connect({ port: this.#upstream, host: '127.0.0.1', noDelay: true });
    pair.upstream = upstream;
    upstream.on('error', () => undefined);
    upstream.once('close', () => client.resetAndDestroy());
    const link = this.#link;
    let left = link.cutAfter?.() ?? Infinity;
    this.#carry(client, upstream, link, (chunk) => chunk);
    this.#carry(upstream, client, link, (chunk) => {
      left -= chunk.length;
      if (left < 0) setImmediate(() => client.resetAndDestroy());
      return left < 0 ? chunk.subarray(0, left) : chunk;
    });
  }

  #carry(from: Socket, to: Socket, { delayMs = 0, trickle = false }: Link, what: (chunk: Buffer) => Buffer): void {
    const write = (chunk: Buffer): void => {
      if (!trickle) to.write(chunk);
      else for (let at = 0; at < chunk.length; at += 1) to.write(chunk.subarray(at, at + 1));
    };
    from.on('data', (chunk: Buffer) => {
      const passing = what(chunk);
      if (delayMs === 0) write(passing);
      else setTimeout(() => to.writable && write(passing), delayMs);
    });
    from.once('end', () => setTimeout(() => to.end(), delayMs));
  }
}
