/** Finds rows that keys or checks would refuse. A program that switches `foreign_key_checks` off can write them. */

import { type Kysely, sql } from 'kysely';

import { storedEmailKey } from '../../src/db/match-keys';
import { storedPhoneKey } from '../../src/db/phone-key';
import type { Tables } from '../../src/db/tables';
import { KINDS } from '../import/kinds';
import { type Check, countFaults, LARGEST_ID } from './faults';

const REPEATED = ['group_id', 'unit_key', 'move_in_day', 'move_in_month'];

const PAIRS: Check = {
  table: 'leases',
  from: 'lease_tenants as p left join leases as l on l.id = p.lease_id left join tenants as t on t.id = p.tenant_id',
  key: 'p.lease_id',
  faults: {
    'differ from their lease': REPEATED.map((column) => `p.${column} <> l.${column}`).join(' or '),
    'have no lease': 'l.id is null',
    'have no tenant': 't.id is null',
    'have a tenant of another group': 't.group_id <> p.group_id',
  },
};

const LEASES: Check = {
  table: 'leases',
  from: 'leases as l left join units as u on u.id = l.unit_id',
  key: 'l.id',
  faults: {
    'name a unit that is not there': 'l.unit_id is not null and u.id is null',
    'have a unit of another group': 'u.group_id <> l.group_id',
  },
};

interface DriftOptions {
  /** The number of leases that one statement reads. */
  readonly pieceSize?: number;
  readonly onProgress?: (progress: { readonly leases: number; readonly leasesTotal: number }) => void;
}

/**
 * Compares every pair with its lease and its tenant, and every lease with its unit.
 * @returns what is wrong, a phrase each
 */
export async function findDrift(
  db: Kysely<Tables>,
  { pieceSize = 20_000, onProgress }: DriftOptions = {},
): Promise<string[]> {
  const leasesTotal = await count(db, 'leases', 'true');
  let leases = 0;
  const pairs = await countFaults(db, PAIRS, pieceSize, () => {
    leases = Math.min(leases + pieceSize, leasesTotal);
    onProgress?.({ leases, leasesTotal });
  });
  const units = await countFaults(db, LEASES, pieceSize);
  return [
    ...pairs.faults.map(({ phrase, rows }) => `${rows} of ${pairs.total} pairs ${phrase}`),
    ...units.faults.map(({ phrase, rows }) => `${rows} of ${units.total} leases ${phrase}`),
    ...(await largeIds(db)),
    ...(await oldKeys(db)),
  ];
}

async function largeIds(db: Kysely<Tables>): Promise<string[]> {
  const problems: string[] = [];
  for (const table of KINDS) {
    const large = await count(db, table, `id > ${LARGEST_ID}`);
    if (large > 0) problems.push(`${large} of the ${table} have an id above ${LARGEST_ID}`);
  }
  return problems;
}

/** Keys that an earlier schema, or a server with other letters, computed: no lookup finds them (decision 10). */
async function oldKeys(db: Kysely<Tables>): Promise<string[]> {
  const same = `email_key <=> ${storedEmailKey('email_address')} and phone_key <=> ${storedPhoneKey('phone_number')}`;
  const old = await count(db, 'tenants', `not (${same})`);
  return old === 0 ? [] : [`${old} of the tenants have another key than lookups compute`];
}

async function count(db: Kysely<Tables>, table: keyof Tables, where: string): Promise<number> {
  const statement = sql<{ rows: number }>`select count(*) as \`rows\` from ${sql.table(table)} where ${sql.raw(where)}`;
  return (await statement.execute(db)).rows[0]?.rows ?? 0;
}
