import { readDatabaseAddress } from '../../src/config/settings';
import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { caseForEachTest } from './import-case';

/** An import that changes little reads what is stored by ranges of ids, and finds every change in any order of its records. */

const world = caseForEachTest();

const COUNT = 1_000;
const numbers = Array.from({ length: COUNT }, (_, index) => index);

const tenantsIn = (order: readonly number[]) =>
  order.map((number) => ({ identifier: `t${number}`, group: 'north', last_name: `Name ${number}` }));
const leasesIn = (order: readonly number[]) =>
  order.map((number) => ({
    identifier: `l${number}`,
    group: 'north',
    unit_id: `u${number % 200}`,
    rent: number,
    tenants: [`t${number}`, `t${(number * 7) % COUNT}`],
  }));
const filesIn = (order: readonly number[]) => ({
  'groups.ndjson': [{ identifier: 'north' }],
  'units.ndjson': numbers.slice(0, 200).map((number) => ({ identifier: `u${number}`, group: 'north' })),
  'tenants.ndjson': tenantsIn(order),
  'leases.ndjson': leasesIn(order),
});

/** The statements of one import, with what it reports. */
async function statementsOf(files: Parameters<typeof world.import>[0]) {
  const statements: string[] = [];
  const db = connect(readDatabaseAddress({ DATABASE_URL: world.database.url }), {
    ...COMMAND_CONNECTION,
    onStatement: (statement) => void statements.push(statement),
  });
  try {
    return { report: await world.import(files, { db }), statements };
  } finally {
    await db.destroy();
  }
}

const ORDERS: readonly (readonly number[])[] = [
  numbers,
  numbers.toReversed(),
  numbers.map((number) => (number * 307) % COUNT),
  [...numbers.filter((number) => number % 3 > 0), ...numbers.filter((number) => number % 3 === 0)],
];

test('in any order, unchanged records are left alone and a changed one is noticed', async () => {
  await world.import(filesIn(numbers));
  const before = await world.everything();
  for (const order of ORDERS) {
    const { report, statements } = await statementsOf(filesIn(order));
    expect(report.kinds).toMatchObject({ tenants: { unchanged: COUNT }, leases: { unchanged: COUNT } });
    expect(statements.filter((statement) => /^\s*(?:insert|update|delete)/.test(statement))).toEqual([]);

    const leases = leasesIn(order);
    const files = { ...filesIn(order), 'leases.ndjson': leases.with(-1, { ...leases.at(-1)!, tenants: ['t1'] }) };
    const changed = await world.import(files, { dryRun: true });
    expect(changed.kinds.leases).toMatchObject({ unchanged: COUNT - 1, updated: 1 });
  }
  expect(await world.everything()).toEqual(before);
});

test('unchanged records in the order of their ids are read by ranges of ids, not by keys', async () => {
  await world.import(filesIn(numbers));
  const { statements } = await statementsOf({
    'tenants.ndjson': tenantsIn(numbers),
    'leases.ndjson': leasesIn(numbers),
  });
  const of = (beginning: RegExp) => statements.filter((statement) => beginning.test(statement)).length;
  expect(of(/^select .*(?:email_address|rent).* where identifier_key/)).toBe(0);
  expect(of(/^select lease_id, tenant_id .* between/)).toBe(Math.ceil(COUNT / 900));
});
