import { unrouted } from './routing';

test.each([
  'select `l`.`id` from `leases` as `l` where `l`.`group_id` in (?) and `l`.`id` > ?',
  '(select p.tenant_id as id from lease_tenants as p where p.group_id = ? limit ?) union all (select p.tenant_id as id from lease_tenants as p where p.group_id = ? limit ?)',
  'select (select min(p.tenant_id) as value from lease_tenants as p force index (lease_tenants_by_month) where p.move_in_month = ?) as value_0',
  'select g.id from `groups` as g where g.identifier_key in (?)',
])('%s names its groups', (sql) => expect(unrouted([sql])).toEqual([]));

test.each([
  'select `l`.`id` from `leases` as `l` where `l`.`id` > ?',
  'select `l`.`id` from `leases` as `l` where true',
  '(select p.tenant_id as id from lease_tenants as p where p.group_id = ? limit ?) union all (select p.tenant_id as id from lease_tenants as p where p.move_in_day = ? limit ?)',
  'select (select min(p.tenant_id) as value from lease_tenants as p where p.group_id in (?)) as value_0, (select 1 as value from units as u where u.city_key = ? limit ? offset ?) as value_1',
])('%s does not name its groups', (sql) => expect(unrouted([sql])).toHaveLength(1));
