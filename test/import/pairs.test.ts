/** Pairs of `lease-tenants.sql` are counted, refused and protected as records are. */

import { isComplete } from '../../ingest/import/import-run';
import type { SqlOptions } from '../../ingest/import/import-sql';
import { createEmptyDatabase, type TestDatabase } from '../support/database';
import { caseForEachTest } from './import-case';

let source: TestDatabase;
const world = caseForEachTest();
beforeAll(async () => (source = await createEmptyDatabase()));
afterAll(() => source.drop());

type Rows = readonly (readonly string[])[];

const LEASES = Array.from({ length: 20 }, (_, index) => index + 1);
/** A tenant for each lease, and a second one for the first ten. */
const PAIRS: Rows = [
  ...LEASES.map((n) => [`l${n}`, `t${n}`]),
  ...LEASES.slice(0, 10).map((n) => [`l${n}`, `t${n + 10}`]),
];

/** A query with these rows. */
const select = (names: readonly string[], rows: Rows): string => {
  const values = rows.map((row) => `select ${row.map((value) => `'${value}'`).join(', ')}`);
  const none = `select ${names.map((name) => `'' as \`${name}\``).join(', ')} from (select 1) as nothing where false`;
  return [none, ...values].join(' union all ');
};

function round(pairs: Rows, options: Partial<SqlOptions> = {}, leases = LEASES) {
  const tenants = [...LEASES.map((n) => [`t${n}`, 'g']), ['stranger', 'other']];
  const files = {
    'groups.sql': "select 'g' as identifier union all select 'other'",
    'units.sql': "select 'u' as identifier, 'g' as `group`",
    'tenants.sql': select(['identifier', 'group'], tenants),
    'leases.sql': select(
      ['identifier', 'group', 'unit_id'],
      leases.map((n) => [`l${n}`, 'g', 'u']),
    ),
    'lease-tenants.sql': select(['lease', 'tenant'], pairs),
  };
  return world.importSql(source.url, files, options);
}

const stored = async () => (await world.everything()).pairs.length;

it('a pair whose lease is unknown is refused by its line, in every round, and the exit status is 1', async () => {
  for (let repeated = 0; repeated < 2; repeated += 1) {
    const report = await round([...PAIRS, ['l1 ', 't1'], ['gone', 't2'], ['gone', 't3']]);
    expect(report.kinds).toMatchObject({ pairs: { read: 33, refused: 3 }, leases: { read: 20, refused: 0 } });
    expect(isComplete(report)).toBe(false);
    expect(world.reasonsByFile()).toEqual(
      [31, 32, 33].map((line) => `lease-tenants.sql:${line}: \`lease\` names a lease that leases.sql does not have`),
    );
    expect(world.rejected()).toContainEqual(expect.objectContaining({ record: { lease: 'gone', tenant: 't3' } }));
    expect(await stored()).toBe(30);
  }
  expect(isComplete(await round([...PAIRS, ['gone', 't2']], { prune: true }), { percent: 5 })).toBe(true);
});

it('a pair whose lease is gone does not keep this lease', async () => {
  await round(PAIRS);
  const report = await round(PAIRS, { prune: true }, LEASES.slice(0, 19));
  expect(report.kinds).toMatchObject({ leases: { pruned: 1 }, pairs: { refused: 1 } });
});

it('a lease with a pair whose tenant is unknown, of another group or no identifier is refused and stays', async () => {
  await round(PAIRS);
  const report = await round([...PAIRS, ['l1', 'nobody'], ['l2', 'stranger'], ['l3', 't4\0t5']]);
  expect(report.kinds.leases).toMatchObject({ refused: 3 });
  expect(world.reasonsByFile()).toEqual([
    'leases.sql:3: `tenants` has an entry (number 3) that must not hold NUL or half of a surrogate pair',
    'leases.sql:1: `tenants` names a tenant (number 3) that does not exist',
    'leases.sql:2: `tenants` names a tenant (number 3) of another group',
  ]);
  expect(await stored()).toBe(30);
});

const ALLOW = 'Nothing was changed. If that is right, run it again with --max-prune';
const NONE = 'lease-tenants.sql holds no records, and 30 pairs are stored.';
const most = (missing: number) =>
  `lease-tenants.sql lacks ${missing} of the 30 stored pairs, and at most 10% may be pruned. ${ALLOW}`;

describe.each([{ prune: true }, { prune: false }])('%j', ({ prune }) => {
  it.each<[string, Rows, string]>([
    ['no row', [], `${NONE} ${ALLOW} 100%.`],
    ['half of the rows', PAIRS.slice(0, 15), `${most(15)} 50%.`],
    ['rows whose leases are unknown', PAIRS.map(([lease, tenant]) => [`${lease} `, tenant!]), `${most(30)} 100%.`],
    ['rows with other tenants', PAIRS.map(([lease], at) => [lease!, at < 20 ? `t${20 - at}` : 't1']), ' at most 10%'],
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
    const refused = round([], { prune, maxPrune: { percent: 99 } }, [1]);
    await expect(refused).rejects.toThrow(NONE);
    expect(await world.everything()).toEqual(before);
  });

  it('as many pairs as --max-prune allows are removed', async () => {
    await round(PAIRS);
    const report = await round(PAIRS.slice(0, 27), { prune });
    expect(report.kinds.pairs).toMatchObject({ read: 27, refused: 0 });
    expect(await stored()).toBe(27);
  });
});

it('queries of recent rows replace the pairs of the leases that they read, and may return no rows', async () => {
  await round(PAIRS);
  const before = await world.everything();
  const report = await round([], {}, []);
  expect(report.kinds).toMatchObject({ leases: { read: 0 }, pairs: { read: 0 } });
  expect(await world.everything()).toEqual(before);
  await round([['l1', 't1']], {}, [1]);
  expect(await stored()).toBe(29);
  await expect(round([], { prune: true }, [])).rejects.toThrow(
    'leases.sql holds no records, and 20 leases are stored. lease-tenants.sql holds no records, and 29 pairs',
  );
});
