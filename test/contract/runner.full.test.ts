/** Tests the runner: against a server that always returns an empty page, only cases that expect one pass. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { readCases } from './cases';
import { runContractCases, type Target } from './runner';
import { TOKEN_NAMES } from './tokens';
import { readWorld } from './world';

let stub: Server;
let target: Target;

beforeAll(async () => {
  stub = createServer((request, response) => {
    request.resume();
    response.setHeader('Content-Type', 'application/json').end('{"leases":[],"last_id":-1}');
  });
  await new Promise<void>((listening) => stub.listen(0, '127.0.0.1', listening));
  target = {
    baseUrl: `http://127.0.0.1:${(stub.address() as AddressInfo).port}`,
    tokens: Object.fromEntries(TOKEN_NAMES.map((name) => [name, name])),
    fixedClock: false,
    world: readWorld(),
  };
});

afterAll(async () => {
  stub.closeAllConnections();
  await new Promise((closed) => stub.close(closed));
});

test('a case passes where its answer is given, and nowhere else', async () => {
  const cases = readCases();
  const outcomes = await runContractCases(cases, target);
  const passed = new Set(outcomes.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
  const asksForNothing = cases.filter(({ id, expect: { status, leases = [], tenants = [], body } }) => {
    if (!passed.has(id)) return false;
    return (
      status === 200 &&
      leases.length === 0 &&
      tenants.length === 0 &&
      !JSON.stringify(body ?? '').includes('identifier')
    );
  });
  expect(asksForNothing.length).toBe(passed.size);
  expect(passed.size).toBeGreaterThan(50);
  expect(passed.size).toBeLessThan(cases.length / 5);
});

test('what cannot be judged is said, never passed', async () => {
  const clockCases = readCases().filter(({ fixedClock }) => fixedClock);
  const outcomes = [
    ...(await runContractCases(clockCases, target)),
    ...(await runContractCases(readCases().slice(0, 1), { ...target, tokens: {} })),
  ];
  expect(clockCases.length).toBeGreaterThan(0);
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['not applicable']));
});
