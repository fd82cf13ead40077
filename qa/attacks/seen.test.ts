/** Rows i and j: which parts of a request the gateway reads, and who is responsible for a failure. */

import type { Reply } from '../faults/rig/caller';
import { outcomeOf } from './rig/answers';
import { meteredGatewayForAllTests } from './rig/metered-tests';
import type { AttackRequest } from './rig/request';
import { brokenEscape, cyclicFragments, loneCyclicFragments } from './rows/documents';
import { lengthBehind, secondHostBehind, secondTokenBehind } from './rows/headers';

const shared = meteredGatewayForAllTests();

const ask = async (request: AttackRequest): Promise<Reply> => (await shared.gateway.measure(request)).reply;

test('i: a second token and a second host after a thousand headers are noticed', async () => {
  expect(outcomeOf(await ask(secondTokenBehind))).toBe('401 invalid_authorization');
  expect(outcomeOf(await ask(secondHostBehind))).toBe('400 bad_request');
});

test('i: a body whose length comes after a thousand headers is read', async () => {
  const [plainly, behind] = [await ask(lengthBehind.plainly), await ask(lengthBehind.behind)];
  expect(outcomeOf(plainly)).toBe('200');
  expect('text' in behind && behind.text).toBe('text' in plainly && plainly.text);
});

test('j: cyclic fragments and an undecodable target are client errors', async () => {
  expect(outcomeOf(await ask(brokenEscape))).toBe('404 unknown_endpoint');
  expect(outcomeOf(await ask(cyclicFragments))).toBe('200 invalid_request');
  expect(outcomeOf(await ask(loneCyclicFragments))).toBe('200 invalid_request');
  expect(shared.gateway.process.causes()).toBe('');
});
