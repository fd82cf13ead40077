/** The kit against Leasegate: on the records of the contract cases every clause holds. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Known, NOTHING_KNOWN } from '../../cutover/conformance/samples';
import { runConformance } from '../../cutover/conformance/run';
import { openTarget } from '../contract/target';

const PROFILE = join(__dirname, '../../docs/use/leasegate-profile.json');

/** What the lists do not show. */
const KNOWN: Known = {
  ...NOTHING_KNOWN,
  groups: [
    { group_id: 'north', group_external_ref: 'NORTH-01' },
    { group_id: 'people', group_external_ref: 'PEOPLE-01' },
  ],
};

test('with the known records every check holds', async () => {
  const target = await openTarget();
  const { all, badSignature, expired, south } = target.tokens;
  const { report } = await runConformance(
    {
      baseUrl: target.baseUrl,
      tokens: { main: all!, unknown: 'no-such-token', changed: badSignature!, expired: expired!, other: south! },
      ...{ timeoutMs: 60_000, maxPages: 200, today: '2026-03-15' },
      pause: () => Promise.resolve(),
    },
    KNOWN,
  );
  await target.close();
  const others = report.checks.filter(({ outcome }) => outcome !== 'held');
  expect(others.map(({ id, outcome }) => `${id}: ${outcome}`)).toEqual([]);
  expect(report.profile).toEqual(JSON.parse(readFileSync(PROFILE, 'utf8')));
}, 120_000);
