/**
 * What stands beside the gateways of `bench:legacy`, in a process of its own: an old service, a plain forward to it, and the ways
 * to a database that can be slow, frozen or dead. Started by `fork`; it answers the first message with the ports.
 */

import { once } from 'node:events';
import { Agent, createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer, type Server, type Socket } from 'node:net';

export type Fault = 'slow' | 'frozen' | 'dead';

export interface Start {
  /** The body of the old service’s answer to each request body. */
  readonly answers: Readonly<Record<string, string>>;
  readonly database: { readonly host: string; readonly port: number };
}

export type Ports = Readonly<Record<'old' | 'forward' | Fault, number>>;

/** How many times as long the slow way takes. */
const TIMES = 10;

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Answers after the milliseconds that the request names. */
const oldService = (answers: Start['answers']) =>
  createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const answer = answers[body];
      const send = () => {
        response.writeHead(answer === undefined ? 500 : 200, { 'Content-Type': 'application/json; charset=utf-8' });
        response.end(answer);
      };
      setTimeout(send, Number(request.headers['x-delay'] ?? 0));
    });
  });

/** The least that a Node program does between a client and a server. */
function plainForward(port: number) {
  const agent = new Agent({ keepAlive: true });
  return createServer((request, response) => {
    const { method, url, headers } = request;
    const forwarded = httpRequest({ host: '127.0.0.1', port, agent, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  });
}

/** A way to the database. After `fail` it is slow, or it passes nothing, or it takes no connection. */
function wayTo({ host, port }: Start['database'], fault: Fault) {
  let failed = false;
  const sockets = new Set<Socket>();
  const server = createNetServer((client) => {
    const upstream = connect(port, host);
    let asked = 0;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk) => {
      asked = performance.now();
      if (!failed || fault === 'slow') upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!failed) client.write(chunk);
      // Timers of the same length fire in order, and a later part of an answer never waits less.
      else if (fault === 'slow') setTimeout(() => client.write(chunk), (TIMES - 1) * (performance.now() - asked));
    });
  });
  const fail = (): void => {
    failed = true;
    if (fault !== 'dead') return;
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { server, fail };
}

async function start({ answers, database }: Start): Promise<void> {
  const old = await portOf(oldService(answers));
  const faults = ['slow', 'frozen', 'dead'] as const;
  const ways = faults.map((fault) => wayTo(database, fault));
  const ports = await Promise.all(ways.map(({ server }) => portOf(server)));
  const ofFaults = Object.fromEntries(faults.map((fault, nth) => [fault, ports[nth]]));
  process.send?.({ old, forward: await portOf(plainForward(old)), ...ofFaults });
  process.once('message', () => {
    for (const { fail } of ways) fail();
    process.send?.('failed');
  });
}

process.once('message', (message: Start) => void start(message));
process.once('disconnect', () => process.exit());
