/** The first look at the leases of tenants: nearly always the last one as well, since nearly every tenant has few. */

import { sql, type SqlBool } from 'kysely';

import type { RowId } from '../../model/page';
import type { TenantQuestion } from '../../model/questions';
import { union } from '../arms';
import { slot, type Statement } from '../prepared';
import type { VisibleRecords } from '../visible-records';
import {
  type Identifications,
  identificationsOf,
  identifiedTenants,
  isActiveOn,
  pairsOfTenants,
  tenantConditions,
} from './tenant-conditions';

/** Tenants that can be read a run each: their leases are in paging order. */
const TENANTS = 100;
/** Pairs of them that are looked at before anything is known. */
const PAIRS = 120;

export interface FirstLook {
  /** All matching leases, ascending; null when there are more than a look tells. */
  readonly leases: readonly RowId[] | null;
  /** All matching tenants; null when there are more than can be read a run each. */
  readonly tenants: readonly RowId[] | null;
}

/** One statement, whose text depends on which fields are given. */
export async function firstLook(records: VisibleRecords, question: TenantQuestion): Promise<FirstLook> {
  const { activeOn } = question;
  const values = { ...identificationsOf(question), ...(activeOn !== undefined && { activeOn }) };
  const fields = Object.keys(values);
  const rows = await records.prepared(`first look by ${fields.join()}`, (on) => lookBy(on, fields), values);
  const pairs = rows.filter((row) => row.lease !== null);
  const tenants = rows.filter((row) => row.lease === null);
  const matching = pairs.filter(({ matches }) => matches === 1).map(({ lease }) => lease!);
  return {
    leases: pairs.length > PAIRS ? null : [...new Set(matching)].sort((a, b) => a - b),
    tenants: tenants.length > TENANTS ? null : tenants.map(({ tenant }) => tenant),
  };
}

interface Row {
  readonly tenant: RowId;
  /** Null in the rows that tell of a tenant alone. */
  readonly lease: RowId | null;
  readonly matches: number | null;
}

function lookBy(records: VisibleRecords, fields: readonly string[]): Statement<Row> {
  const given: Identifications = Object.fromEntries(
    fields.filter((field) => field !== 'activeOn').map((field) => [field, slot<string>(field)]),
  );
  const active = fields.includes('activeOn');
  const tenants = identifiedTenants(records)
    .where((eb) => eb.and(tenantConditions(given)))
    .select(['t.id as tenant', sql<null>`null`.as('lease'), sql<null>`null`.as('matches')])
    .limit(TENANTS + 1);
  const pairs = pairsOfTenants(records, given)
    .$if(active, (q) =>
      q.leftJoin('leases as l', (on) => on.onRef('l.id', '=', 'p.lease_id').onRef('l.group_id', '=', 'p.group_id')),
    )
    .select([
      't.id as tenant',
      'p.lease_id as lease',
      (active ? isActiveOn('l', slot<string>('activeOn')) : sql<SqlBool>`true`).as('matches'),
    ])
    .limit(PAIRS + 1);
  return sql<Row>`${union<unknown>([tenants, pairs])}`;
}
