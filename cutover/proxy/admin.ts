/** The admin listener of the proxy: `/livez`, `/readyz`, `/metrics`, and `/comparisons` for `leasegate cutover ready`. */

import type { RequestListener } from 'node:http';
import { connect } from 'node:net';

import type { Side } from '../compare/sides';
import type { Counted, Tally } from '../compare/tally';
import { hostIn } from '../contract/exchange';

const COUNTS = ['served', 'compared', 'differences', 'ignored', 'notCompared'] as const;

interface Proxy {
  readonly serve: Side;
  readonly fallback: boolean;
  /** The start of the proxy. */
  readonly since: string;
}

/** What `/comparisons` says. */
export type Comparisons = Proxy & Readonly<Record<(typeof COUNTS)[number], readonly Counted[]>>;

export interface AdminOptions extends Proxy {
  readonly tally: Tally;
  readonly gauges: () => Parameters<Tally['text']>[0];
  readonly isListening: () => boolean;
  /** The side that is served. */
  readonly served: URL;
}

/** Milliseconds in which the side must accept a connection. */
const CONNECT_TIMEOUT_MS = 1_000;

type Page = readonly [status: number, body: string | object];

export function adminListener(options: AdminOptions): RequestListener {
  const { tally, gauges, isListening, served, serve, fallback, since } = options;
  const pages: Readonly<Record<string, () => Page | Promise<Page>>> = {
    '/livez': () => [200, { status: 'live' }],
    '/readyz': async () => {
      if (!isListening()) return [503, { problems: ['the proxy is stopping'] }];
      if (await accepts(served)) return [200, { problems: [] }];
      return [503, { problems: [`the ${serve} service does not accept connections`] }];
    },
    '/metrics': () => [200, tally.text(gauges())],
    '/comparisons': () => {
      const counts = COUNTS.map((name) => [name, tally.counts(name)] as const);
      return [200, { serve, fallback, since, ...Object.fromEntries(counts) }];
    },
  };
  return ({ method, url = '' }, response) => {
    const page = method === 'GET' ? pages[url.split('?')[0]!] : undefined;
    void Promise.resolve(page?.() ?? NO_PAGE).then(([status, body]) => {
      const isText = typeof body === 'string';
      response.setHeader('Content-Type', isText ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json');
      response.writeHead(status).end(isText ? body : JSON.stringify(body));
    });
  };
}

const NO_PAGE: Page = [404, { problems: ['there is no such page'] }];

function accepts(url: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const socket = connect({ host: hostIn(url), port, timeout: CONNECT_TIMEOUT_MS });
    const end = (accepted: boolean): void => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
