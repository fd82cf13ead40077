import { checkedId, TABLE_OPTIONS } from './table';

/**
 * A lease and its tenants are of one group (decision 18). A pair repeats what a lookup filters its lease by, so that one index
 * finds the tenants for a filter in paging order (docs/develop/plans.md). The cascading key keeps that true for every writer.
 *
 * Plain columns, not generated ones: MySQL takes fifteen times as long to plan a union over a table that has any.
 * MariaDB accepts ON UPDATE CASCADE over a parent's generated columns only together with ON DELETE CASCADE.
 */
export const leaseTenants = `
create table if not exists lease_tenants (
  tenant_id     bigint unsigned not null,
  lease_id      bigint unsigned not null,
  group_id      bigint unsigned not null,
  unit_key      bigint unsigned not null,
  move_in_day   date not null,
  move_in_month mediumint unsigned not null,
  primary key (tenant_id, lease_id),
  key lease_tenants_of_lease (lease_id, group_id, unit_key, move_in_day, move_in_month),
  key lease_tenants_of_group (group_id, tenant_id, move_in_day, unit_key),
  key lease_tenants_of_unit (unit_key, group_id, move_in_day, tenant_id),
  key lease_tenants_by_group_and_day (group_id, move_in_day, tenant_id, unit_key),
  key lease_tenants_by_day (move_in_day, tenant_id, group_id, unit_key),
  key lease_tenants_by_month (move_in_month, tenant_id, group_id, unit_key),
  ${checkedId('tenant_id')},
  constraint lease_tenants_repeat_lease
    foreign key (lease_id, group_id, unit_key, move_in_day, move_in_month)
    references leases (id, group_id, unit_key, move_in_day, move_in_month) on update cascade on delete cascade,
  constraint lease_tenants_tenant_in_group
    foreign key (group_id, tenant_id) references tenants (group_id, id) on delete cascade
) ${TABLE_OPTIONS}`;
