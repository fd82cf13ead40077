/**
 * What requests make the gateway spend: CPU time relative to an ordinary refusal, and memory. `npm run test:attacks` writes
 * the table of `docs/evidence.md`.
 */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import type { Reply } from '../../test/isolation/caller';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { insertGroup } from '../../test/support/records';
import { servingUrl } from '../../test/support/serving-account';
import { insertSharedLeases } from '../../test/support/shared-leases';
import { signToken } from '../../test/support/tokens';
import { typeOf } from '../faults/rig/load';
import { median, MeteredGateway } from './rig/metered-gateway';
import { type AttackRequest, inOtherWords, ORDINARY_REFUSAL } from './rig/request';
import { COSTS, crowdedLease, distinctDocument, largestAnswer, OUTCOMES, sharedLeases } from './rig/rows';
import { savedRequests } from './rig/saved-request';

/** The number of ordinary refusals after which the compiler has optimised them. */
const WARM_UP = 200;
/** The number of ordinary refusals to each attack. */
const ORDINARY = 20;
/** The number of attacks whose median counts. */
const TIMES = 5;

/**
 * The budget of a request in ordinary refusals. Each row of the table cost hundreds or thousands before it was fixed.
 */
const MOST_REFUSALS = { anonymous: 50, token: 100 };

/** Sends ordinary refusals until their cost is stable. */
async function warmUp(gateway: MeteredGateway): Promise<void> {
  for (let nth = 0; nth < WARM_UP; nth += 1) await gateway.measure(ORDINARY_REFUSAL);
}

/** The median CPU time of one attack in milliseconds, and the number of ordinary refusals with the same cost. */
async function ratioOf(
  gateway: MeteredGateway,
  attack: (nth: number) => AttackRequest,
): Promise<{ readonly ratio: number; readonly cpuMs: number }> {
  const ordinary: number[] = [];
  const attacks: number[] = [];
  for (let nth = 0; nth < TIMES; nth += 1) {
    for (let before = 0; before < ORDINARY; before += 1) ordinary.push(await gateway.measure(ORDINARY_REFUSAL));
    attacks.push(await gateway.measure(attack(nth)));
  }
  const cpuMs = median(attacks);
  return { ratio: cpuMs / median(ordinary), cpuMs };
}

/**
 * The most memory that the gateway had while it answered, and the longest CPU time in milliseconds between two turns of
 * its event loop. A request such as `/livez` would have waited that long. Unlike elapsed time, CPU time does not depend
 * on other work of the machine.
 */
async function longestStretch(
  gateway: MeteredGateway,
  request: AttackRequest,
): Promise<{ readonly stretchMs: number; readonly mostRss: number; readonly reply: Reply }> {
  let { cpuMs: last, rss: mostRss } = await gateway.read();
  let stretchMs = 0;
  let reply: Reply | undefined;
  const asked = gateway.ask(request).then((answer) => (reply = answer));
  while (reply === undefined) {
    const { cpuMs, rss } = await gateway.read();
    stretchMs = Math.max(stretchMs, cpuMs - last);
    last = cpuMs;
    mostRss = Math.max(mostRss, rss);
  }
  return { stretchMs, mostRss, reply: await asked };
}

/** The status and the error `type` of an answer: `401 missing_authorization`, `200`. */
function outcomeOf(reply: Reply): string {
  if (!('text' in reply)) return reply.status;
  const type = reply.text.startsWith('{') ? typeOf(JSON.parse(reply.text) as Parameters<typeof typeOf>[0]) : undefined;
  return `${reply.status} ${type ?? ''}`.trim();
}

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

test.each([...COSTS, { sent: 'the requests of `qa/attacks/found/`', requests: saved }])(
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
  ['an operation of 19,691 records', largestAnswer, '200'],
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
