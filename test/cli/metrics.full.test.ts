/** `/metrics` with several workers: each worker reports all of them, and no counter decreases when one dies. */

import { execFileSync } from 'node:child_process';

import { LEASES, send } from '../http/client';
import { type Scraped, scrape } from '../http/scraped';
import { TEST_SECRET } from '../support/tokens';
import { serve, type Serving } from './leasegate';
import { until } from '../support/until';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

const REQUESTS = 'leasegate_http_requests_total';
const WORKERS = 3;

// These metrics need no database.
const start = (env = {}) =>
  serve({
    DATABASE_URL: 'mysql://root@127.0.0.1:1/none',
    AUTH_JWT_SECRET: TEST_SECRET,
    WORKERS: String(WORKERS),
    ...env,
  });

/** Uses new connections: the system chooses the worker. */
const ask = async ({ url }: Serving, times: number): Promise<void> => {
  const headers = { Connection: 'close' };
  for (let time = 0; time < times; time += 1) await send(url + LEASES, { headers });
};

const scrapeUntil = (gateway: Serving, fits: (metrics: Scraped) => boolean): Promise<Scraped> =>
  until(async () => {
    const metrics = await scrape(gateway.adminUrl);
    return fits(metrics) && metrics;
  });

const workersOf = ({ pid }: Serving): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);

test('a scrape covers all workers, and counters never decrease when one is killed', async () => {
  const gateway = await start();
  await ask(gateway, 60);
  const before = await scrapeUntil(gateway, (metrics) => metrics.sum(REQUESTS) >= 60);
  expect([before.sum(REQUESTS), before.sum('leasegate_workers')]).toEqual([60, WORKERS]);
  expect(before.sum('leasegate_http_request_duration_seconds_count')).toBe(60);
  expect(before.lines.filter(({ name }) => name === 'leasegate_build_info').map(({ value }) => value)).toEqual([1]);

  const [victim = 0] = workersOf(gateway);
  process.kill(victim, 'SIGKILL');
  let least = 60;
  const replaced = await scrapeUntil(gateway, (metrics) => {
    least = Math.min(least, metrics.sum(REQUESTS));
    return metrics.sum('leasegate_workers') === WORKERS && !workersOf(gateway).includes(victim);
  });
  expect(least).toBe(60);
  expect(replaced.sum(REQUESTS)).toBe(60);
  await ask(gateway, 30);
  expect((await scrapeUntil(gateway, (metrics) => metrics.sum(REQUESTS) >= 90)).sum(REQUESTS)).toBe(90);
  expect(await gateway.end()).toBe(0);
});

test('scrapes at the same time, while workers are killed, are all answered', async () => {
  const gateway = await start();
  await ask(gateway, 10);
  await scrapeUntil(gateway, (metrics) => metrics.sum(REQUESTS) >= 10);
  const statuses: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const victim = workersOf(gateway)[0] ?? 0;
    const scrapes = Array.from({ length: 10 }, () =>
      // A scrape by the killed worker may be lost; Prometheus repeats it.
      fetch(`${gateway.adminUrl}/metrics`, { headers: { Connection: 'close' } }).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    process.kill(victim, 'SIGKILL');
    statuses.push(...(await Promise.all(scrapes)));
    const all = await scrapeUntil(
      gateway,
      (metrics) => metrics.sum('leasegate_workers') === WORKERS && !workersOf(gateway).includes(victim),
    );
    expect(all.sum(REQUESTS)).toBe(10);
  }
  expect(new Set(statuses.filter((status) => status !== 0))).toEqual(new Set([200]));
  expect(await gateway.end()).toBe(0);
});
