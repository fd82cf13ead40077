import { ServiceError } from '../../src/errors';
import { LookupReports } from '../../src/lookups/lookup-reports';
import { auditTrail } from '../../src/telemetry/audit-trail';
import { linesOf } from './kept-trail';

/** The duration of a lookup, by a clock that only the test advances. */

let clock: number;
let text: string;
beforeEach(() => {
  [clock, text] = [1_000, ''];
});

const request = (transport: 'rest' | 'graphql' = 'graphql') => {
  const observer = auditTrail({
    stream: { write: (line) => void (text += line) },
    key: new Uint8Array(32),
    now: () => new Date(5),
  });
  const observed = { requestId: 'an-id', began: 0, trace: undefined, transport, operation: 'none', type: 'none' };
  const reports = new LookupReports(observed, observer, () => clock);
  reports.caller = { subject: 'ann', token: { kind: 'jwt', id: null }, tokenExpiresAt: null, groups: { kind: 'all' } };
  return reports;
};

const passing = async (ms: number, records: number) => {
  clock += ms;
  return { records: Array.from({ length: records }) };
};

const audited = () =>
  linesOf(text).map(({ time, ms, lookups, records, outcome }) => [time, ms, lookups, records, outcome]);

test('a level lasts from the start of its first lookup to the end of its last', async () => {
  const trail = request();
  const nested = (ms: number, records: number) =>
    trail.nested(
      'Tenant.leases',
      () => ({ criteria: {} }),
      () => passing(ms, records),
    );
  await Promise.all([nested(1, 2), nested(3, 0), nested(5, 4)]);
  await nested(7, 1);
  expect(audited()).toEqual([
    [5, 9, 3, 6, 'ok'],
    [5, 7, 1, 1, 'ok'],
  ]);
});

test('over REST it includes the token and the body, also when the request is refused before its lookup', async () => {
  const answered = request('rest');
  clock += 20;
  await answered.single(
    'leasesForTenant',
    () => ({ criteria: {} }),
    () => passing(3, 1),
  );
  const refused = request('rest');
  clock += 40;
  refused.refused(new ServiceError('invalidJson'), () => ['tenantsByLease']);
  expect(audited()).toEqual([
    [5, 23, 1, 1, 'ok'],
    [5, 40, 1, 0, 'invalid_json'],
  ]);
});
