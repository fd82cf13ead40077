/** A proxy on a free port, with what a test chooses. */

import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { linesOf, sumOf } from '../../cutover/compare/tally';
import { callersOf, type TokenFile } from '../../cutover/proxy/callers';
import { createProxy, type Proxy, type ProxyOptions } from '../../cutover/proxy/proxy';
import { until } from '../support/until';
import { endsWithTest, isKept, see } from './scene';

export interface TestProxy {
  readonly url: string;
  readonly adminUrl: string;
  readonly proxy: Proxy;
}

type Options = Partial<Omit<ProxyOptions, 'old' | 'new' | 'callers'>> & {
  readonly old: string;
  readonly new?: string;
  readonly tokens?: TokenFile;
};

export async function startProxy({ old, new: ours, tokens, ...options }: Options): Promise<TestProxy> {
  const proxy = createProxy({
    old: new URL(old),
    new: ours === undefined ? undefined : new URL(ours),
    serve: 'old',
    compare: 100,
    callers: callersOf(tokens ?? new Map(), Buffer.alloc(32, 7)),
    timeoutMs: 5_000,
    maxInFlight: 500,
    maxPages: 50,
    now: () => new Date(),
    monotonicNow: () => performance.now(),
    random: () => 0.5,
    beforeAgain: () => Promise.resolve(),
    ...options,
  });
  const admin = createServer(proxy.admin);
  const listen = async (server: typeof admin): Promise<string> => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const [url, adminUrl] = [await listen(proxy.server), await listen(admin)];
  return endsWithTest({
    url,
    adminUrl,
    proxy,
    async close() {
      const metrics = async () => (await fetch(`${adminUrl}/metrics`)).text();
      if (isKept()) await until(async () => /_in_flight 0\n[^]*_waiting 0\n/.test(await metrics()), 'the end');
      if (isKept()) see((await metrics()).replaceAll(/^#.*\n|^leasegate_/gm, ''), ...linesOf(proxy.tally.counts));
      const closed = proxy.close();
      proxy.server.closeAllConnections();
      await closed;
      admin.close();
      admin.closeAllConnections();
    },
  });
}

/** The lookups that were counted so far, by their outcome. */
export function outcomes({ proxy: { tally } }: TestProxy): Record<string, number> {
  const { compared } = tally.counts;
  return Object.fromEntries(compared.map(({ labels: { outcome = '' } }) => [outcome, sumOf(compared, { outcome })]));
}

/** Waits until so many lookups are counted. */
export const compared = (proxy: TestProxy, count: number): Promise<unknown> =>
  until(() => sumOf(proxy.proxy.tally.counts.compared, {}) === count, `${count} comparisons`);

/** Why lookups were not compared. */
export const reasons = ({ proxy: { tally } }: TestProxy) =>
  tally.counts.not_compared.map(({ labels }) => labels.reason);
