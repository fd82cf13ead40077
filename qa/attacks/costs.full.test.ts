/**
 * What requests make the gateway spend: CPU time relative to an ordinary refusal, and memory. `npm run test:attacks` writes
 * the table of `docs/evidence.md`.
 */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { insertGroup } from '../../test/support/records';
import { servingUrl } from '../../test/support/serving-account';
import { insertSharedLeases } from '../../test/support/shared-leases';
import { signToken } from '../../test/support/tokens';
import { longestStretch, MOST_REFUSALS, outcomeOf, ratioOf, warmUp } from './rig/measures';
import { MeteredGateway } from './rig/metered-gateway';
import { inOtherWords } from './rig/request';
import { COSTS, crowdedLease, distinctDocument, largestAnswer, OUTCOMES, sharedLeases } from './rig/rows';
import { savedRequests } from './rig/saved-request';

jest.setTimeout(60_000);

const MEGABYTE = 1024 ** 2;
const DOCUMENTS = 200;
/** The cache of documents is smaller than this. Each document of the attack takes 0.25 MB. */
const MAX_HELD = 12 * MEGABYTE;
/** The size of an answer is bounded, and so is the memory to build it. */
const MOST_FOR_AN_ANSWER = 150 * MEGABYTE;
/** The longest CPU time in milliseconds for which `/livez` may wait. */
const LONGEST_STRETCH = 200;

let database: TestDatabase;
let token: string;
let gateway: MeteredGateway;
const table = ['| what is sent | measured |', '| --- | --- |'];

const start = async (settings: Readonly<Record<string, string>> = {}): Promise<MeteredGateway> => {
  const started = await MeteredGateway.start(servingUrl(database.url), token, settings);
  await warmUp(started);
  return started;
};

/** A group of 100 tenants who share 150 leases, and of 1,500 others with one lease. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const groupId = await insertGroup(db, 'shared');
  await insertSharedLeases(db, { groupId, prefix: 'shared', tenants: 100, leases: 150 });
  await insertSharedLeases(db, { groupId, prefix: 'crowded', tenants: 1_500, leases: 1 });
  token = await signToken({ subject: 'reader', groups: '*' });
  gateway = await start();
});

afterAll(async () => {
  await gateway?.end();
  await database?.drop();
  if (process.env.WRITE_EVIDENCE)
    execFileSync(process.execPath, [join(__dirname, '..', 'evidence.mjs'), 'attacks'], { input: table.join('\n') });
});

test('distinct documents never use more memory than the cache may', async () => {
  await gateway.measure(distinctDocument(0));
  const before = await gateway.read({ collect: true });
  for (let nth = 1; nth <= DOCUMENTS; nth += 1) await gateway.measure(distinctDocument(nth));
  const held = (await gateway.read({ collect: true })).heldBytes - before.heldBytes;
  table.push(
    `| ${DOCUMENTS} distinct documents of 126 kB, with a character beyond Latin 1 | ${(held / MEGABYTE).toFixed(1)} MB held |`,
  );
  expect(held).toBeLessThan(MAX_HELD);
});

const saved = savedRequests(join(__dirname, 'found'));

test.each([...COSTS, { sent: 'what once cost too much', requests: saved }])(
  'an attack costs little more than an ordinary refusal: $sent',
  async ({ sent, requests, settings }) => {
    const own = settings === undefined ? gateway : await start(settings);
    const costs = [];
    for (const request of requests) {
      const cost = await ratioOf(own, (nth) => inOtherWords(request, nth));
      expect(cost.ratio).toBeLessThan(request.token ? MOST_REFUSALS.token : MOST_REFUSALS.anonymous);
      costs.push(cost);
    }
    if (own !== gateway) await own.end();
    const [most] = costs.sort((a, b) => b.cpuMs - a.cpuMs);
    table.push(`| ${sent} | ${most!.cpuMs.toFixed(1)} ms, ${most!.ratio.toFixed(1)} ordinary refusals |`);
  },
);

test.each(OUTCOMES)('each attack has its answer: $sent', async ({ sent, requests, outcomes }) => {
  const answers: string[] = [];
  for (const request of requests) answers.push(outcomeOf(await gateway.ask(request)));
  table.push(`| ${sent} | ${answers.join(', ')} |`);
  expect(answers).toEqual(outcomes);
});

test.each([
  ['an operation of 200,000 records', sharedLeases, '200 invalid_request'],
  ['an operation of 30,000 records', crowdedLease, '200 invalid_request'],
  ['an operation of 19,691 records, nearly the largest answer', largestAnswer, '200'],
])('%s is answered whole or not at all, while the gateway can say that it lives', async (sent, request, outcome) => {
  const before = await gateway.read({ collect: true });
  const { reply, stretchMs, mostRss } = await longestStretch(gateway, request);
  const cpuMs = (await gateway.read()).cpuMs - before.cpuMs;
  table.push(
    `| with a token: ${sent} | ${outcomeOf(reply)}, ${cpuMs.toFixed(0)} ms, ${stretchMs.toFixed(0)} ms of it in one go |`,
  );
  expect(outcomeOf(reply)).toBe(outcome);
  if (outcome === '200') return expect(stretchMs).toBeLessThan(LONGEST_STRETCH);
  expect('text' in reply && JSON.parse(reply.text)).not.toHaveProperty('data.tenantsByLease');
  expect(mostRss - before.rss).toBeLessThan(MOST_FOR_AN_ANSWER);
});
