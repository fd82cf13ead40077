import { checkedId, TABLE_OPTIONS } from './table';

/** A lease and its tenants are of one group (decision 18). */
export const leaseTenants = `
create table if not exists lease_tenants (
  tenant_id bigint unsigned not null,
  lease_id  bigint unsigned not null,
  group_id  bigint unsigned not null,
  primary key (tenant_id, lease_id),
  key lease_tenants_of_lease (lease_id, group_id, tenant_id),
  key lease_tenants_of_tenant (tenant_id, group_id, lease_id),
  key lease_tenants_of_group (group_id, tenant_id),
  ${checkedId('tenant_id')},
  ${checkedId('lease_id')},
  constraint lease_tenants_lease_in_group foreign key (lease_id, group_id) references leases (id, group_id) on delete cascade,
  constraint lease_tenants_tenant_in_group foreign key (tenant_id, group_id) references tenants (id, group_id) on delete cascade
) ${TABLE_OPTIONS}`;
