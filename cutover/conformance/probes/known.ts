/** Known records: an answer must have the values that the file gives. */

import { isDeepStrictEqual } from 'node:util';

import { isObject, type Json, type JsonObject } from '../exchange';
import { type Samples, tenantsIn } from '../samples';
import { breaks, holds, judge, type Reply, type Session } from '../session';
import { describeValue, type Table } from '../shape';
import { identifierOf, walk } from '../walk';
import { pageOf } from './tenants';

export async function checkKnownRecords(session: Session, { known, tenants, leases }: Samples): Promise<void> {
  for (const lease of known.leases) {
    const identifier = identifierOf(lease) ?? '';
    const found = await walk(session, 'tenants', { identifier });
    const page = await pageOf(session, 'tenants', found);
    const named = (Array.isArray(lease.tenants) ? lease.tenants : []) as string[];
    const missing = named.filter((name) => !found.identifiers.has(name));
    const clauses = ['4.2-request.identifier', '1.tenants-of-leases', '4.2'];
    judge(session, found.records.length > 0 && missing.length === 0, clauses, page, 'the known tenants of this lease');
    const actual = leases.get(identifier);
    if (actual !== undefined) checkLease(session, lease, actual, page);
  }
  for (const { leases: expected, ...tenant } of known.tenants) {
    const sample = tenants.find(({ identifier }) => identifier === tenant.identifier);
    if (sample === undefined) continue;
    const page = await pageOf(session, 'leases', sample.leases);
    const missing = ((expected ?? []) as string[]).filter((name) => !sample.leases.identifiers.has(name));
    const clauses = ['4.1-request.identifier', '1.leases-of-tenant', '4.1'];
    if (missing.length > 0 && sample.leases.ending !== 'open')
      breaks(session, clauses, page, 'the known leases of this tenant', `${missing.length} are missing`);
    const listed = sample.fields;
    if (Object.keys(listed).length > 0) checkFields(session, '2.3', tenant, listed, page);
  }
}

function checkLease(
  session: Session,
  { tenants, address, ...expected }: JsonObject,
  actual: JsonObject,
  page: Reply,
): void {
  checkFields(session, '2.1', expected, actual, page);
  if (isObject(address)) checkFields(session, '2.4', address, isObject(actual.address) ? actual.address : {}, page);
  if (!Array.isArray(tenants)) return;
  const inside = tenantsIn(actual).map(identifierOf);
  const missing = (tenants as string[]).filter((name) => !inside.includes(name));
  judge(
    session,
    missing.length === 0,
    ['2.1.tenants'],
    page,
    'the known tenants in the lease',
    `${missing.length} are missing`,
  );
}

function checkFields(session: Session, table: Table, expected: JsonObject, actual: JsonObject, page: Reply): void {
  for (const [field, value] of Object.entries(expected)) {
    const clauses = [`${table}.${field}`];
    if (isSame(actual[field], value)) holds(session, ...clauses);
    else breaks(session, clauses, page, `the known value in ${field}`, describeValue(actual[field]));
  }
}

/** Null and a missing field are the same to the contract. */
const isSame = (actual: Json | undefined, expected: Json): boolean => isDeepStrictEqual(actual ?? null, expected);
