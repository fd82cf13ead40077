/** The thread that compares fails, and callers do not notice. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

import { signToken } from '../support/tokens';
import { startBuiltThread } from '../support/gateway';
import { beside, counted, OLD_LEASE, raw } from './beside';

// A thread starts twice, on a machine that may be busy.
jest.setTimeout(120_000);

const NORTH = '{"identifier":"north-tenant"}';

test('a thread that ends is logged and replaced; answers go on, and what was not compared is counted', async () => {
  const threads: Worker[] = [];
  const rig = await beside('shadow', {
    startThread(module, options) {
      threads.push(startBuiltThread(module, options));
      return threads.at(-1)!;
    },
  });
  rig.old.answers(() => ({ body: OLD_LEASE }));
  const token = await signToken({ subject: 'jane', groups: '*' });
  const ask = async (): Promise<void> => {
    expect((await raw(rig.gateway.url, { token, body: NORTH })).bytes.toString()).toBe(OLD_LEASE);
  };
  await ask();
  const before = await rig.metrics.until((scraped) => counted(scraped).ignored === 1);

  await threads[0]!.terminate();
  const open = 'leasegate_database_connections_open';
  expect((await rig.metrics.until(() => true)).sum(open)).toBeLessThan(before.sum(open));
  let asked = 1;
  while (threads.length < 2) {
    await ask();
    await sleep(50);
    asked += 1;
  }
  const after = await rig.metrics.until((scraped) => {
    const { ignored = 0, not_compared: not = 0 } = counted(scraped);
    return ignored >= 2 && ignored + not === asked;
  });
  expect(after.sum('leasegate_legacy_not_compared_total', { reason: 'thread_failed' })).toBe(
    counted(after).not_compared,
  );
  expect(after.sum('leasegate_legacy_served_total', { outcome: 'answered' })).toBe(asked);
  expect(rig.logged.filter(({ msg }) => msg === 'comparisons interrupted')).toHaveLength(1);
  await rig.close();
});

test('a thread that cannot start changes no answer', async () => {
  const rig = await beside('shadow', { startThread: (_module, options) => startBuiltThread('none', options) });
  rig.old.answers(() => ({ body: OLD_LEASE }));
  for (let nth = 0; nth < 5; nth += 1) expect((await raw(rig.gateway.url)).bytes.toString()).toBe(OLD_LEASE);
  const now = await rig.metrics.until((scraped) => counted(scraped).not_compared === 5);
  expect(now.sum('leasegate_legacy_not_compared_total', { reason: 'thread_failed' })).toBe(5);
  await rig.close();
});
