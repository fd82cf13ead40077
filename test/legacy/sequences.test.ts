/** Further pages of a sequence that arrive before the pages before them are compared. */

import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { comparer, type Compared, type ServedRequest } from '../../src/legacy/comparer';
import { askSide, type OldServiceForTests, startOldService } from './old-service';

/** Page n of this side ends at cursor 100 n, and that of the other side at 100 n + 7. The third is the last. */
const pageAfter = (cursor: number, shift: number): string => {
  const nth = cursor === 1 ? 1 : (cursor - shift) / 100 + 1;
  return JSON.stringify({ leases: [], last_id: nth === 3 ? -1 : 100 * nth + shift });
};

let sides: Record<'legacy' | 'own', OldServiceForTests>;
beforeAll(async () => {
  // Only the first page is asked for in a compressed body.
  const cursorIn = (body: string): number =>
    body.startsWith('{') ? Number((JSON.parse(body) as Record<string, unknown>)['after-id']) : 1;
  const side = (shift: number) => startOldService(({ body }) => ({ body: pageAfter(cursorIn(body), shift) }));
  sides = { legacy: await side(7), own: await side(0) };
});
afterAll(async () => {
  for (const side of Object.values(sides)) await side.stop();
});

/** The comparisons of a page after each cursor, begun at once. */
function compareAtOnce(
  requests: readonly { readonly afterId: number; readonly body: Buffer; readonly coding?: string }[],
  labelMs: readonly number[],
): Promise<Compared[]> {
  const delays = [...labelMs];
  const { compare } = comparer({
    sides: { legacy: askSide(sides.legacy), own: askSide(sides.own) },
    labelOf: async () => {
      await sleep(delays.shift());
      return 'jane';
    },
    hash: (text) => text,
    timeoutMs: 60_000,
    monotonicNow: () => performance.now(),
    onAnswer: () => undefined,
  });
  return Promise.all(
    requests.map(({ afterId, body, coding = 'identity' }, nth) => {
      const request: ServedRequest = {
        operation: 'leasesForTenant',
        requestId: `r${nth}`,
        question: { path: '/', headers: { authorization: 'Bearer t', 'content-encoding': coding }, body },
        servedBy: 'own',
        answer: {
          status: 200,
          headers: { 'content-type': 'application/json' },
          bytes: Buffer.from(pageAfter(afterId, 0)),
        },
      };
      return compare(request);
    }),
  );
}

const asked = (afterId: number): Buffer => Buffer.from(JSON.stringify({ 'after-id': afterId }));
const ALL_COMPARED = [
  { caller: 'jane', result: expect.objectContaining({ outcome: 'ignored', rules: ['paging-ids'] }) as unknown },
  { caller: 'jane', result: expect.objectContaining({ outcome: 'ignored', rules: ['paging-ids'] }) as unknown },
  { caller: 'jane', result: expect.objectContaining({ outcome: 'same' }) as unknown },
];

test('a further page whose caller is known sooner is compared', async () => {
  const requests = [1, 100, 200].map((afterId) => ({ afterId, body: asked(afterId) }));
  expect(await compareAtOnce(requests, [60, 30, 0])).toEqual(ALL_COMPARED);
});

test('a further page that is decoded sooner is compared', async () => {
  const requests = [1, 100, 200].map((afterId) => ({ afterId, body: asked(afterId) }));
  const [first, ...further] = requests;
  const compressed = { ...first!, body: await promisify(gzip)(first!.body), coding: 'gzip' };
  expect(await compareAtOnce([compressed, ...further], [0, 0, 0])).toEqual(ALL_COMPARED);
});
