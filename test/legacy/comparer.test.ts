/** What the comparison of one request says, and whether further pages can be compared after it. */

import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

import { type Comparer, comparer, type ServedRequest } from '../../src/legacy/comparer';
import { COMPARED_BYTES } from '../../src/legacy/question';
import { askSide, type GivenAnswer, type OldServiceForTests, startOldService } from './old-service';

let legacy: OldServiceForTests;
beforeAll(async () => {
  legacy = await startOldService(() => ({}));
});
afterAll(() => legacy.stop());

function compares(): Comparer {
  return comparer({
    sides: { legacy: askSide(legacy), own: () => Promise.reject(new Error('not asked')) },
    labelOf: () => Promise.resolve('jane'),
    hash: (text) => text,
    timeoutMs: 60_000,
    monotonicNow: () => performance.now(),
    onAnswer: () => undefined,
  });
}

const served = (afterId: number, body: object): ServedRequest => ({
  operation: 'leasesForTenant',
  requestId: 'r',
  question: { path: '/', headers: {}, body: Buffer.from(JSON.stringify({ 'after-id': afterId })) },
  servedBy: 'own',
  answer: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    bytes: Buffer.from(JSON.stringify(body)),
  },
});
const lease = (identifier: string, rent = 1) => ({ identifier, rent });

async function reasonFor(answer: GivenAnswer): Promise<string | undefined> {
  legacy.answers(() => answer);
  const { result } = await compares().compare(served(1, { leases: [], last_id: -1 }));
  return result.reason;
}

test('pages that end at different records lead to no further page, even if a record differs', async () => {
  const { compare } = compares();
  legacy.answers(() => ({ body: JSON.stringify({ leases: [lease('A', 2)], last_id: 10 }) }));
  const shorter = await compare(served(1, { leases: [lease('A'), lease('B')], last_id: 20 }));
  expect(shorter.result.reason).toBe('own_unavailable');
  const further = await compare(served(20, { leases: [lease('C')], last_id: -1 }));
  expect(further.result).toEqual({ outcome: 'not_compared', reason: 'further_page' });
});

test('a compressed answer that becomes too large is not compared for that reason', async () => {
  const body = Buffer.alloc(COMPARED_BYTES + 1, ' ');
  const coded = (coding: string, bytes: Buffer) => ({ headers: { 'Content-Encoding': coding }, body: bytes });
  expect(await reasonFor(coded('gzip', await promisify(gzip)(body)))).toBe('too_large');
  expect(await reasonFor(coded('br', await promisify(brotliCompress)(body)))).toBe('too_large');
  expect(await reasonFor(coded('compress', body.subarray(1)))).toBe('not_decoded');
  expect(await reasonFor(coded('gzip', body.subarray(1)))).toBe('not_decoded');
});
