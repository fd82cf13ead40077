import type { KyselyPlugin } from 'kysely';

import { withImportLock } from '../../ingest/import/statements';
import { onServer } from '../support/database';
import { threadsOf } from '../support/server-threads';
import { until } from '../support/until';
import { at, bytesOf, group, lease, positions, START, streamForEachTest, tenant, unit, without } from './stream-case';

/** Changes from a stream: their order, references that arrive late, and what is acknowledged. */

const shared = streamForEachTest();

test('records of all kinds, in any order', async () => {
  const streamed = await shared.stream([[...START].reverse().map((change, index) => at(`${index}`, change))]);
  expect(await shared.world.leases()).toEqual({ l1: 'north n1 ann' });
  const made = { inserted: 6, updated: 0, unchanged: 0, deleted: 0, refused: 0, skipped: 0 };
  expect(streamed).toEqual({ counts: made, acknowledged: [{ position: '5', lines: 6, ...made, waiting: 0 }] });
});

test('changes of one record keep their order, within a batch as well', async () => {
  await shared.stream([
    [
      ...START,
      unit('n1', 'north', 'Köln'),
      without('lease', 'l1'),
      unit('n1', 'north', 'Leeds'),
      lease('l1', 'n1', ['bob']),
      lease('l2', 'n1', ['ann']),
      without('lease', 'l2'),
      without('tenant', 'ann'),
    ],
  ]);
  const { units } = await shared.world.everything();
  expect(units).toMatchObject([{ identifier: 'n1', city: 'Leeds' }]);
  expect(await shared.world.leases()).toEqual({ l1: 'north n1 bob' });
  expect(await shared.world.identifiers('tenants')).toEqual(['bob']);
});

test('a change that refers to a record deleted just before it does not find the record', async () => {
  await shared.stream([START]);
  const { counts } = await shared.stream([[without('tenant', 'bob'), lease('l1', 'n1', ['bob'])]]);
  expect(counts).toMatchObject({ deleted: 1, updated: 0, refused: 1 });
  expect(shared.world.reasons()).toEqual(['2: lease: `tenants` names a tenant (number 1) that does not exist']);
  expect(await shared.world.leases()).toEqual({ l1: 'north n1 ann' });
});

test('a record that is in use is not deleted, and the refusal alone is counted', async () => {
  await shared.stream([START]);
  const { counts } = await shared.stream([
    ['group', 'unit', 'tenant'].map((kind, nth) => without(kind, ['north', 'n1', 'ann'][nth]!)),
  ]);
  expect(counts).toMatchObject({ deleted: 0, unchanged: 0, refused: 3 });
  expect(shared.world.reasons().toSorted()).toEqual([
    '1: group: cannot be deleted: it has units, tenants or leases',
    '2: unit: cannot be deleted: a lease uses it',
    '3: tenant: cannot be deleted: a lease uses it',
  ]);
});

test('a deletion of a record that does not exist changes nothing', async () => {
  const kinds = ['group', 'unit', 'tenant', 'lease'];
  const { counts } = await shared.stream([kinds.map((kind) => without(kind, 'nobody'))]);
  expect(counts).toMatchObject({ unchanged: 4, deleted: 0, refused: 0 });
});

test('a byte order mark before the first line is no part of it', async () => {
  expect((await shared.stream([['\ufeff', ...START]])).counts).toMatchObject({ refused: 0 });
  expect((await shared.stream([[`\ufeff${JSON.stringify(group('west'))}`]])).counts).toMatchObject({
    inserted: 1,
    refused: 0,
  });
});

describe('a change waits for what it refers to', () => {
  test('and what comes after it is not acknowledged until then', async () => {
    const streamed = await shared.stream([
      [at('1', group('north')), at('2', unit('n1')), at('3', tenant('ann'))],
      [at('4', lease('l1', 'n1', ['ann', 'zoe'])), at('5', lease('l2', 'n1', ['ann']))],
      [at('6', tenant('bob')), at('7', lease('l3', 'n1', ['yan']))],
      [at('8', tenant('zoe'))],
      [at('9', tenant('yan')), at('10', unit('n2'))],
    ]);
    expect(positions(streamed)).toEqual(['3', '3', '3', '6', '10']);
    expect(streamed.acknowledged.map(({ waiting }) => waiting)).toEqual([0, 1, 2, 1, 0]);
    const leases = { l1: 'north n1 ann,zoe', l2: 'north n1 ann', l3: 'north n1 yan' };
    expect(await shared.world.leases()).toEqual(leases);
  });

  test('and is not tried again before that arrives', async () => {
    const results: unknown[] = [];
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => (results.push(result), result),
    };
    const statements: number[] = [];
    const acknowledge = async () =>
      void statements.push(results.length - statements.reduce((sum, each) => sum + each, 0));
    const db = shared.world.database.db.withPlugin(counting);
    const waiting = [lease('l2', 'n2', ['zoe']), unit('n3', 'west'), tenant('eve', 'west')];
    const parts = [[tenant('t1')], [tenant('t2')], waiting, [tenant('t3')], [group('west')]];
    await shared.stream([START]);
    await shared.stream(parts, { db, acknowledge });
    expect(statements[3]).toBe(statements[1]);
    expect(await shared.world.identifiers('tenants')).toEqual(['ann', 'bob', 't1', 't2', 't3', 'eve']);
  });

  test('a later change of the same record takes its place', async () => {
    await shared.stream([START]);
    const streamed = await shared.stream([
      [at('1', lease('l1', 'n1', ['zoe']))],
      [at('2', lease('l1', 'n1', ['bob']))],
      [at('3', tenant('zoe'))],
    ]);
    expect(positions(streamed)).toEqual([null, '2', '3']);
    expect(await shared.world.leases()).toEqual({ l1: 'north n1 bob' });
  });

  test('for a number of lines, and is then refused', async () => {
    await shared.stream([START]);
    const streamed = await shared.stream(
      [
        [at('1', lease('l1', 'n1', ['zoe']))],
        [at('2', tenant('t2'))],
        [at('3', tenant('t3'))],
        [at('4', tenant('zoe'))],
      ],
      { late: { lines: 2, ms: 60_000 } },
    );
    expect(positions(streamed)).toEqual([null, null, '3', '4']);
    expect(shared.world.reasons()).toEqual(['1: lease: `tenants` names a tenant (number 1) that does not exist']);
    expect(shared.world.rejected()).toMatchObject([{ file: 'standard input', line: 1, record: { position: '1' } }]);
    expect(await shared.world.leases()).toEqual({ l1: 'north n1 ann' });
  });

  test('for a time without input, and is then refused while there is still none', async () => {
    let time = 0;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    async function* input(): AsyncGenerator<Buffer> {
      const lines = [...START, at('1', unit('u', 'nowhere')), at('2', tenant('zoe'))];
      yield bytesOf(lines);
      await ended;
    }
    const streamed = await shared.stream([], {
      input: input(),
      late: { lines: 1_000, ms: 3 },
      now: () => (time += 1),
      acknowledge: async ({ refused }) => void (refused > 0 && end()),
    });
    expect(positions(streamed)).toEqual([null, '2']);
    expect(shared.world.reasons()).toEqual(['7: unit: `group` does not exist']);
  });

  test('when the input ends, it is reported but not acknowledged', async () => {
    const streamed = await shared.stream([
      [at('1', group('north')), at('2', unit('n1', 'south')), at('3', tenant('ann'))],
    ]);
    expect(positions(streamed)).toEqual(['1', '1']);
    expect(streamed.counts).toMatchObject({ inserted: 2, refused: 1 });
    expect(shared.world.reasons()).toEqual(['2: unit: `group` does not exist']);
  });
});

test('a stream waits for an import to end', async () => {
  const { db } = shared.world.database;
  let streamed: ReturnType<typeof shared.stream> | undefined;
  await db.connection().execute((connection) =>
    withImportLock(connection, async () => {
      streamed = shared.stream([[group('north')]]);
      const name = new URL(shared.world.database.url).pathname.slice(1);
      const isWaiting = async () =>
        (await onServer((server) => threadsOf(server, name))).some(({ statement }) => /get_lock/.test(statement ?? ''));
      await until(isWaiting, 'the stream waits');
    }),
  );
  expect((await streamed)?.counts).toMatchObject({ inserted: 1 });
});

test('a line with `skip` changes nothing, is counted, and its position is acknowledged', async () => {
  const streamed = await shared.stream([[at('1', group('north')), at('2', { skip: 'heartbeat' })]]);
  expect(streamed.acknowledged).toMatchObject([{ position: '2', lines: 2, inserted: 1, refused: 0, skipped: 1 }]);
});

test('lines that cannot be read are refused, and the others are stored', async () => {
  const { record } = group('south');
  const streamed = await shared.stream([
    [
      at('1', group('north')),
      '{"kind":"group"',
      '{"kind":"group","record":{"identifier":"a","identifier":"b"}}',
      { kind: 'groups', record },
      { kind: 'group' },
      { kind: 'group', record, delete: 'south' },
      { kind: 'group', record: 'south' },
      { kind: 'group', delete: ' ' },
      { kind: 'group', record, offset: 7 },
      { kind: 'group', record, position: 7 },
      { kind: 'group', record, skip: 'heartbeat' },
      '',
      at('12', { kind: 'tenant', record: { identifier: 'ann' } }),
      '{"kind":"unit","record":{"identifier":"u","group":"north","address":{"latitude":50.12345678901234567}}}',
    ],
  ]);
  expect(shared.world.reasons()).toEqual([
    '2: is not valid JSON',
    '3: has `identifier` twice in one object',
    '4: `kind` must be one of group, unit, tenant, lease',
    '5: must have either `record` or `delete`',
    '6: must have either `record` or `delete`',
    '7: `record` must be an object',
    '8: `delete` must not be blank',
    '9: has an unknown key `offset`',
    '10: `position` must be a string',
    '11: `skip` must be a string, beside nothing but `position`',
    '13: `group` is missing',
    '14: has a number with more than 15 digits',
  ]);
  expect(positions(streamed)).toEqual(['12']);
  expect(await shared.world.identifiers('groups')).toEqual(['north']);
});
