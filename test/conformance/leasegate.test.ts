/** The kit against Leasegate: on the records of the contract cases every clause holds. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Known } from '../../cutover/conformance/known';
import { NOTHING_KNOWN } from '../../cutover/conformance/known';
import type { Profile } from '../../cutover/conformance/profile/profile';
import { type Result, runConformance } from '../../cutover/conformance/run';
import { planTarget } from '../contract/target';

const PROFILE = join(__dirname, '../../docs/use/leasegate-profile.json');

/** What the lists do not show. */
const KNOWN: Known = {
  ...NOTHING_KNOWN,
  groups: [
    { group_id: 'north', group_external_ref: 'NORTH-01' },
    { group_id: 'people', group_external_ref: 'PEOPLE-01' },
  ],
};

let target: Awaited<ReturnType<ReturnType<typeof planTarget>['open']>>;

beforeAll(async () => {
  target = await planTarget({}).open();
}, 120_000);

afterAll(() => target.close());

async function run(known: Known): Promise<Result> {
  const { all, badSignature, expired, south } = target.tokens;
  return runConformance(
    {
      baseUrl: target.baseUrl,
      tokens: { main: all!, unknown: 'no-such-token', changed: badSignature!, expired: expired!, other: south! },
      maxRequests: 2000,
      timeoutMs: 60_000,
      today: '2026-03-15',
      pause: () => Promise.resolve(),
    },
    known,
  );
}

test('with the known records every clause that applies to a server holds', async () => {
  const { verdicts, profile } = await run(KNOWN);
  expect(verdicts.filter(({ outcome }) => outcome !== 'held').map(({ id, outcome }) => `${id}: ${outcome}`)).toEqual([
    '4.content-type: not applicable',
    // No list has a tenant with more than a page of leases.
    '4.1-R6: not testable',
  ]);
  expect(profile).toEqual(JSON.parse(readFileSync(PROFILE, 'utf8')) as Profile);
}, 120_000);

test('without them, what the lists do not show is not testable', async () => {
  const { verdicts } = await run(NOTHING_KNOWN);
  expect(verdicts.filter(({ outcome }) => outcome === 'not testable').map(({ id }) => id)).toEqual([
    '2.5.group_external_ref',
    '4.1-request.group_external_ref',
    '4.1-R6',
    '4.2-request.group_external_ref',
  ]);
  expect(verdicts.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
}, 120_000);

test('records that are not hidden break the clause of access', async () => {
  const { verdicts } = await run({ ...NOTHING_KNOWN, hidden: { tenants: ['ten-anna'], leases: [] } });
  expect(verdicts.filter(({ outcome }) => outcome === 'broken').map(({ id }) => id)).toEqual(['5.5']);
}, 120_000);
