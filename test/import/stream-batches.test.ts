import { keyOf, readChange } from '../../ingest/import/stream/changes';
import { takeLate } from '../../ingest/import/stream/write-in-order';
import { at, bytesOf, group, positions, streamForEachTest } from './stream-case';

/** What is read, stored and acknowledged together, and how a stream ends. */

const shared = streamForEachTest();

test('a batch has at most 500 lines, and a batch that is not acknowledged stops the reading', async () => {
  let read = 0;
  async function* input(): AsyncGenerator<Buffer> {
    for (; read < 100; read += 1) {
      yield bytesOf(Array.from({ length: 100 }, (_, index) => group(`g${read}-${index}`)));
    }
  }
  const ending = new AbortController();
  const sizes: number[] = [];
  await shared.stream([], {
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
  expect(await shared.world.identifiers('groups')).toHaveLength(1500);
});

test('when it is stopped, the current batch is stored and acknowledged', async () => {
  const ending = new AbortController();
  async function* input(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${JSON.stringify(at('1', group('north')))}\n{"kind":"gr`);
    setTimeout(() => ending.abort(), 20);
    await new Promise(() => undefined);
  }
  const streamed = await shared.stream([], { input: input(), batchMs: 60_000, stop: ending.signal });
  expect(positions(streamed)).toEqual(['1']);
  expect(await shared.world.identifiers('groups')).toEqual(['north']);
});

test('a failing input ends the stream', async () => {
  async function* input(): AsyncGenerator<Buffer> {
    yield bytesOf([group('north')]);
    throw new Error('cannot be read');
  }
  await expect(shared.stream([], { input: input() })).rejects.toThrow('cannot be read');
});

test('when waiting changes exceed 64 MiB, only the oldest are too late', () => {
  const waiting = [1, 2, 3].map((line) => {
    const json = 'x'.repeat(30 * 1024 * 1024);
    return readChange({ line, value: group(`g${line}`), json }, { line, after: null, waitedMs: 0 })!;
  });
  const byKey = new Map(waiting.map((change) => [keyOf(change), { change, reason: '' }]));
  const late = takeLate(byKey, { line: 3, waitedMs: 0 }, { lines: 100, ms: 100 });
  expect(late.map(({ change }) => change.identifier)).toEqual(['g1']);
  expect([...byKey.values()].map(({ change }) => change.identifier)).toEqual(['g2', 'g3']);
});

test('a line that is refused for a number of too many digits is acknowledged', async () => {
  const line = '{"kind":"group","position":"7","record":{"identifier":"north","size":12345678901234567890}}';
  const streamed = await shared.stream([[line]]);
  expect([streamed.counts.refused, positions(streamed)]).toEqual([1, ['7']]);
});
