/** A proxy on a free port, with what a test chooses. */

import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { callersOf, type TokenFile } from '../../cutover/proxy/callers';
import { createProxy, type Proxy, type ProxyOptions } from '../../cutover/proxy/proxy';

export interface TestProxy {
  readonly url: string;
  readonly adminUrl: string;
  readonly proxy: Proxy;
  close(): Promise<void>;
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
  return {
    url,
    adminUrl,
    proxy,
    async close() {
      const closed = proxy.close();
      proxy.server.closeAllConnections();
      await closed;
      admin.close();
      admin.closeAllConnections();
    },
  };
}

/** The lookups that were counted so far, by their outcome. */
export function outcomes({ tally }: Proxy): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { labels, count } of tally.counts.compared)
    counts[labels.outcome!] = (counts[labels.outcome!] ?? 0) + count;
  return counts;
}
