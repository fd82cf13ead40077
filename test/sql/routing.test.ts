import { unrouted } from './routing';

test.each([
  'select `l`.`id` from `leases` as `l` where `l`.`group_id` in (?) and `l`.`id` > ?',
  '(select p.tenant_id as id from lease_tenants as p where p.group_id = ? limit ?) union all (select p.tenant_id as id from lease_tenants as p where p.group_id = ? limit ?)',
  'select c.run, c.id, (c.group_id in (?) and true) as matches from ((select 0 as run, p.tenant_id as id, p.group_id from lease_tenants as p where p.move_in_day = ?)) as c',
  '(select c.run, c.id, (c.group_id in (?) and true) as matches from ((select 0 as run, p.tenant_id as id, p.group_id from lease_tenants as p)) as c ) union all (select -1 as run, f.id from (select p.tenant_id as id from lease_tenants as p where p.group_id in (?) limit ?) as f)',
  'select distinct p.move_in_year as year from lease_tenants as p force index (lease_tenants_by_year) where p.move_in_year > 0',
  'select max(id) as id from `tenants`',
  'select g.id from `groups` as g where g.identifier_key in (?)',
])('%s names its groups', (sql) => expect(unrouted([sql])).toEqual([]));

test.each([
  'select `l`.`id` from `leases` as `l` where `l`.`id` > ?',
  'select `l`.`id` from `leases` as `l` where true',
  '(select p.tenant_id as id from lease_tenants as p where p.group_id = ? limit ?) union all (select p.tenant_id as id from lease_tenants as p where p.move_in_day = ? limit ?)',
  '(select c.run, c.id, (c.group_id in (?) and true) as matches from ((select 0 as run, p.tenant_id as id, p.group_id from lease_tenants as p)) as c ) union all (select -1 as run, f.id from (select p.tenant_id as id from lease_tenants as p limit ?) as f)',
  'select c.run, c.id, (true) as matches from ((select 0 as run, p.tenant_id as id from lease_tenants as p)) as c',
])('%s does not name its groups', (sql) => expect(unrouted([sql])).toHaveLength(1));
