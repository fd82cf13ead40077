import { createConnection, type RowDataPacket } from 'mysql2/promise';

import type { DatabaseAddress } from '../../src/config/setting-values';
import { groupIdentifier, groupNumbers } from '../scale/callers';
import { FIRST_YEAR, worldSize } from '../scale/facts';
import type { Subjects } from './cases';

/** The ten groups of the caller: the third of the world, to which the landlord belongs, and nine others. */
export function callerGroups(leases: number): string[] {
  const [, ...others] = groupNumbers('10 groups', worldSize(leases)) ?? [];
  return [0, ...others].map(groupIdentifier);
}

/** Chooses the same values from a world in every run. */
export async function findSubjects(address: DatabaseAddress, leases: number): Promise<Subjects> {
  const { host, port, user, password, database } = address;
  const connection = await createConnection({ host, port, user, password: password.reveal(), database });
  try {
    const [rows] = await connection.query<RowDataPacket[]>(SOMEONE, [callerGroups(leases)]);
    const emailAddress: unknown = rows[0]?.email_address;
    if (typeof emailAddress !== 'string') throw new Error('The world has no tenant with one lease.');
    return { emailAddress, landlord: 'tenant-0', minMoveInDate: `${FIRST_YEAR + 3}-01-01` };
  } finally {
    await connection.end();
  }
}

/** A tenant with one lease, one co-tenant, and a unique e-mail address. */
const SOMEONE = `
  select t.email_address from tenants as t join lease_tenants as p on p.tenant_id = t.id join leases as l on l.id = p.lease_id
  where l.unit_id is not null and t.group_id in (select id from \`groups\` where identifier in (?))
    and (select count(*) from lease_tenants as o where o.tenant_id = t.id) = 1
    and (select count(*) from lease_tenants as o where o.lease_id = l.id) = 2
    and (select count(*) from tenants as o where o.email_key = t.email_key) = 1
  order by t.id limit 1`;
