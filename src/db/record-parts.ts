/** The columns and joins of the parts of leases and tenants. */

import type { SelectQueryBuilder } from 'kysely';

import type { LeaseParts, TenantParts } from '../model/records';
import { ofGroup } from './match-keys';
import { GROUP_COLUMNS, LEASE_COLUMNS, TENANT_COLUMNS, TENANT_OF_LEASE_COLUMNS, UNIT_COLUMNS } from './rows';
import type { Tables } from './tables';
import { joined } from './visible-records';

type LeaseQuery<Row> = SelectQueryBuilder<Tables & { l: Tables['leases'] }, 'l', Row>;

/** A query for leases, with their columns and those of the parts. */
export const leasesWithParts = <Row>(leases: LeaseQuery<Row>, parts: LeaseParts) =>
  leases
    .select(LEASE_COLUMNS)
    .$if(parts.group, (q) => q.innerJoin('groups as g', 'g.id', 'l.group_id').select(GROUP_COLUMNS))
    .$if(parts.unit, (q) =>
      q
        .leftJoin('units as u', (on) => on.onRef('u.id', '=', 'l.unit_id').on(ofGroup('u.group_id', 'l.group_id')))
        .select(UNIT_COLUMNS),
    )
    .$if(parts.tenants, (q) =>
      q
        .leftJoin(joined('lease_tenants as lp', 'lease_tenants_of_lease'), (on) =>
          on.onRef('lp.lease_id', '=', 'l.id').onRef('lp.group_id', '=', 'l.group_id'),
        )
        .leftJoin('tenants as lt', (on) =>
          on.onRef('lt.id', '=', 'lp.tenant_id').on(ofGroup('lt.group_id', 'lp.group_id')),
        )
        .select(TENANT_OF_LEASE_COLUMNS),
    );

/** What the text of a query for these parts depends on. */
export const kindOfLease = ({ group, unit, tenants }: LeaseParts): string => [group, unit, tenants].join();

type TenantQuery = SelectQueryBuilder<Tables & { t: Tables['tenants'] }, 't', object>;

/** A query for tenants, with their columns and those of the parts. */
export const tenantsWithParts = (tenants: TenantQuery, parts: TenantParts) =>
  tenants
    .select(TENANT_COLUMNS)
    .$if(parts.group, (q) => q.innerJoin('groups as g', 'g.id', 't.group_id').select(GROUP_COLUMNS));

/** What the text of a query for these parts depends on. */
export const kindOfTenant = ({ group }: TenantParts): string => String(group);
