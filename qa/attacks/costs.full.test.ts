/** What requests make the gateway spend: CPU time relative to an ordinary refusal, and memory. `docs/evidence.md` has the table. */

import { join } from 'node:path';

import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { servingUrl } from '../../test/support/serving-account';
import { signToken } from '../../test/support/tokens';
import { longestStretch, MOST_REFUSALS, outcomeOf, ratioOf, warmUp } from './rig/measures';
import { MeteredGateway } from './rig/metered-gateway';
import { inOtherWords } from './rig/request';
import { savedRequests } from './rig/saved-request';
import { addSharedLeases } from './rig/shared-leases';
import { crowdedLease, largestAnswer, sharedLeases } from './rows/requests';
import { COSTS, heldAfterDocuments, OUTCOMES } from './rows/rows';

jest.setTimeout(60_000);

const MEGABYTE = 1024 ** 2;
/** The cache of documents is smaller than this. Each document of the attack takes 0.25 MB. */
const MAX_HELD = 12 * MEGABYTE;
/** The size of an answer is bounded, and so is the memory to build it. */
const MOST_FOR_AN_ANSWER = 150 * MEGABYTE;
/** The longest CPU time in milliseconds for which `/livez` may wait. */
const LONGEST_STRETCH = 200;

let database: TestDatabase;
let token: string;
let gateway: MeteredGateway;

const start = async (settings: Readonly<Record<string, string>> = {}): Promise<MeteredGateway> => {
  const started = await MeteredGateway.start(servingUrl(database.url), token, settings);
  await warmUp(started);
  return started;
};

beforeAll(async () => {
  database = await createTestDatabase();
  await addSharedLeases(database.db);
  token = await signToken({ subject: 'reader', groups: '*' });
  gateway = await start();
});

afterAll(async () => {
  await gateway?.end();
  await database?.drop();
});

const rows = COSTS.flatMap(({ sent, requests, settings = {} }) =>
  requests.map((request, nth) => ({ name: `${sent}, ${nth + 1}`, request, settings })),
);
const saved = savedRequests(join(__dirname, 'found')).map((request) => ({ ...request, settings: {} }));

test.each([...rows, ...saved])(
  'an attack costs little more than an ordinary refusal: $name',
  async ({ request, settings }) => {
    const own = Object.keys(settings).length > 0 ? await start(settings) : gateway;
    const { ratio } = await ratioOf(own, (nth) => inOtherWords(request, nth));
    if (own !== gateway) await own.end();
    expect(ratio).toBeLessThan(request.token ? MOST_REFUSALS.token : MOST_REFUSALS.anonymous);
  },
);

test.each(OUTCOMES)('each attack has its answer: $sent', async ({ requests, outcomes }) => {
  const answers: string[] = [];
  for (const request of requests) answers.push(outcomeOf(await gateway.ask(request)));
  expect(answers).toEqual(outcomes);
});

test('distinct documents never use more memory than the cache may', async () => {
  expect(await heldAfterDocuments(gateway)).toBeLessThan(MAX_HELD);
});

test.each([
  ['tenants who share their leases', sharedLeases],
  ['a crowded lease', crowdedLease],
])('an answer of too many records is refused whole: %s', async (_name, request) => {
  const before = await gateway.read({ collect: true });
  const { reply, mostRss } = await longestStretch(gateway, request);
  expect(outcomeOf(reply)).toBe('200 invalid_request');
  expect('text' in reply && JSON.parse(reply.text)).not.toHaveProperty('data.tenantsByLease');
  expect(mostRss - before.rss).toBeLessThan(MOST_FOR_AN_ANSWER);
});

test('nearly the largest answer is whole, and the gateway can say meanwhile that it lives', async () => {
  const { stretchMs, reply } = await longestStretch(gateway, largestAnswer);
  expect(outcomeOf(reply)).toBe('200');
  expect(stretchMs).toBeLessThan(LONGEST_STRETCH);
});
