/** `leasegate cutover`: the exit status says whether all callers are ready. */

import { leasegate } from './leasegate';
import { MetricsServer } from './metrics-server';

const METRICS = `# HELP leasegate_legacy_mode Always 1.
leasegate_legacy_mode{mode="shadow"} 1
leasegate_legacy_comparisons_total{operation="leasesForTenant",caller="aa",outcome="same"} 60
leasegate_legacy_comparisons_total{operation="leasesForTenant",caller="bb",outcome="same"} 60
leasegate_legacy_comparisons_total{operation="leasesForTenant",caller="bb",outcome="different"} 1
leasegate_legacy_differences_total{operation="leasesForTenant",kind="value $.leases[*].rent"} 1
leasegate_legacy_ignored_total{operation="leasesForTenant",rule="record-order"} 2
leasegate_legacy_not_compared_total{operation="leasesForTenant",reason="queue_full"} 1
leasegate_legacy_duration_seconds_sum{operation="leasesForTenant",side="legacy"} 6
leasegate_legacy_duration_seconds_count{operation="leasesForTenant",side="legacy"} 121
leasegate_legacy_duration_seconds_sum{operation="leasesForTenant",side="own"} 1
leasegate_legacy_duration_seconds_count{operation="leasesForTenant",side="own"} 121
process_start_time_seconds 1000000000
`;

const server = new MetricsServer();
beforeAll(() => server.start());
afterAll(() => server.end());

test('a caller is not ready: each has its reasons, and the counts of the replicas are added up', async () => {
  server.text = METRICS;
  const { status, stdout } = await leasegate(['cutover', '--metrics-url', server.url, '--metrics-url', server.url], {});
  expect([status, stdout]).toEqual([
    1,
    `LEGACY_MODE=shadow, counted since 2001-09-09T01:46:40.000Z
caller bb: 2 of 122 answers of leasesForTenant differ (leasesForTenant: 120 same, 0 ignored, 2 different, 0 not compared)
caller aa: ready (leasesForTenant: 120 same, 0 ignored, 0 different, 0 not compared)
different: value $.leases[*].rent (leasesForTenant): 2
ignored: record-order (leasesForTenant): 4
not compared: queue_full (leasesForTenant): 2
mean duration: 8.3 ms, of the old service 49.6 ms
Not ready yet for LEGACY_MODE=compare (callers get the answers of Leasegate)
`,
  ]);
});

test('all callers are ready: the metrics of this machine, as JSON', async () => {
  server.text = METRICS.replace('different"} 1', 'different"} 0');
  const words = ['cutover', '--json', '--min-comparisons', '60', '--max-not-compared', '0'];
  const { status, stdout } = await leasegate(words, { ADMIN_PORT: server.port });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    ready: true,
    mode: 'shadow',
    callers: [{ caller: 'aa' }, { caller: 'bb' }],
  });
  expect((await leasegate(words.with(3, '61'), { ADMIN_PORT: server.port })).status).toBe(1);
});

test.each([
  ['other metrics', 'up 1\n', 'has no metrics of a gateway with LEGACY_MODE'],
  ['no metrics', '', 'has no metrics of a gateway with LEGACY_MODE'],
])('%s are a failure', async (_what, given, problem) => {
  server.text = given;
  expect(await leasegate(['cutover', '--metrics-url', server.url], {})).toEqual({
    status: 1,
    stdout: '',
    stderr: `${server.url} ${problem}\n`,
  });
});

test('a gateway that does not answer is a failure, and a wrong URL is wrong usage', async () => {
  const away = 'http://127.0.0.1:1/metrics';
  expect(await leasegate(['cutover', '--metrics-url', away], {})).toMatchObject({
    status: 1,
    stderr: `No answer from ${away}. --metrics-url names another gateway.\n`,
  });
  expect((await leasegate(['cutover', '--metrics-url', 'gate-1'], {})).status).toBe(2);
});
