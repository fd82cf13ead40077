/** Pairs of `lease-tenants.sql` are counted, refused and protected as records are. */

import { type SqlOptions } from '../../ingest/import/import-sql';
import { isComplete } from '../../ingest/import/import-run';
import { createEmptyDatabase, type TestDatabase } from '../support/database';
import { eachTest, type ImportCase } from './import-case';

let source: TestDatabase;
let world: ImportCase;
beforeAll(async () => (source = await createEmptyDatabase()));
afterAll(() => source.drop());
eachTest((empty) => (world = empty));

const LEASES = Array.from({ length: 20 }, (_, index) => index + 1);
/** A tenant for each lease, and a second one for the first ten. */
const PAIRS = [...LEASES.map((n) => [`l${n}`, `t${n}`]), ...LEASES.slice(0, 10).map((n) => [`l${n}`, `t${n + 10}`])];
const ROWS = (names: readonly string[], rows: readonly (readonly string[])[]): string => {
  const select = (row: readonly string[]) =>
    `select ${row.map((value, at) => `'${value}' as \`${names[at]}\``).join(', ')}`;
  return rows.length === 0
    ? `select ${names.map((name) => `'' as \`${name}\``).join(', ')} from (select 1) as nothing where false`
    : rows.map(select).join(' union all ');
};

function round(pairs: readonly (readonly string[])[], options: Partial<SqlOptions> = {}, leases = LEASES) {
  const files = {
    'groups.sql': "select 'g' as identifier union all select 'other'",
    'units.sql': "select 'u' as identifier, 'g' as `group`",
    'tenants.sql': ROWS(['identifier', 'group'], [...LEASES.map((n) => [`t${n}`, 'g']), ['stranger', 'other']]),
    'leases.sql': ROWS(
      ['identifier', 'group', 'unit_id'],
      leases.map((n) => [`l${n}`, 'g', 'u']),
    ),
    'lease-tenants.sql': ROWS(['lease', 'tenant'], pairs),
  };
  return world.importSql(source.url, files, options);
}

const reasons = () => world.refused.map(({ file, line, reason }) => `${file}:${line}: ${reason}`);
const pairs = async () => (await world.everything()).pairs.length;

it('a pair whose lease is unknown is refused by its line, in every round, and the exit status is 1', async () => {
  for (let repeated = 0; repeated < 2; repeated += 1) {
    const report = await round([...PAIRS, ['l1 ', 't1'], ['gone', 't2'], ['gone', 't3']]);
    expect(report.kinds.pairs).toMatchObject({ read: 33, refused: 3 });
    expect(report.kinds.leases).toMatchObject({ read: 20, refused: 0 });
    expect(isComplete(report)).toBe(false);
    expect(reasons()).toEqual(
      [31, 32, 33].map((line) => `lease-tenants.sql:${line}: \`lease\` names a lease that leases.sql does not have`),
    );
    expect(world.rejected()).toContainEqual(expect.objectContaining({ record: { lease: 'gone', tenant: 't3' } }));
    expect(await pairs()).toBe(30);
  }
  expect(isComplete(await round([...PAIRS, ['gone', 't2']], { prune: true }), { percent: 5 })).toBe(true);
});

it('a pair whose lease is gone does not keep this lease', async () => {
  await round(PAIRS);
  const report = await round(PAIRS, { prune: true }, LEASES.slice(0, 19));
  expect(report.kinds).toMatchObject({ leases: { pruned: 1 }, pairs: { refused: 1 } });
});

it('a lease with a pair whose tenant is unknown or of another group is refused and stays', async () => {
  await round(PAIRS);
  const report = await round([...PAIRS, ['l1', 'nobody'], ['l2', 'stranger']]);
  expect(report.kinds.leases).toMatchObject({ refused: 2 });
  expect(reasons()).toEqual([
    'leases.sql:1: `tenants` names a tenant (number 3) that does not exist',
    'leases.sql:2: `tenants` names a tenant (number 3) of another group',
  ]);
  expect(await pairs()).toBe(30);
});

const ALLOW = 'Nothing was changed. If that is right, run it again with --max-prune';

describe.each([{ prune: true }, { prune: false }])('%j', ({ prune }) => {
  it.each<[string, readonly (readonly string[])[], string]>([
    ['no row', [], `lease-tenants.sql holds no records, and 30 pairs are stored. ${ALLOW} 100%.`],
    [
      'half of the rows',
      PAIRS.slice(0, 15),
      `lease-tenants.sql lacks 15 of the 30 stored pairs, and at most 10% may be pruned. ${ALLOW} 50%.`,
    ],
    [
      'rows whose leases are unknown',
      PAIRS.map(([lease, tenant]) => [`${lease} `, tenant!]),
      `lease-tenants.sql lacks 30 of the 30 stored pairs, and at most 10% may be pruned. ${ALLOW} 100%.`,
    ],
    [
      'rows with other tenants',
      PAIRS.map(([lease], index) => [lease!, index < 20 ? `t${20 - index}` : 't1']),
      'of the 30 stored pairs, and at most 10% may be pruned.',
    ],
  ])('%s: more pairs would be removed than --max-prune allows, and nothing changes', async (_, rows, message) => {
    await round(PAIRS);
    const before = await world.everything();
    await expect(round(rows, { prune })).rejects.toThrow(message);
    expect(await world.everything()).toEqual(before);
    await round(rows, { prune, maxPrune: { percent: 100 } });
    expect((await world.everything()).pairs).not.toEqual(before.pairs);
  });

  it('some leases and no pair: nothing changes', async () => {
    await round(PAIRS);
    const before = await world.everything();
    const refused = round([], { prune, maxPrune: { percent: 99 } }, LEASES.slice(0, 1));
    await expect(refused).rejects.toThrow('lease-tenants.sql holds no records, and 30 pairs are stored.');
    expect(await world.everything()).toEqual(before);
  });

  it('as many pairs as --max-prune allows are removed', async () => {
    await round(PAIRS);
    const report = await round(PAIRS.slice(0, 27), { prune });
    expect(report.kinds.pairs).toMatchObject({ read: 27, refused: 0 });
    expect(await pairs()).toBe(27);
  });
});

it('queries of recent rows replace the pairs of the leases that they read, and may return no rows', async () => {
  await round(PAIRS);
  const before = await world.everything();
  const report = await round([], {}, []);
  expect(report.kinds).toMatchObject({ leases: { read: 0 }, pairs: { read: 0 } });
  expect(await world.everything()).toEqual(before);
  await round([['l1', 't1']], {}, [1]);
  expect(await pairs()).toBe(29);
  await expect(round([], { prune: true }, [])).rejects.toThrow(
    'leases.sql holds no records, and 20 leases are stored. lease-tenants.sql holds no records, and 29 pairs',
  );
});
