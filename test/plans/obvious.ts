/** The obvious answer: every pair of lease and tenant looked at, one by one, with nothing but JavaScript's comparisons. */

import { type Kysely, sql } from 'kysely';

import { groupNumbers } from '../../bench/scale/callers';
import type { WorldSize } from '../../bench/scale/facts';
import type { LeaseShape, Shape, TenantShape } from '../../bench/scale/shapes';
import type { Tables } from '../../src/db/tables';
import type { RowId } from '../../src/model/page';
import type { Address } from '../../src/model/records';

type Text = 'leaseIdentifier' | 'tenantIdentifier' | 'externalRef' | 'emailAddress' | 'phoneNumber';
type Day = 'startDate' | 'endDate' | 'moveInDate';
interface Pair extends Address, Readonly<Record<Text, string>>, Readonly<Record<Day, string | null>> {
  readonly tenant: RowId;
  readonly lease: RowId;
  /** The number of the group. */
  readonly group: number;
}

type Test = (pair: Pair) => boolean;

/** Every text of a measured world is spelt in one way only, so that equal means the same here as in a lookup. */
export class Obvious {
  readonly #byTenant: ReadonlyMap<RowId, readonly Pair[]>;

  private constructor(
    private readonly pairs: readonly Pair[],
    private readonly size: WorldSize,
  ) {
    const byTenant = new Map<RowId, Pair[]>();
    for (const pair of pairs) {
      const own = byTenant.get(pair.tenant);
      if (own === undefined) byTenant.set(pair.tenant, [pair]);
      else own.push(pair);
    }
    this.#byTenant = byTenant;
  }

  static async read(db: Kysely<Tables>, size: WorldSize): Promise<Obvious> {
    const { rows } = await sql<Pair>`
      select p.tenant_id as tenant, p.lease_id as lease, t.group_id - 1 as \`group\`,
        l.identifier as leaseIdentifier, l.start_date as startDate, l.end_date as endDate, l.move_in_date as moveInDate,
        t.identifier as tenantIdentifier, t.external_ref as externalRef, t.email_address as emailAddress,
        t.phone_number as phoneNumber, u.building_name as buildingName, u.address_line_1 as addressLine1,
        u.address_line_2 as addressLine2, u.city, u.country, u.state, u.postal_code as postalCode, u.latitude, u.longitude
      from lease_tenants as p join tenants as t on t.id = p.tenant_id join leases as l on l.id = p.lease_id
      left join units as u on u.id = l.unit_id`.execute(db);
    return new Obvious(rows, size);
  }

  /** All that a shape finds, ascending. */
  ids(shape: Shape): RowId[] {
    const tests = [...this.#scope(shape), ...(shape.find === 'tenants' ? ofLease(shape) : ofTenant(shape))];
    return distinct(this.pairs, tests, shape.find === 'tenants' ? 'tenant' : 'lease');
  }

  /** The number of pairs that a count reads if there is no address (decision 50). */
  countedPairs(shape: Shape): number {
    const matching =
      shape.find === 'tenants'
        ? ofLease(shape)
        : ofTenant({ ...shape, question: { ...shape.question, activeOn: undefined } });
    const tests = [...this.#scope(shape), ...matching];
    return this.pairs.filter((pair) => tests.every((holds) => holds(pair))).length;
  }

  /** The leases of one tenant, ascending. */
  leasesOf(tenant: RowId, activeOn: string | undefined): RowId[] {
    return distinct(this.#byTenant.get(tenant) ?? [], active(activeOn), 'lease');
  }

  #scope({ caller, question }: Shape): Test[] {
    const numbers = groupNumbers(caller, this.size);
    const seen = numbers && new Set(numbers);
    const named = question.group && Number(/\d+$/.exec(question.group.value));
    return [
      ...(seen === undefined ? [] : [(pair: Pair) => seen.has(pair.group)]),
      ...(named === undefined ? [] : [(pair: Pair) => pair.group === named]),
    ];
  }
}

function distinct(pairs: readonly Pair[], tests: readonly Test[], kind: 'tenant' | 'lease'): RowId[] {
  const found = new Set<RowId>();
  for (const pair of pairs) if (tests.every((holds) => holds(pair))) found.add(pair[kind]);
  return [...found].sort((a, b) => a - b);
}

function ofLease({ question }: LeaseShape): Test[] {
  const { identifier, minMoveInDate: min, maxMoveInDate: max, address = {} } = question;
  return [
    ...(identifier === undefined ? [] : [(pair: Pair) => pair.leaseIdentifier === identifier]),
    ...(min === undefined ? [] : [({ moveInDate: day }: Pair) => day !== null && day >= min]),
    ...(max === undefined ? [] : [({ moveInDate: day }: Pair) => day !== null && day <= max]),
    ...Object.entries(address).map(([field, value]): Test => (pair) => {
      const stored = pair[field as keyof Address];
      return typeof value === 'number' ? stored !== null && near(Number(stored), value) : stored === value;
    }),
  ];
}

/** In millionths, as coordinates are stored. */
const near = (stored: number, asked: number) => Math.abs(Math.round(stored * 1e6) - Math.round(asked * 1e6)) <= 100;

function ofTenant({ question }: TenantShape): Test[] {
  const { identifier, externalRef, emailAddress, phoneNumber, activeOn } = question;
  return [
    ...(identifier === undefined ? [] : [(pair: Pair) => pair.tenantIdentifier === identifier]),
    ...(externalRef === undefined ? [] : [(pair: Pair) => pair.externalRef === externalRef]),
    ...(emailAddress === undefined ? [] : [(pair: Pair) => pair.emailAddress === emailAddress]),
    ...(phoneNumber === undefined ? [] : [(pair: Pair) => pair.phoneNumber === phoneNumber]),
    ...active(activeOn),
  ];
}

const active = (day: string | undefined): Test[] =>
  day === undefined
    ? []
    : [({ startDate, endDate }) => startDate !== null && endDate !== null && startDate < day && endDate > day];
