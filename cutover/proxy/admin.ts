/** The admin listener of the proxy: `/livez`, `/readyz`, `/metrics`, and `/comparisons` for `leasegate cutover ready`. */

import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';

import type { Side } from '../compare/sides';
import type { Counts, Tally } from '../compare/tally';
import { hostIn } from '../contract/exchange';

interface Step {
  readonly serve: Side;
  /** The start of the proxy. */
  readonly since: string;
}

/** What `/comparisons` says. */
export type Comparisons = Step & Counts;

interface AdminOptions {
  readonly step: Step;
  readonly tally: Tally;
  readonly gauges: () => Parameters<Tally['text']>[0];
  readonly isListening: () => boolean;
  /** The side that is served. */
  readonly served: URL;
}

/** Milliseconds in which the side must accept a connection. */
const CONNECT_TIMEOUT_MS = 1_000;

type Page = readonly [status: number, body: string | object];

export function adminListener({ step, tally, gauges, isListening, served }: AdminOptions): RequestListener {
  const pages: Readonly<Record<string, () => Page | Promise<Page>>> = {
    '/livez': () => [200, { status: 'live' }],
    '/readyz': async () => {
      if (!isListening()) return [503, { problems: ['the proxy is stopping'] }];
      if (await accepts(served)) return [200, { problems: [] }];
      return [503, { problems: [`the ${step.serve} service does not accept connections`] }];
    },
    '/metrics': () => [200, tally.text(gauges())],
    '/comparisons': () => [200, { ...step, ...tally.counts }],
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

async function accepts(url: URL): Promise<boolean> {
  const socket = connect({ host: hostIn(url), port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
