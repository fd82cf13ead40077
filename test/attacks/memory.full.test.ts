/** Rows a and g: what requests make the gateway hold. */

import { createTestDatabase, type TestDatabase } from '../support/database';
import { servingUrl } from '../support/serving-account';
import { signToken } from '../support/tokens';
import { outcomeOf } from './rig/answers';
import { MeteredGateway } from './rig/metered-gateway';
import { longestStretch } from './rig/longest-stretch';
import { addSharedLeases } from './rig/shared-leases';
import { distinctDocument } from './rows/documents';
import { crowdedLease, largestAnswer, sharedLeases } from './rows/answers';

const MEGABYTE = 1024 ** 2;
const DOCUMENTS = 200;
/** The documents in use are kept in less; each of those that are sent takes 0.25 MB. */
const MAX_HELD = 12 * MEGABYTE;
/** An answer is bounded, and so is what it is made of. */
const MOST_FOR_AN_ANSWER = 150 * MEGABYTE;
/** CPU time, milliseconds, for which a question after the gateway's life may lie. */
const LONGEST_STRETCH = 200;

let database: TestDatabase;
let gateway: MeteredGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  await addSharedLeases(database.db);
  gateway = await MeteredGateway.start(servingUrl(database.url), await signToken({ subject: 'reader', groups: '*' }));
}, 60_000);

afterAll(async () => {
  await gateway?.end();
  await database?.drop();
});

test('a: of distinct documents no more is held than the store may hold', async () => {
  await gateway.measure(distinctDocument(0));
  const before = await gateway.read({ collect: true });
  for (let nth = 1; nth <= DOCUMENTS; nth += 1) await gateway.measure(distinctDocument(nth));
  const after = await gateway.read({ collect: true });
  expect(after.heldBytes - before.heldBytes).toBeLessThan(MAX_HELD);
}, 60_000);

test.each([
  ['tenants who share their leases', sharedLeases],
  ['a crowded lease', crowdedLease],
])(
  'g: an answer of too many records is refused whole: %s',
  async (_name, request) => {
    const before = await gateway.read({ collect: true });
    const { reply, mostRss } = await longestStretch(gateway, request);
    expect(outcomeOf(reply)).toBe('200 invalid_request');
    expect('text' in reply && JSON.parse(reply.text)).not.toHaveProperty('data.tenantsByLease');
    expect(mostRss - before.rss).toBeLessThan(MOST_FOR_AN_ANSWER);
  },
  60_000,
);

test('g: nearly the largest answer is whole, and the gateway can say meanwhile that it lives', async () => {
  const { stretchMs, reply } = await longestStretch(gateway, largestAnswer);
  expect(outcomeOf(reply)).toBe('200');
  expect(stretchMs).toBeLessThan(LONGEST_STRETCH);
}, 60_000);
