/** `leasegate rest-usage` adds up what gateways have counted. */

import { leasegate } from './leasegate';
import { MetricsServer } from './metrics-server';

const METRICS = `# TYPE leasegate_rest_requests_total counter
leasegate_rest_requests_total{caller="aa",operation="leasesForTenant"} 3
leasegate_rest_requests_total{caller="bb",operation="tenantsByLease"} 40
# TYPE leasegate_rest_fields_total counter
leasegate_rest_fields_total{caller="aa",operation="leasesForTenant",field="identifier"} 1
leasegate_rest_fields_total{caller="aa",operation="leasesForTenant",field="email_address"} 2
`;

const server = new MetricsServer();
beforeAll(() => server.start());
afterAll(() => server.end());

test('the callers with the most requests come first, and replicas are added up', async () => {
  server.text = METRICS;
  const { status, stdout } = await leasegate(
    ['rest-usage', '--metrics-url', server.url, '--metrics-url', server.url],
    {},
  );
  expect([status, stdout]).toEqual([
    0,
    'caller bb: 80 of tenantsByLease (no fields)\ncaller aa: 6 of leasesForTenant (email_address 4, identifier 2)\n',
  ]);
});

test('the metrics of this machine, as JSON', async () => {
  server.text = METRICS;
  const { status, stdout } = await leasegate(['rest-usage', '--json'], { ADMIN_PORT: server.port });
  expect([status, JSON.parse(stdout)]).toEqual([
    0,
    {
      usage: [
        { caller: 'bb', operation: 'tenantsByLease', requests: 40, fields: {} },
        { caller: 'aa', operation: 'leasesForTenant', requests: 3, fields: { email_address: 2, identifier: 1 } },
      ],
    },
  ]);
});

test('nobody has called', async () => {
  server.text = '# TYPE leasegate_rest_requests_total counter\n';
  const { status, stdout } = await leasegate(['rest-usage', '--metrics-url', server.url], {});
  expect([status, stdout]).toEqual([0, 'No known caller has called REST since the start.\n']);
});

test('a gateway without the setting', async () => {
  server.text = 'leasegate_workers 1\n';
  const { status, stderr } = await leasegate(['rest-usage', '--metrics-url', server.url], {});
  expect([status, stderr]).toEqual([1, `${server.url} has no metrics of a gateway with REST_USAGE=on\n`]);
});
