/** What a stream reads, stores and acknowledges together, and how it ends. */

import { caseForEachTest } from './import-case';
import { at, bytesOf, group, streamInto } from './stream-case';

const world = caseForEachTest();

test('a batch has at most 500 lines, and a batch that is not acknowledged stops the reading', async () => {
  let read = 0;
  async function* input(): AsyncGenerator<Buffer> {
    for (; read < 100; read += 1) yield bytesOf(Array.from({ length: 100 }, (_, index) => group(`g${read}-${index}`)));
  }
  const ending = new AbortController();
  const sizes: number[] = [];
  await streamInto(world, [], {
    input: input(),
    batchMs: 1_000,
    stop: ending.signal,
    async acknowledge({ lines }) {
      sizes.push(lines);
      // Time enough to read much more than one batch ahead.
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(read).toBeLessThanOrEqual((sizes.length + 1) * 5 + 1);
      if (sizes.length === 3) ending.abort();
    },
  });
  expect(sizes).toEqual([500, 500, 500]);
  expect(await world.identifiers('groups')).toHaveLength(1500);
});

test('when it is stopped, the current batch is stored and acknowledged', async () => {
  const ending = new AbortController();
  async function* input(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${JSON.stringify(at('1', group('north')))}\n{"kind":"gr`);
    setTimeout(() => ending.abort(), 20);
    await new Promise(() => undefined);
  }
  const { positions } = await streamInto(world, [], { input: input(), batchMs: 60_000, stop: ending.signal });
  expect(positions).toEqual(['1']);
  expect(await world.identifiers('groups')).toEqual(['north']);
});

test('a failing input ends the stream', async () => {
  async function* input(): AsyncGenerator<Buffer> {
    yield bytesOf([group('north')]);
    throw new Error('cannot be read');
  }
  await expect(streamInto(world, [], { input: input() })).rejects.toThrow('cannot be read');
});
