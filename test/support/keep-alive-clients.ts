/**
 * Clients with keep-alive connections that send the next request as soon as they have an answer. They use raw sockets,
 * so that no retry hides a lost request.
 */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { LEASES } from '../http/client';
import { until } from './until';

export interface Outcome {
  sent: number;
  /** Answers by status. */
  readonly answered: Map<number, number>;
  /** Requests that were sent, but whose connection closed before the answer was complete. */
  lost: number;
  /** Connections that could not be opened. */
  refused: number;
}

export interface KeepAliveClients {
  readonly outcome: Outcome;
  /** Resolves when all clients together have received this many answers since the start. */
  answers(count: number): Promise<void>;
  /** Lets each client finish its request. */
  stop(): Promise<Outcome>;
}

/** Alternates between both transports with the same lookup. */
function requests(host: string, token: string): [string, string] {
  const rest = JSON.stringify({ identifier: 'north-tenant' });
  const query = '{ leasesForTenant(tenant: { identifier: "north-tenant" }) { nodes { identifier } } }';
  const post = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  return [post(LEASES, rest), post('/graphql', JSON.stringify({ query }))];
}

/** @param untilRefused whether a client stops when a connection is refused, as by a server that ends */
export function keepAliveClients(
  url: string,
  { count, token, untilRefused }: { count: number; token: string; untilRefused: boolean },
): KeepAliveClients {
  const { hostname, port, host } = new URL(url);
  const outcome: Outcome = { sent: 0, answered: new Map(), lost: 0, refused: 0 };
  const texts = requests(host, token);
  let stopped = false;

  const run = async (number: number): Promise<void> => {
    for (let turn = number; !stopped;) {
      const socket = connect(Number(port), hostname);
      try {
        await once(socket, 'connect');
      } catch {
        outcome.refused += 1;
        if (untilRefused) return;
        await sleep(20);
        continue;
      }
      // It may still be reset.
      socket.on('error', () => undefined);
      for (let open = true; open && !stopped; turn += 1) open = await ask(socket, texts[turn % 2]!);
      socket.destroy();
    }
  };

  /** @returns whether the connection stays open */
  const ask = async (socket: Socket, text: string): Promise<boolean> => {
    if (!socket.writable) return false;
    const answer = nextAnswer(socket);
    socket.write(text);
    outcome.sent += 1;
    const found = await answer;
    if (found === undefined) {
      outcome.lost += 1;
      return false;
    }
    outcome.answered.set(found.status, (outcome.answered.get(found.status) ?? 0) + 1);
    return found.keeps;
  };

  const all = Promise.all(Array.from({ length: count }, (_none, number) => run(number)));
  return {
    outcome,
    async answers(wanted) {
      await until(() => [...outcome.answered.values()].reduce((sum, some) => sum + some, 0) >= wanted);
    },
    async stop() {
      stopped = true;
      await all;
      return outcome;
    },
  };
}

/** Undefined if the connection closes before the answer is complete. */
function nextAnswer(socket: Socket): Promise<{ status: number; keeps: boolean } | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const settle = (answer?: { status: number; keeps: boolean }): void => {
      socket.off('data', read).off('close', ended).off('end', ended);
      resolve(answer);
    };
    const read = (chunk: Buffer): void => {
      text += chunk.toString('latin1');
      const headEnd = text.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = text.slice(0, headEnd);
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
      if (text.length < headEnd + 4 + length) return;
      settle({ status: Number(head.slice(9, 12)), keeps: !/^connection: close$/im.test(head) });
    };
    const ended = (): void => settle();
    socket.on('data', read).on('close', ended).on('end', ended);
  });
}
