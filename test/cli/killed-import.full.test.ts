import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';

import { findDrift } from '../../ingest/check/drift';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { killedLeasegate, leasegate } from './leasegate';

// It starts the program several times, on a machine that may be busy.
jest.setTimeout(300_000);

/** Many batches of each kind, so that the process is killed between two of them. */
const COUNT = 6_000;
const KINDS = ['groups', 'units', 'tenants', 'leases'] as const;
type Kind = (typeof KINDS)[number];

const folder = mkdtempSync(join(tmpdir(), 'leasegate-killed-'));
const importInto = (database: TestDatabase) =>
  [['import', folder, '--rejects', join(folder, 'rejects.ndjson')], { DATABASE_URL: database.url }] as const;

let undisturbed: unknown;

beforeAll(async () => {
  const numbers = Array.from({ length: COUNT }, (_, index) => index);
  const files = {
    groups: ['north', 'south'].map((identifier) => ({ identifier })),
    units: numbers.map((n) => ({ identifier: `u${n}`, group: groupOf(n), unit_number: `${n}` })),
    tenants: numbers.map((n) => ({ identifier: `t${n}`, group: groupOf(n), phone_number: `+44 ${n}` })),
    leases: numbers.map((n) => ({
      identifier: `l${n}`,
      group: groupOf(n),
      unit_id: `u${n}`,
      move_in_date: `2024-0${1 + (n % 9)}-01`,
      tenants: [`t${n}`, `t${(n + 2) % COUNT}`],
    })),
  };
  for (const kind of KINDS) {
    writeFileSync(join(folder, `${kind}.ndjson`), files[kind].map((record) => JSON.stringify(record)).join('\n'));
  }
  const database = await createTestDatabase();
  expect(await leasegate(...importInto(database))).toMatchObject({ status: 0 });
  undisturbed = await everything(database);
  await database.drop();
});

afterAll(() => rmSync(folder, { recursive: true }));

const groupOf = (n: number): string => (n % 2 === 0 ? 'north' : 'south');

test.each(['units', 'tenants', 'leases'] as const)(
  'an import that is killed among its %s is completed by running it again',
  async (kind) => {
    const database = await createTestDatabase();
    const status = await killedLeasegate(...importInto(database), () => someStored(database, kind));
    expect(status).toBeNull();
    const half = await ids(database);
    expect(half[kind].size).toBeLessThan(COUNT);

    expect(await leasegate(...importInto(database))).toMatchObject({ status: 0 });
    expect(await everything(database)).toEqual(undisturbed);
    expect(await findDrift(database.db)).toEqual([]);
    const whole = await ids(database);
    for (const each of KINDS) {
      const stayed = [...whole[each]].filter(([identifier]) => half[each].has(identifier));
      expect(new Map(stayed)).toEqual(half[each]);
    }
    await database.drop();
  },
);

async function someStored({ db }: TestDatabase, kind: Kind): Promise<void> {
  while ((await db.selectFrom(kind).select('id').limit(1).execute()).length === 0);
}

/** The row id of each record, by its identifier. */
async function ids({ db }: TestDatabase) {
  const idsOf = async (kind: Kind) => {
    const rows = await db.selectFrom(kind).select(['identifier', 'id']).execute();
    return new Map(rows.map(({ identifier, id }) => [identifier, id]));
  };
  return {
    groups: await idsOf('groups'),
    units: await idsOf('units'),
    tenants: await idsOf('tenants'),
    leases: await idsOf('leases'),
  };
}

/** Everything that is stored, by identifiers. */
async function everything({ db }: TestDatabase): Promise<unknown> {
  const { rows } = await sql`
    select l.identifier as lease, l.move_in_date, g.identifier as in_group, u.identifier as unit, u.unit_number, t.identifier as tenant,
      t.phone_number, p.move_in_day, p.move_in_month
    from leases l join ${sql.table('groups')} g on g.id = l.group_id join units u on u.id = l.unit_id and u.group_id = g.id
    join lease_tenants p on p.lease_id = l.id join tenants t on t.id = p.tenant_id and t.group_id = g.id
    order by l.identifier, t.identifier`.execute(db);
  expect(rows).toHaveLength(2 * COUNT);
  return rows;
}
