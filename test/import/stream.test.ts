/** Changes from a stream: their order, references that arrive late, what is acknowledged, and how a stream ends. */

import type { KyselyPlugin } from 'kysely';

import { withImportLock } from '../../ingest/import/statements';
import { keyOf, readChange } from '../../ingest/import/stream/changes';
import { takeLate } from '../../ingest/import/stream/write-in-order';
import { until } from '../support/until';
import { caseForEachTest } from './import-case';
import { at, bytesOf, group, lease, START, streamInto, tenant, unit, without } from './stream-case';

const world = caseForEachTest();
const stream = (...args: Parameters<typeof streamInto> extends [unknown, ...infer Rest] ? Rest : never) =>
  streamInto(world, ...args);

test('records of all kinds, in any order', async () => {
  const { counts, acknowledged } = await stream([START.toReversed().map((change, index) => at(`${index}`, change))]);
  expect(await world.leases()).toEqual({ l1: 'north n1 ann' });
  const made = { inserted: 6, updated: 0, unchanged: 0, deleted: 0, refused: 0, skipped: 0 };
  expect([counts, acknowledged]).toEqual([made, [{ position: '5', lines: 6, ...made, waiting: 0 }]]);
});

test('changes of one record keep their order, within a batch as well', async () => {
  const changes = [unit('n1', 'north', 'Köln'), without('lease', 'l1'), unit('n1', 'north', 'Leeds')];
  const leases = [lease('l1', 'n1', ['bob']), lease('l2', 'n1', ['ann']), without('lease', 'l2')];
  await stream([[...START, ...changes, ...leases, without('tenant', 'ann')]]);
  const { units } = await world.everything();
  expect(units).toMatchObject([{ identifier: 'n1', city: 'Leeds' }]);
  expect(await world.leases()).toEqual({ l1: 'north n1 bob' });
  expect(await world.identifiers('tenants')).toEqual(['bob']);
});

test('a change that refers to a record deleted just before it does not find the record', async () => {
  await stream([START]);
  const { counts } = await stream([[without('tenant', 'bob'), lease('l1', 'n1', ['bob'])]]);
  expect(counts).toMatchObject({ deleted: 1, updated: 0, refused: 1 });
  expect(world.reasons()).toEqual(['2: lease: `tenants` names a tenant (number 1) that does not exist']);
  expect(await world.leases()).toEqual({ l1: 'north n1 ann' });
});

test('a record in use is not deleted, one that is not stored is unchanged, and a deletion waits for what uses it', async () => {
  await stream([START]);
  const used = [without('group', 'north'), without('unit', 'n1'), without('tenant', 'ann')];
  const unknown = ['group', 'unit', 'tenant', 'lease'].map((kind) => without(kind, 'nobody'));
  const { counts } = await stream([[...used, ...unknown]]);
  expect(counts).toMatchObject({ deleted: 0, unchanged: 4, refused: 3 });
  expect(world.reasons().toSorted()).toEqual([
    '1: group: cannot be deleted: it has units, tenants or leases',
    '2: unit: cannot be deleted: a lease uses it',
    '3: tenant: cannot be deleted: a lease uses it',
  ]);
  const later = await stream([...used, without('tenant', 'bob'), without('lease', 'l1')].map((each) => [each]));
  expect(later.counts).toMatchObject({ deleted: 5, refused: 0 });
  expect(await world.identifiers('groups')).toEqual(['south']);
});

const MOVES = [unit('n1', 'south'), tenant('ann', 'south'), lease('l1', 'n1', ['ann'], 'south')];

test.each([
  ['in one batch', [MOVES]],
  ['one after the other', MOVES.map((change) => [change])],
  ['the lease first', MOVES.toReversed().map((change) => [change])],
])('records move to another group together with their lease, %s', async (_title, parts) => {
  await stream([START]);
  const states = new Set<unknown>();
  const acknowledge = async () => void states.add((await world.leases()).l1);
  const { counts } = await stream(parts, { acknowledge });
  expect(counts).toMatchObject({ updated: 3, refused: 0 });
  expect(['north n1 ann', 'south n1 ann']).toEqual(expect.arrayContaining([...states]));
  expect(await world.leases()).toEqual({ l1: 'south n1 ann' });
});

test.each(['\ufeff\n', '\ufeff'])('%j before the first line is no part of it', async (start) => {
  const { counts } = await stream([[`${start}${JSON.stringify(group('west'))}`]]);
  expect(counts).toMatchObject({ inserted: 1, refused: 0 });
});

describe('a change waits for what it refers to', () => {
  test('and what comes after it is not acknowledged until then', async () => {
    const { positions, acknowledged } = await stream([
      [at('1', group('north')), at('2', unit('n1')), at('3', tenant('ann'))],
      [at('4', lease('l1', 'n1', ['ann', 'zoe'])), at('5', lease('l2', 'n1', ['ann']))],
      [at('6', tenant('bob')), at('7', lease('l3', 'n1', ['yan']))],
      [at('8', tenant('zoe'))],
      [at('9', tenant('yan')), at('10', unit('n2'))],
    ]);
    expect(positions).toEqual(['3', '3', '3', '6', '10']);
    expect(acknowledged.map(({ waiting }) => waiting)).toEqual([0, 1, 2, 1, 0]);
    const leases = { l1: 'north n1 ann,zoe', l2: 'north n1 ann', l3: 'north n1 yan' };
    expect(await world.leases()).toEqual(leases);
  });

  test('and is not tried again before that arrives', async () => {
    let results = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ((results += 1), result),
    };
    const statements: number[] = [];
    const acknowledge = async () => {
      statements.push(results);
      results = 0;
    };
    const db = world.database.db.withPlugin(counting);
    const waiting = [lease('l2', 'n2', ['zoe']), unit('n3', 'west'), tenant('eve', 'west')];
    const parts = [[tenant('t1')], [tenant('t2')], waiting, [tenant('t3')], [group('west')]];
    await stream([START]);
    await stream(parts, { db, acknowledge });
    expect(statements[3]).toBe(statements[1]);
    expect(await world.identifiers('tenants')).toEqual(['ann', 'bob', 't1', 't2', 't3', 'eve']);
  });

  test('a later change of the same record takes its place', async () => {
    await stream([START]);
    const changes = [lease('l1', 'n1', ['zoe']), lease('l1', 'n1', ['bob']), tenant('zoe')];
    const { positions } = await stream(changes.map((change, nth) => [at(`${nth + 1}`, change)]));
    expect(positions).toEqual([null, '2', '3']);
    expect(await world.leases()).toEqual({ l1: 'north n1 bob' });
  });

  test('for a number of lines, and is then refused', async () => {
    await stream([START]);
    const changes = [lease('l1', 'n1', ['zoe']), tenant('t2'), tenant('t3'), tenant('zoe')];
    const parts = changes.map((change, nth) => [at(`${nth + 1}`, change)]);
    const { positions } = await stream(parts, { late: { lines: 2, ms: 60_000 } });
    expect(positions).toEqual([null, null, '3', '4']);
    expect(world.reasons()).toEqual(['1: lease: `tenants` names a tenant (number 1) that does not exist']);
    expect(world.rejected()).toMatchObject([{ file: 'standard input', line: 1, record: { position: '1' } }]);
    expect(await world.leases()).toEqual({ l1: 'north n1 ann' });
  });

  test('for a time without input, and is then refused while there is still none', async () => {
    let time = 0;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    async function* input(): AsyncGenerator<Buffer> {
      yield bytesOf([...START, at('1', unit('u', 'nowhere')), at('2', tenant('zoe'))]);
      await ended;
    }
    const { positions } = await stream([], {
      input: input(),
      late: { lines: 1_000, ms: 3 },
      now: () => (time += 1),
      acknowledge: async ({ refused }) => void (refused > 0 && end()),
    });
    expect(positions).toEqual([null, '2']);
    expect(world.reasons()).toEqual(['7: unit: `group` does not exist']);
  });

  test('when the input ends, it is reported but not acknowledged', async () => {
    const lines = [at('1', group('north')), at('2', unit('n1', 'south')), at('3', tenant('ann'))];
    const { positions, counts } = await stream([lines]);
    expect(positions).toEqual(['1', '1']);
    expect(counts).toMatchObject({ inserted: 2, refused: 1 });
    expect(world.reasons()).toEqual(['2: unit: `group` does not exist']);
  });

  test('when waiting changes exceed 64 MiB, only the oldest are too late', () => {
    const json = 'x'.repeat(30 * 1024 * 1024);
    const waiting = [1, 2, 3].map((line) =>
      readChange({ line, value: group(`g${line}`), json }, { line, after: null, waitedMs: 0 })!,
    );
    const byKey = new Map(waiting.map((change) => [keyOf(change), { change, reason: '' }]));
    const late = takeLate(byKey, { line: 3, waitedMs: 0 }, { lines: 100, ms: 100 });
    expect(late.map(({ change }) => change.identifier)).toEqual(['g1']);
    expect([...byKey.values()].map(({ change }) => change.identifier)).toEqual(['g2', 'g3']);
  });
});

test('a stream waits for an import to end', async () => {
  let streamed: ReturnType<typeof stream> | undefined;
  await world.database.db.connection().execute((connection) =>
    withImportLock(connection, async () => {
      streamed = stream([[group('north')]]);
      await until(() => world.isRunning('select get_lock'), 'the stream waits');
    }),
  );
  expect((await streamed)?.counts).toMatchObject({ inserted: 1 });
});

test('lines that change nothing or cannot be read are counted, and the others are stored', async () => {
  const { record } = group('south');
  const lines: readonly (readonly [line: string | object, refused?: string])[] = [
    [at('1', group('north'))],
    ['{"kind":"group"', 'is not valid JSON'],
    ['{"kind":"group","record":{"identifier":"a","identifier":"b"}}', 'has `identifier` twice in one object'],
    [{ kind: 'groups', record }, '`kind` must be one of group, unit, tenant, lease'],
    [{ kind: 'group' }, 'must have either `record` or `delete`'],
    [{ kind: 'group', record, delete: 'south' }, 'must have either `record` or `delete`'],
    [{ kind: 'group', record: 'south' }, '`record` must be an object'],
    [{ kind: 'group', delete: ' ' }, '`delete` must not be blank'],
    [{ kind: 'group', record, offset: 7 }, 'has an unknown key `offset`'],
    [{ kind: 'group', record, position: 7 }, '`position` must be a string'],
    [{ kind: 'group', record, skip: 'heartbeat' }, '`skip` must be a string, beside nothing but `position`'],
    [''],
    [at('12', { kind: 'tenant', record: { identifier: 'ann' } }), '`group` is missing'],
    [at('13', { skip: 'heartbeat' })],
    [
      '{"kind":"group","position":"14","record":{"size":50.12345678901234567}}',
      'has a number with more than 15 digits',
    ],
  ];
  const { acknowledged } = await stream([lines.map(([line]) => line as string)]);
  expect(world.reasons()).toEqual(lines.flatMap(([, why], nth) => (why === undefined ? [] : `${nth + 1}: ${why}`)));
  expect(acknowledged).toMatchObject([{ position: '14', lines: 14, inserted: 1, refused: 12, skipped: 1 }]);
  expect(await world.identifiers('groups')).toEqual(['north']);
});

test('a batch has at most 500 lines, and a batch that is not acknowledged stops the reading', async () => {
  let read = 0;
  async function* input(): AsyncGenerator<Buffer> {
    for (; read < 100; read += 1) yield bytesOf(Array.from({ length: 100 }, (_, index) => group(`g${read}-${index}`)));
  }
  const ending = new AbortController();
  const sizes: number[] = [];
  await stream([], {
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
  const { positions } = await stream([], { input: input(), batchMs: 60_000, stop: ending.signal });
  expect(positions).toEqual(['1']);
  expect(await world.identifiers('groups')).toEqual(['north']);
});

test('a failing input ends the stream', async () => {
  async function* input(): AsyncGenerator<Buffer> {
    yield bytesOf([group('north')]);
    throw new Error('cannot be read');
  }
  await expect(stream([], { input: input() })).rejects.toThrow('cannot be read');
});
