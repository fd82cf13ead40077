/** What a body may cost: CPU time of this process, the gateway's and ours together. Without a token a large one is not read. */

import { randomBytes } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, deflateRawSync, gzipSync } from 'node:zlib';

import { CODINGS } from '../../src/http/json-body';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { everyGroup, json, send } from './client';
import { hostileBrotli } from './hostile-brotli';

const LIMIT = 128 * 1024;

let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none' });
  token = await everyGroup();
});

afterAll(() => gateway.close());

const sendCoded = (coding: string, body: Uint8Array) =>
  send(`${gateway.url}/graphql`, { token, body, headers: { 'Content-Encoding': coding } });

/** Milliseconds; the least of many, since the first ones warm up, and a collection of garbage or another program may slow any. */
async function cost(coding: string, body: Uint8Array): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < 32; round += 1) {
    const before = process.cpuUsage();
    await sendCoded(coding, body);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1_000);
  }
  return Math.min(...costs);
}

test('a Brotli body may have at most a quarter of the limit, whatever its decoded size', async () => {
  const undo = CODINGS.get('br')!;
  const most = LIMIT / 4;
  // What cannot be compressed grows by a few bytes.
  const fitting = randomBytes(most - 16);
  expect(brotliCompressSync(fitting).length).toBeLessThanOrEqual(most);
  expect(await undo(brotliCompressSync(fitting), LIMIT)).toEqual(fitting);
  await expect(undo(Buffer.alloc(most + 1), LIMIT)).rejects.toMatchObject({ reason: 'payloadTooLarge' });
  await expect(undo(Buffer.alloc(most), LIMIT)).rejects.toMatchObject({ reason: 'invalidJson' });
  await expect(CODINGS.get('gzip')!(Buffer.alloc(LIMIT), LIMIT)).rejects.toMatchObject({ reason: 'invalidJson' });
});

test('hostile Brotli: the largest body that is decoded costs less than 50 ms', async () => {
  const [taken, refused] = [hostileBrotli(LIMIT / 4), hostileBrotli(LIMIT)];
  expect([taken.length > 32_600, brotliDecompressSync(taken).length]).toEqual([true, 399]);
  expect((await sendCoded('br', taken)).status).toBe(400);
  const answer = await sendCoded('br', refused);
  expect([answer.status, json(answer)]).toMatchObject([
    413,
    { errors: [{ extensions: { type: 'payload_too_large' } }] },
  ]);
  expect(await cost('br', taken)).toBeLessThan(50);
  expect(await cost('br', refused)).toBeLessThan(50);
});

test.each<[string, string, () => Buffer]>([
  ['gzip', 'empty members', () => Buffer.concat(Array<Buffer>(6_500).fill(gzipSync('')))],
  [
    'deflate',
    'empty blocks',
    () => Buffer.concat([Buffer.from([0x78, 0x9c]), Buffer.alloc(LIMIT - 2, deflateRawSync('', { finishFlush: 2 }))]),
  ],
  ['identity', 'lists in each other', () => Buffer.from('['.repeat(LIMIT))],
  ['identity', 'objects of different shapes', () => shapes()],
])('%s: a body of %s costs less than 50 ms', async (coding, _title, body) => {
  expect(await cost(coding, body())).toBeLessThan(50);
});

function shapes(): Buffer {
  const objects = Array.from({ length: 8_000 }, (_none, index) => `{"${index.toString(36)}k":1}`);
  return Buffer.from(`{"query":"{ __typename }","variables":{"a":[${objects.join(',')}]}}`);
}
