/** The admin listener of the proxy: `/livez`, `/readyz`, `/metrics`, and `/comparisons` for `leasegate cutover ready`. */

import type { RequestListener } from 'node:http';
import { connect } from 'node:net';

import type { Side } from '../compare/sides';
import type { Counted, Tally } from './tally';

/** What `/comparisons` says. */
export interface Comparisons {
  readonly serve: Side;
  readonly fallback: boolean;
  readonly compares: boolean;
  /** The start of the proxy. */
  readonly since: string;
  readonly served: readonly Counted[];
  readonly compared: readonly Counted[];
  readonly differences: readonly Counted[];
  readonly ignored: readonly Counted[];
  readonly notCompared: readonly Counted[];
}

export interface AdminOptions extends Pick<Comparisons, 'serve' | 'fallback' | 'compares' | 'since'> {
  readonly tally: Tally;
  readonly gauges: () => Parameters<Tally['text']>[0];
  readonly isListening: () => boolean;
  /** The side that is served. */
  readonly served: URL;
}

/** Milliseconds in which the side must accept a connection. */
const CONNECT_TIMEOUT_MS = 1_000;

export function adminListener(options: AdminOptions): RequestListener {
  const { tally, gauges, isListening, served, serve, fallback, compares, since } = options;
  const pages: Readonly<Record<string, () => Promise<readonly [status: number, body: string | object]>>> = {
    '/livez': async () => [200, { status: 'live' }],
    '/readyz': async () => {
      if (!isListening()) return [503, { problems: ['the proxy is stopping'] }];
      if (await accepts(served)) return [200, { problems: [] }];
      return [503, { problems: [`the ${serve} service does not accept connections`] }];
    },
    '/metrics': async () => [200, tally.text(gauges())],
    '/comparisons': async () => {
      const counts = (['served', 'compared', 'differences', 'ignored', 'notCompared'] as const).map(
        (name) => [name, tally.counts(name)] as const,
      );
      return [200, { serve, fallback, compares, since, ...Object.fromEntries(counts) }];
    },
  };
  return (request, response) => {
    const page = request.method === 'GET' ? pages[(request.url ?? '').split('?')[0]!] : undefined;
    void (page?.() ?? Promise.resolve([404, { problems: ['there is no such page'] }] as const)).then(
      ([status, body]) => {
        const isText = typeof body === 'string';
        response.writeHead(status, {
          'Content-Type': isText ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json',
        });
        response.end(isText ? body : JSON.stringify(body));
      },
    );
  };
}

function accepts({ protocol, hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const socket = connect({
      host,
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: CONNECT_TIMEOUT_MS,
    });
    const end = (accepted: boolean): void => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
