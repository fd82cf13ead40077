/** Rows a and g: how much memory requests make the gateway use. */

import { outcomeOf } from './rig/answers';
import { meteredGatewayForAllTests } from './rig/metered-tests';
import { longestStretch } from './rig/longest-stretch';
import { distinctDocument } from './rows/documents';
import { crowdedLease, largestAnswer, sharedLeases } from './rows/answers';

const MEGABYTE = 1024 ** 2;
const DOCUMENTS = 200;
/** The cache of documents is smaller than this. Each document of the attack takes 0.25 MB. */
const MAX_HELD = 12 * MEGABYTE;
/** The size of an answer is bounded, and so is the memory to build it. */
const MOST_FOR_AN_ANSWER = 150 * MEGABYTE;
/** The longest CPU time in milliseconds for which `/livez` may wait. */
const LONGEST_STRETCH = 200;

const shared = meteredGatewayForAllTests();

test('a: distinct documents never use more memory than the cache may', async () => {
  await shared.gateway.measure(distinctDocument(0));
  const before = await shared.gateway.read({ collect: true });
  for (let nth = 1; nth <= DOCUMENTS; nth += 1) await shared.gateway.measure(distinctDocument(nth));
  const after = await shared.gateway.read({ collect: true });
  expect(after.heldBytes - before.heldBytes).toBeLessThan(MAX_HELD);
}, 60_000);

test.each([
  ['tenants who share their leases', sharedLeases],
  ['a crowded lease', crowdedLease],
])(
  'g: an answer of too many records is refused whole: %s',
  async (_name, request) => {
    const before = await shared.gateway.read({ collect: true });
    const { reply, mostRss } = await longestStretch(shared.gateway, request);
    expect(outcomeOf(reply)).toBe('200 invalid_request');
    expect('text' in reply && JSON.parse(reply.text)).not.toHaveProperty('data.tenantsByLease');
    expect(mostRss - before.rss).toBeLessThan(MOST_FOR_AN_ANSWER);
  },
  60_000,
);

test('g: nearly the largest answer is whole, and the gateway can say meanwhile that it lives', async () => {
  const { stretchMs, reply } = await longestStretch(shared.gateway, largestAnswer);
  expect(outcomeOf(reply)).toBe('200');
  expect(stretchMs).toBeLessThan(LONGEST_STRETCH);
}, 60_000);
