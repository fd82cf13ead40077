import { findDrift, findInvalidValues } from '../../ingest/check/faults';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertTenantsWithLeases } from '../support/records';
import { type Household, insertHousehold } from './household';
import { type OtherProgram, otherProgram } from './other-program';
import { stubDatabase } from './stub-database';

/** What another program can do to the data with foreign keys switched off, and how it is reported. */

const TOO_LARGE = '9007199254740992';

let database: TestDatabase;
let program: OtherProgram;
let north: Household;
let south: Household;

beforeEach(async () => {
  database = await createTestDatabase();
  north = await insertHousehold(database.db, 'north');
  south = await insertHousehold(database.db, 'south');
  await insertTenantsWithLeases(database.db, north.groupId, 'many', 8);
  program = await otherProgram(database.url);
  await program.run('set foreign_key_checks = 0');
});

afterEach(async () => {
  await program.close();
  await database.drop();
});

// Smaller and larger than the ten leases, and exactly as many.
test.each([1, 3, 10, 1000])('none in good data, read %d leases at a time', async (pieceSize) => {
  // The largest values that an import accepts.
  await program.run('update units set latitude = -90, longitude = 180');
  const told: number[] = [];
  const onProgress = (leases: number, total: number) => told.push(leases / total);
  expect(await findDrift(database.db, { pieceSize, onProgress })).toEqual([]);
  expect(await findInvalidValues(database.db, pieceSize)).toEqual([]);
  expect(told.at(-1)).toBe(1);
});

test.each([
  ['group_id', () => String(south.groupId)],
  ['unit_key', () => String(south.unitId)],
  ['move_in_day', () => "'2026-01-02'"],
  ['move_in_month', () => '202602'],
])('pairs whose %s differs from that of their lease', async (column, value) => {
  await program.run(`update lease_tenants set ${column} = ${value()} order by tenant_id desc limit 3`);
  const [problem] = await findDrift(database.db, { pieceSize: 4 });
  expect(problem).toBe('3 of 10 pairs differ from their lease');
});

test('pairs of leases that never existed, whatever their id', async () => {
  for (const id of [TOO_LARGE, '77', '0'])
    await program.run(`update lease_tenants set lease_id = ${id} where lease_id < 77 order by lease_id desc limit 1`);
  expect(await findDrift(database.db, { pieceSize: 2 })).toEqual(['3 of 10 pairs have no lease']);
});

test('pairs without their tenant, or with one of another group', async () => {
  await program.run(`delete from tenants where id = ${north.tenantId}`);
  await program.run(`update tenants set group_id = ${north.groupId} where id = ${south.tenantId}`);
  expect(await findDrift(database.db, { pieceSize: 1 })).toEqual([
    '1 of 10 pairs have no tenant',
    '1 of 10 pairs have a tenant of another group',
  ]);
});

test('leases without their unit, or with one of another group', async () => {
  await program.run(`delete from units where id = ${north.unitId}`);
  await program.run(`update units set group_id = ${north.groupId} where id = ${south.unitId}`);
  expect(await findDrift(database.db)).toEqual([
    '1 of 10 leases name a unit that is not there',
    '1 of 10 leases have a unit of another group',
  ]);
});

test('decision 6: ids above 2^53 - 1, which no key refuses', async () => {
  await program.run('set foreign_key_checks = 1');
  for (const table of ['units', 'tenants', 'leases'])
    await program.run(`insert into ${table} (id, identifier, group_id) values (${TOO_LARGE}, 'x', ${north.groupId})`);
  await program.run(`insert into \`groups\` (id, identifier) values (${TOO_LARGE}, 'x')`);
  const [above, first] = ['id is above 9007199254740991', `such as id ${TOO_LARGE}`];
  expect(await findInvalidValues(database.db, 3)).toEqual(
    ['groups', 'units', 'tenants', 'leases'].map((table) => `${above} in 1 of the ${table}, ${first}`),
  );
});

test.each([
  ['email_address', 'email_key', ' Kim@example.com'],
  ['phone_number', 'phone_key', '+49\u00a030'],
])('decision 10: a key of the %s that was computed by another rule', async (column, key, value) => {
  await program.run(`alter table tenants modify ${key} varchar(255) generated always as (lower(${column})) stored`);
  await program.run(`update tenants set ${column} = '${value}' where id = ${north.tenantId}`);
  const fault = `${key} is not what lookups compute in 1 of the tenants, such as id ${north.tenantId}`;
  expect(await findInvalidValues(database.db)).toEqual([fault]);
});

test.each([
  ['groups', 'identifier', "'  '", 'is blank'],
  ['groups', 'external_ref', "concat('a', char(0))", 'holds NUL'],
  ['units', 'latitude', '500.5', 'is not from -90 to 90'],
  ['units', 'longitude', '-180.000001', 'is not from -180 to 180'],
  ['units', 'city', 'char(0)', 'holds NUL'],
  ['tenants', 'active', '2', 'is not 0 or 1'],
  ['tenants', 'first_name', "concat('Ann', char(0))", 'holds NUL'],
  ['leases', 'is_furnished', '-1', 'is not 0 or 1'],
])('values that an import refuses: %s.%s = %s', async (table, column, value, phrase) => {
  const id = { groups: south.groupId, units: south.unitId, tenants: south.tenantId, leases: south.leaseId }[table];
  await program.run(`update \`${table}\` set ${column} = ${value} where id = ${id}`);
  expect(await findInvalidValues(database.db, 3)).toEqual([
    `${column} ${phrase} in 1 of the ${table}, such as id ${id}`,
  ]);
});

test('what is asked in pieces of three ids, and what is said when each fault occurs', async () => {
  const [asked, told] = [[] as string[], [] as unknown[]];
  const counts: Record<string, number> = Object.fromEntries(
    Array.from({ length: 20 }, (_, nth) => [
      [`c${nth}`, nth],
      [`i${nth}`, 100 + nth],
    ]).flat(),
  );
  const db = stubDatabase((statement, parameters) => {
    asked.push(`${statement} [${parameters.join()}]`);
    if (statement.startsWith('select id')) return parameters[0] === -1 ? [{ id: 40 }] : [];
    return [{ ...counts, total: 50, leases: 5 }];
  });
  const problems = [
    await findDrift(db, { pieceSize: 3, onProgress: (...progress) => told.push(progress) }),
    await findInvalidValues(db, 3),
    await findInvalidValues(db),
  ];
  expect({ asked, told, problems }).toMatchSnapshot();
});
