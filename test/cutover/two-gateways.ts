/** Two gateways with the same generated records, but for differences that are known. */

import { sql, type Kysely } from 'kysely';

import type { Tables } from '../../src/db/tables';
import { seedDatabase } from '../../ingest/seed/seed';
import { createRandom } from '../../ingest/seed/random';
import { type Answer, LEASES, send, TENANTS } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';

export type Body = Readonly<Record<string, unknown>>;

export interface Lookup {
  readonly lookup: 'leases' | 'tenants';
  readonly body: Body;
}

/** Identifiers of records that belong together. */
interface Target {
  readonly lease: string;
  readonly unit: string;
  readonly tenant: string;
  readonly otherTenant: string;
}

export interface Seed {
  readonly name: string;
  /** A statement on the database of the right side, or on that of the left one. */
  readonly change: (target: Target) => string;
  readonly onLeft?: true;
  /** What a comparison calls it: lookup, kind and path. */
  readonly found: readonly string[];
}

const onLease =
  (assignment: string) =>
  ({ lease }: Target): string =>
    `update leases set ${assignment} where identifier = '${lease}'`;
const onUnit =
  (assignment: string) =>
  ({ unit }: Target): string =>
    `update units set ${assignment} where identifier = '${unit}'`;
const onTenant =
  (assignment: string) =>
  ({ tenant }: Target): string =>
    `update tenants set ${assignment} where identifier = '${tenant}'`;

const LEASE = 'leases';
const inLease = (kind: string, field: string): string => `${LEASE} ${kind} $.leases[*].${field}`;
const inTenant = (kind: string, field: string): string => `tenants ${kind} $.tenants[*].${field}`;
const inBoth = (kind: string, field: string): string[] => [inLease(kind, `tenants[*].${field}`), inTenant(kind, field)];

export const SEEDS: readonly Seed[] = [
  { name: 'another rent', change: onLease('rent = rent + 1'), found: [inLease('value', 'rent')] },
  { name: 'no deposit', change: onLease('deposit = null'), found: [inLease('missing_value', 'deposit')] },
  { name: 'no end', change: onLease('end_date = null'), found: [inLease('missing_value', 'end_date')] },
  {
    name: 'a start a day later',
    change: onLease('start_date = date_add(start_date, interval 1 day)'),
    found: [inLease('value', 'start_date')],
  },
  {
    name: 'another move-in day',
    change: onLease('move_in_date = date_add(move_in_date, interval 40 day)'),
    found: [inLease('value', 'move_in_date')],
  },
  {
    name: 'furnished or not',
    change: onLease('is_furnished = not is_furnished'),
    found: [inLease('value', 'is_furnished')],
  },
  {
    name: 'a longer notice',
    change: onLease('minimum_days_notice = minimum_days_notice + 1'),
    found: [inLease('value', 'minimum_days_notice')],
  },
  { name: 'a lease of no unit', change: onLease('unit_id = null'), found: [inLease('missing_value', 'unit_id')] },
  {
    name: 'a city with a space',
    change: onUnit("city = concat(city, ' ')"),
    found: [inLease('spaces', 'address.city')],
  },
  {
    name: 'a rounded latitude',
    change: onUnit('latitude = round(latitude, 1)'),
    found: [inLease('rounding', 'address.latitude')],
  },
  { name: 'another country', change: onUnit("country = 'XX'"), found: [inLease('value', 'address.country')] },
  {
    name: 'a phone number without spaces',
    change: onTenant("phone_number = replace(replace(phone_number, ' ', ''), '-', '')"),
    found: inBoth('punctuation', 'phone_number'),
  },
  {
    name: 'an e-mail address in capitals',
    change: onTenant('email_address = upper(email_address)'),
    found: inBoth('letter_case', 'email_address'),
  },
  {
    name: 'an inactive tenant',
    change: onTenant('active = not active'),
    found: [inLease('value', 'tenants[*].active')],
  },
  {
    name: 'another first name',
    change: onTenant("first_name = concat(first_name, 'x')"),
    found: [inTenant('value', 'first_name')],
  },
  { name: 'no last name', change: onTenant('last_name = null'), found: [inTenant('missing_value', 'last_name')] },
  { name: 'no reference', change: onTenant('external_ref = null'), found: inBoth('missing_value', 'external_ref') },
  {
    name: 'a lease that is gone',
    change: ({ lease }) => `delete from leases where identifier = '${lease}'`,
    found: [`${LEASE} missing_record $.leases[*]`, 'tenants status $'],
  },
  {
    name: 'a lease that only the right side has',
    change: ({ lease }) => `delete from leases where identifier = '${lease}'`,
    onLeft: true,
    found: [`${LEASE} missing_record $.leases[*]`, 'tenants status $'],
  },
  {
    name: 'a tenant who is not in the lease',
    change: ({ lease, tenant }) =>
      `delete lt from lease_tenants lt join leases l on l.id = lt.lease_id join tenants t on t.id = lt.tenant_id where l.identifier = '${lease}' and t.identifier = '${tenant}'`,
    found: [`${LEASE} missing_record $.leases[*].tenants[*]`, 'tenants missing_record $.tenants[*]'],
  },
];

export interface Sides {
  readonly left: TestDatabase;
  readonly right: TestDatabase;
  /** The values that nobody may read in a report. */
  readonly personal: readonly string[];
  /** The records that each seed changes, in the order of the seeds. */
  readonly targets: readonly Target[];
  /** Those that must find each seed, and `count` others. */
  readonly lookups: (count: number, seed: number) => Lookup[];
}

export async function createSides(size: { readonly leases: number; readonly groups: number }): Promise<Sides> {
  const [left, right] = [await createTestDatabase(), await createTestDatabase()];
  // Paging ids that the other side does not have.
  for (const table of ['leases', 'tenants']) await run(right.db, `alter table ${table} auto_increment = 5000017`);
  for (const { db } of [left, right]) await seedDatabase({ db, ...size, seed: 20, baseDate: '2026-01-01' });
  const people = await rows<Person>(left.db, PEOPLE);
  const targets = await targetsIn(left.db);
  for (const [index, { change, onLeft }] of SEEDS.entries())
    await run((onLeft ? left : right).db, change(targets[index]!));
  return {
    left,
    right,
    personal: people
      .flatMap(({ email, phone, first_name, last_name }) => [email, phone, first_name, last_name])
      .filter((value): value is string => value !== null),
    targets: targets.slice(0, SEEDS.length),
    lookups: (count, seed) => [
      ...targets.slice(0, SEEDS.length).flatMap(({ lease, tenant, otherTenant }): Lookup[] => [
        { lookup: 'leases', body: { identifier: otherTenant } },
        { lookup: 'leases', body: { identifier: tenant } },
        { lookup: 'tenants', body: { identifier: lease } },
      ]),
      ...lookups(people, count, seed),
    ],
  };
}

interface Person {
  readonly tenant: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly reference: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly lease: string;
  readonly city: string | null;
  readonly move_in: string | null;
  readonly group: string;
}

const PEOPLE = `select t.identifier as tenant, t.email_address as email, t.phone_number as phone, t.external_ref as reference,
  t.first_name, t.last_name, l.identifier as lease, u.city, cast(l.move_in_date as char) as move_in, g.identifier as \`group\`
  from lease_tenants lt join tenants t on t.id = lt.tenant_id join leases l on l.id = lt.lease_id
  join units u on u.id = l.unit_id join \`groups\` g on g.id = l.group_id order by l.id, t.id`;

/** A lease of two tenants for each seed, with nothing unknown, and no record that two of them have. */
async function targetsIn(db: Kysely<Tables>): Promise<Target[]> {
  const found = await rows<Target>(
    db,
    `select l.identifier as lease, u.identifier as unit, min(t.identifier) as tenant, max(t.identifier) as otherTenant
     from lease_tenants lt join tenants t on t.id = lt.tenant_id join leases l on l.id = lt.lease_id
     join units u on u.id = l.unit_id
     where l.end_date is not null and l.deposit is not null and l.rent is not null and l.is_furnished is not null
       and l.minimum_days_notice is not null and l.move_in_date is not null and u.city is not null and u.latitude is not null
       and t.external_ref is not null and t.phone_number like '% %' and t.email_address is not null
       and t.last_name is not null
     group by l.id, l.identifier, u.identifier having count(*) > 1 order by l.id`,
  );
  const used = new Set<string>();
  const targets = found.filter(({ unit, tenant }) => {
    if (used.has(unit) || used.has(tenant)) return false;
    used.add(unit).add(tenant);
    return true;
  });
  if (targets.length < SEEDS.length) throw new Error(`only ${targets.length} leases are fit for a seed`);
  return targets;
}

/** Requests of every kind. */
function lookups(people: readonly Person[], count: number, seed: number): Lookup[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (): Lookup => {
    const person = random.pick(people);
    const find = (body: Body): Lookup => ({ lookup: 'leases', body });
    const tenants = (body: Body): Lookup => ({ lookup: 'tenants', body });
    return random.pick([
      () => find({ identifier: person.tenant }),
      () => find({ identifier: person.tenant, active: true }),
      () => find({ email_address: person.email, group_id: person.group }),
      () => find({ phone_number: person.phone, 'after-id': '1' }),
      () => find({ external_ref: person.reference, group_id: person.group }),
      () => tenants({ identifier: person.lease }),
      () => tenants({ identifier: person.lease, group_id: person.group }),
      () => tenants({ min_move_in_date: person.move_in, max_move_in_date: person.move_in }),
      () => tenants({ group_id: person.group, address: { city: person.city } }),
      () =>
        random.pick([
          tenants({ group_id: person.group }),
          find({}),
          find({ external_ref: 'x' }),
          tenants({ identifier: 7 }),
        ]),
    ])();
  });
}

/** All pages of a lookup, read as a caller would. `count` receives each request. */
export async function readAll(url: string, token: string, { lookup, body }: Lookup): Promise<Answer[]> {
  const answers: Answer[] = [];
  const path = lookup === 'tenants' ? TENANTS : LEASES;
  for (let more: Body = {}; ;) {
    const answer = await send(url + path, { token, body: { ...body, ...more } });
    answers.push(answer);
    const { last_id: lastId = -1 } = JSON.parse(answer.text) as { last_id?: number };
    if (lastId === -1) return answers;
    more = { 'after-id': lastId };
  }
}

interface Records {
  readonly [list: string]: unknown;
  readonly identifier?: string;
}

/** What all pages together say, without the paging ids and in the order of identifiers. Shares nothing with the comparison. */
export function meaningOf(answers: readonly Answer[]): string {
  const bodies = answers.map(({ text }) => JSON.parse(text) as Records);
  const all = (name: string) =>
    bodies
      .flatMap((body) => (body[name] ?? []) as Records[])
      .toSorted((own, other) => (own.identifier! < other.identifier! ? -1 : 1));
  const leases = all('leases').map((lease) => ({
    ...lease,
    tenants: (lease.tenants as Records[]).toSorted((own, other) => (own.identifier! < other.identifier! ? -1 : 1)),
  }));
  return JSON.stringify([answers.map(({ status }) => status)[0], leases, all('tenants')]);
}

async function run(db: Kysely<Tables>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

async function rows<Row>(db: Kysely<Tables>, query: string): Promise<Row[]> {
  return (await sql.raw<Row>(query).execute(db)).rows;
}
