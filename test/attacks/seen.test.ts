/** Rows i and j: what is seen of a request, and whose failure it is. */

import { createTestDatabase, type TestDatabase } from '../support/database';
import { servingUrl } from '../support/serving-account';
import { signToken } from '../support/tokens';
import type { Reply } from '../faults/rig/caller';
import { outcomeOf } from './rig/answers';
import { MeteredGateway } from './rig/metered-gateway';
import type { AttackRequest } from './rig/request';
import { addSharedLeases } from './rig/shared-leases';
import { brokenEscape, cyclicFragments, loneCyclicFragments } from './rows/documents';
import { lengthBehind, secondHostBehind, secondTokenBehind } from './rows/headers';

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

const ask = async (request: AttackRequest): Promise<Reply> => (await gateway.measure(request)).reply;

test('i: a second token and a second host behind a thousand lines are seen', async () => {
  expect(outcomeOf(await ask(secondTokenBehind))).toBe('401 invalid_authorization');
  expect(outcomeOf(await ask(secondHostBehind))).toBe('400 bad_request');
});

test('i: a body whose length stands behind a thousand lines is read', async () => {
  const [plainly, behind] = [await ask(lengthBehind.plainly), await ask(lengthBehind.behind)];
  expect(outcomeOf(plainly)).toBe('200');
  expect('text' in behind && behind.text).toBe('text' in plainly && plainly.text);
});

test('j: fragments in cycles and a target that cannot be decoded are the client’s mistakes', async () => {
  expect(outcomeOf(await ask(brokenEscape))).toBe('404 unknown_endpoint');
  expect(outcomeOf(await ask(cyclicFragments))).toBe('200 invalid_request');
  expect(outcomeOf(await ask(loneCyclicFragments))).toBe('200 invalid_request');
  expect(gateway.process.causes()).toBe('');
});
