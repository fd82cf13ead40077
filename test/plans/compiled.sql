as c;

as c
  left join leases as l on l.id = c.lease_id and l.group_id + 0 = c.group_id;

as c
  left join units as u on u.id = c.unit_key and u.group_id + 0 = c.group_id;

begin;

commit;

explain format = traditional ((select 1 as one
  from lease_tenants as p use index (lease_tenants_by_day)
  where true and p.move_in_day between ? and ?;

explain format = traditional ((select 1 as one
  from lease_tenants as p use index (lease_tenants_by_group_and_day)
  where p.group_id in (…) and p.move_in_day between ? and ?;

explain format = traditional ((select 1 as one
  from lease_tenants as p use index (lease_tenants_of_group)
  where p.group_id in (…;

explain format = traditional ((select 1 as one
  from lease_tenants as p use index (primary)
  where true;

explain format = traditional ((select 1 as one
  from tenants as t
  where t.group_id in (…;

explain format = traditional ((select 1 as one
  from tenants as t
  where true;

explain format = traditional ((select 1 as one
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?;

explain format = traditional ((select 1 as one
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin;

explain format = traditional ((select 1 as one
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.phone_key = ?;

explain format = traditional ((select 1 as one
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin;

explain format = traditional ((select 1 as one
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and t.external_ref_key = cast(? as binary;

explain format = traditional ((select 1 as one
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and t.phone_key = ?;

explain format = traditional ((select 1 as one
  from tenants as t ignore index (primary, tenants_of_group)
  where true and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?;

explain format = traditional ((select 1 as one
  from tenants as t ignore index (primary, tenants_of_group)
  where true and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin;

explain format = traditional ((select 1 as one
  from tenants as t ignore index (primary, tenants_of_group)
  where true and t.phone_key = ?;

select # as run, l.id as id, (( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null) as matches
  from leases as l force index (leases_of_group)
  where l.group_id = ? and l.id <= ? and l.id >= ?
  order by l.id desc limit ?);

select # as run, l.id as id, (( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null) as matches
  from leases as l force index (leases_of_group)
  where l.group_id = ? and l.id >= ?
  order by l.id asc limit ?);

select # as run, l.id as id, (( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null) as matches
  from leases as l force index (leases_of_group)
  where l.group_id = ? and l.id <= ? and l.id >= ?
  order by l.id desc limit ?);

select # as run, l.id as id, (( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null) as matches
  from leases as l force index (leases_of_group)
  where l.group_id = ? and l.id >= ?
  order by l.id asc limit ?);

select # as run, l.id as id, (l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null) as matches
  from leases as l force index (leases_by_end_month)
  where l.end_month = ? and l.id >= ? and l.id <= ?
  order by l.id asc limit ?);

select # as run, l.id as id, (l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null) as matches
  from leases as l force index (leases_by_end_month)
  where l.end_month = ? and l.id >= ? and l.id <= ?
  order by l.id asc limit ?);

select # as run, l.id as id, (l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null) as matches
  from leases as l force index (leases_by_start_month)
  where l.start_month = ? and l.id <= ? and l.id >= ?
  order by l.id desc limit ?);

select # as run, l.id as id, (l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null) as matches
  from leases as l force index (leases_of_group)
  where l.group_id = ? and l.id <= ? and l.id >= ?
  order by l.id desc limit ?);

select # as run, l.id as id, (l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null) as matches
  from leases as l force index (leases_of_group)
  where l.group_id = ? and l.id >= ?
  order by l.id asc limit ?);

select # as run, l.id as id, (l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null) as matches
  from leases as l force index (leases_of_group)
  where l.group_id = ? and l.id <= ? and l.id >= ?
  order by l.id desc limit ?);

select # as run, l.id as id, (l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null) as matches
  from leases as l force index (leases_of_group)
  where l.group_id = ? and l.id >= ?
  order by l.id asc limit ?);

select # as run, l.id as id, (l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null) as matches
  from leases as l force index (leases_by_end_month)
  where l.end_month = ? and l.id >= ? and l.id <= ?
  order by l.id asc limit ?);

select # as run, l.id as id, (l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null) as matches
  from leases as l force index (leases_by_start_month)
  where l.start_month = ? and l.id <= ? and l.id >= ?
  order by l.id desc limit ?);

select # as run, l.id as id, l.group_id, l.start_date, l.end_date
  from leases as l force index (leases_by_end_month)
  where l.end_month = ? and l.id <= ? and l.id >= ?
  order by l.id desc limit ?;

select # as run, l.id as id, l.group_id, l.start_date, l.end_date
  from leases as l force index (leases_by_end_month)
  where l.end_month = ? and l.id >= ?
  order by l.id asc limit ?;

select # as run, l.id as id, l.group_id, l.start_date, l.end_date
  from leases as l force index (leases_by_end_month)
  where l.end_month = ? and l.id >= ? and l.id <= ?
  order by l.id asc limit ?;

select # as run, l.id as id, l.group_id, l.start_date, l.end_date
  from leases as l force index (leases_by_start_month)
  where l.start_month = ? and l.id <= ? and l.id >= ?
  order by l.id desc limit ?;

select # as run, l.id as id, l.group_id, l.start_date, l.end_date
  from leases as l force index (leases_by_start_month)
  where l.start_month = ? and l.id >= ?
  order by l.id asc limit ?;

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  where p.move_in_day = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  where p.move_in_day = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?);

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  where p.move_in_day = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  where p.move_in_day = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  where p.move_in_day = ? and p.tenant_id >= ? and p.tenant_id <= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_month)
  where p.move_in_month = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_month)
  where p.move_in_month = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?);

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_month)
  where p.move_in_month = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_month)
  where p.move_in_month = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_month)
  where p.move_in_month = ? and p.tenant_id >= ? and p.tenant_id <= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_month)
  where p.move_in_month = ? and p.tenant_id >= ? and p.tenant_id <= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?);

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year = ? and p.tenant_id >= ? and p.tenant_id <= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year = ? and p.tenant_id >= ? and p.tenant_id <= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year between ? and ? and not p.move_in_year in (…) and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?);

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year between ? and ? and not p.move_in_year in (…) and p.tenant_id >= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?);

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id = ? and p.tenant_id >= ? and p.tenant_id <= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id, (p.move_in_day between ? and ? and u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?);

select # as run, p.tenant_id as id, (p.move_in_day between ? and ? and u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id, (p.move_in_day between ? and ? and u.<text> = trim(?) and u.<text> = trim(?)) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?);

select # as run, p.tenant_id as id, (p.move_in_day between ? and ? and u.<text> = trim(?) and u.<text> = trim(?)) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id, (p.move_in_day between ? and ? and u.<text> = trim(?)) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?);

select # as run, p.tenant_id as id, (p.move_in_day between ? and ? and u.<text> = trim(?)) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id, (p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?);

select # as run, p.tenant_id as id, (p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id, (p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?);

select # as run, p.tenant_id as id, (p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id, (p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?);

select # as run, p.tenant_id as id, (p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id, (p.move_in_day between ? and ?) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id, (p.move_in_day between ? and ?) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id, (u.<text> = trim(?) and u.<text> = trim(?)) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?);

select # as run, p.tenant_id as id, (u.<text> = trim(?) and u.<text> = trim(?)) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id, (u.<text> = trim(?)) as matches
  from lease_tenants as p force index (lease_tenants_by_day)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.move_in_day = ? and p.tenant_id >= ? and p.tenant_id <= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id, (u.<text> = trim(?)) as matches
  from lease_tenants as p force index (lease_tenants_by_month)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.move_in_month = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?);

select # as run, p.tenant_id as id, (u.<text> = trim(?)) as matches
  from lease_tenants as p force index (lease_tenants_by_month)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.move_in_month = ? and p.tenant_id >= ? and p.tenant_id <= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id, (u.<text> = trim(?)) as matches
  from lease_tenants as p force index (lease_tenants_by_year)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.move_in_year = ? and p.tenant_id >= ? and p.tenant_id <= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id, (u.<text> = trim(?)) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?);

select # as run, p.tenant_id as id, (u.<text> = trim(?)) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id, (u.<text> = trim(?)) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id >= ? and p.tenant_id <= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id, (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?);

select # as run, p.tenant_id as id, (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) as matches
  from lease_tenants as p force index (lease_tenants_of_group)
  left join units as u on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?);

select # as run, p.tenant_id as id, p.group_id
  from lease_tenants as p force index (lease_tenants_by_day)
  where p.move_in_day = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id, p.group_id
  from lease_tenants as p force index (lease_tenants_by_day)
  where p.move_in_day = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id, p.group_id
  from lease_tenants as p force index (lease_tenants_by_month)
  where p.move_in_month = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id, p.group_id
  from lease_tenants as p force index (lease_tenants_by_month)
  where p.move_in_month = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id, p.group_id
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id, p.group_id
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id, p.group_id
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year between ? and ? and not p.move_in_year in (…) and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id, p.group_id
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year between ? and ? and not p.move_in_year in (…) and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.move_in_day
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.move_in_day
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.move_in_day, p.unit_key
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.move_in_day, p.unit_key
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_by_day)
  where p.move_in_day = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_by_day)
  where p.move_in_day = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_by_day)
  where p.move_in_day = ? and p.tenant_id >= ? and p.tenant_id <= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_by_month)
  where p.move_in_month = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_by_month)
  where p.move_in_month = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_by_month)
  where p.move_in_month = ? and p.tenant_id >= ? and p.tenant_id <= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year = ? and p.tenant_id >= ? and p.tenant_id <= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year between ? and ? and not p.move_in_year in (…) and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year between ? and ? and not p.move_in_year in (…) and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id = ? and p.tenant_id <= ? and p.tenant_id >= ?
  order by p.tenant_id desc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id = ? and p.tenant_id >= ?
  order by p.tenant_id asc limit ?;

select # as run, p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id = ? and p.tenant_id >= ? and p.tenant_id <= ?
  order by p.tenant_id asc limit ?;

select # as run, w.id as found, t.id, t.identifier, t.external_ref, t.email_address, t.phone_number, t.first_name, t.last_name, t.active, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref from;

select -# as run, p.tenant_id as found, null as no_0, null as no_1, null as no_2, null as no_3, null as no_4, null as no_5, null as no_6, null as no_7, null as no_8, null as no_9, null as no_10
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  where p.group_id in (…) and p.move_in_day between ? and ? limit ?);

select -# as run, p.tenant_id as found, null as no_0, null as no_1, null as no_2, null as no_3, null as no_4, null as no_5, null as no_6, null as no_7, null as no_8, null as no_9, null as no_10
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) limit ?);

select -# as run, p.tenant_id as id, 1 as matches
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  where p.group_id in (…) and p.move_in_day between ? and ? limit ?);

select 1
  from lease_tenants as p;

select 1
  from leases as l);

select 1
  from tenants as t;

select 1
  from units as u;

select 1 as one
  from lease_tenants as p use index (lease_tenants_of_group)
  where p.group_id in (…;

select 1 as one
  from leases as l use index (leases_by_end_month)
  where l.group_id in (…) and l.end_month >= ?;

select 1 as one
  from leases as l use index (leases_by_end_month)
  where true and l.end_month >= ?;

select 1 as one
  from leases as l use index (leases_by_start_month)
  where l.group_id in (…) and l.start_month <= ?;

select 1 as one
  from leases as l use index (leases_by_start_month)
  where true and l.start_month <= ?;

select 1 as one
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin;

select 1 as one
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and t.external_ref_key = cast(? as binary;

select 1 as one
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and t.phone_key = ?;

select 1 as one
  from tenants as t ignore index (primary, tenants_of_group)
  where true and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin;

select 1 as one
  from tenants as t ignore index (primary, tenants_of_group)
  where true and t.phone_key = ?;

select 1 as one
  from units as u use index (units_<text>)
  where true and u.<text> = trim(?;

select 1 as one
  from units as u use index (units_<text>)
  where u.group_id in (…) and u.<text> = trim(?;

select 1 as one
  from units as u use index (units_latitude)
  where true and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001;

select 1 as one
  from units as u use index (units_latitude)
  where u.group_id in (…) and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001;

select 1 as one
  from units as u use index (units_longitude)
  where true and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001;

select 1 as one
  from units as u use index (units_longitude)
  where u.group_id in (…) and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001;

select c.run, c.id, (c.group_id in (…) and c.move_in_day between ? and ? and u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) as matches from;

select c.run, c.id, (c.group_id in (…) and c.move_in_day between ? and ? and u.<text> = trim(?) and u.<text> = trim(?)) as matches from;

select c.run, c.id, (c.group_id in (…) and c.move_in_day between ? and ? and u.<text> = trim(?)) as matches from;

select c.run, c.id, (c.group_id in (…) and c.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) as matches from;

select c.run, c.id, (c.group_id in (…) and c.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) as matches from;

select c.run, c.id, (c.group_id in (…) and c.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) as matches from;

select c.run, c.id, (c.group_id in (…) and c.move_in_day between ? and ?) as matches from;

select c.run, c.id, (c.group_id in (…) and c.start_date < ? and c.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = c.id and p.group_id = c.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null) as matches from;

select c.run, c.id, (c.group_id in (…) and c.start_date < ? and c.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = c.id and p.group_id = c.group_id and t.phone_key = ? limit 1) is not null) as matches from;

select c.run, c.id, (c.group_id in (…) and true) as matches from;

select c.run, c.id, (c.group_id in (…) and u.<text> = trim(?) and u.<text> = trim(?)) as matches from;

select c.run, c.id, (c.group_id in (…) and u.<text> = trim(?)) as matches from;

select c.run, c.id, (true and c.start_date < ? and c.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = c.id and p.group_id = c.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null) as matches from;

select c.run, c.id, (true and c.start_date < ? and c.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = c.id and p.group_id = c.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null) as matches from;

select c.run, c.id, (true and c.start_date < ? and c.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = c.id and p.group_id = c.group_id and t.phone_key = ? limit 1) is not null) as matches from;

select c.run, c.id, (true and u.<text> = trim(?)) as matches from;

select count(*) as looked_at, count(distinct c.id) as total from;

select count(*) as looked_at, count(distinct case when l.start_date < ? and l.end_date > ? then c.id end) as total from;

select count(*) as looked_at, count(distinct case when u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?) then c.id end) as total from;

select count(*) as looked_at, count(distinct case when u.<text> = trim(?) and u.<text> = trim(?) then c.id end) as total from;

select count(*) as looked_at, count(distinct case when u.<text> = trim(?) then c.id end) as total from;

select count(*) as looked_at, count(distinct case when u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 then c.id end) as total from;

select count(*) as looked_at, count(distinct case when u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 then c.id end) as total from;

select count(*) as looked_at, count(distinct case when u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 then c.id end) as total from;

select distinct p.move_in_year as year
  from lease_tenants as p force index (lease_tenants_by_year)
  where p.move_in_year > 0;

select g.id
  from groups as g
  where g.external_ref_key = cast(? as binary) and g.id in (…);

select g.id
  from groups as g
  where g.external_ref_key = cast(? as binary) and true;

select g.id
  from groups as g
  where g.identifier_key = cast(? as binary) and g.id in (…);

select g.id
  from groups as g
  where g.identifier_key = cast(? as binary) and true;

select g.id
  from groups as g
  where g.identifier_key in (…);

select g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref
  from groups as g
  where g.id in (…) and g.id in (…);

select g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref
  from groups as g
  where true and g.id in (…);

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id > ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id > ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (leases_of_group)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where l.group_id in (…) and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.identifier_key = cast(? as binary) limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id > ? and l.id < ? group by l.id
  order by l.id desc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id asc limit ?;

select l.id as id
  from leases as l force index (primary)
  where true and l.start_date < ? and l.end_date > ? and ( select straight_join 1
  from lease_tenants as p force index (lease_tenants_of_lease) join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id + 0 = p.group_id
  where p.lease_id = l.id and p.group_id = l.group_id and t.phone_key = ? limit 1) is not null and l.id > ? group by l.id
  order by l.id desc limit ?;

select l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from leases as l force index (primary)
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where l.group_id in (…) and l.id in (…) limit ?;

select l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from leases as l force index (primary)
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true and l.id in (…) limit ?;

select max(id) as id
  from groups;

select max(id) as id
  from leases;

select max(id) as id
  from tenants;

select min(l.end_month) as month
  from leases as l
  where l.end_month between ? and ?;

select min(l.start_month) as month
  from leases as l
  where l.start_month between ? and ?;

select p.group_id, max(p.tenant_id) as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.tenant_id <= ? group by p.group_id;

select p.group_id, min(p.tenant_id) as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.tenant_id >= ? group by p.group_id;

select p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  where true and p.move_in_day between ? and ? limit ? offset ?;

select p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id < ? limit ?;

select p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id > ? limit ?;

select p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  where p.group_id in (…) and p.move_in_day between ? and ? limit ? offset ?;

select p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.tenant_id < ? limit ?;

select p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.tenant_id > ? limit ?;

select p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) limit ? offset ?;

select p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_lease)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and l.identifier_key = cast(? as binary) and u.<text> = trim(?);

select p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_lease)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and l.identifier_key = cast(? as binary) and u.<text> = trim(?);

select p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_lease)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and l.identifier_key = cast(? as binary);

select p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_lease)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and l.identifier_key = cast(? as binary) and p.move_in_day between ? and ?;

select p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_lease)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and l.identifier_key = cast(? as binary);

select p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_lease)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and l.identifier_key = cast(? as binary) and p.move_in_day between ? and ?;

select p.tenant_id as id
  from lease_tenants as p force index (primary)
  where true limit ? offset ?;

select p.tenant_id as id, p.group_id
  from lease_tenants as p force index (lease_tenants_by_day)
  where true and p.move_in_day between ? and ? limit ?;

select p.tenant_id as id, p.group_id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  where p.group_id in (…) and p.move_in_day between ? and ? limit ?;

select p.tenant_id as id, p.group_id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) limit ?;

select p.tenant_id as id, p.group_id
  from lease_tenants as p force index (primary)
  where true limit ?;

select p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_by_day)
  where true and p.move_in_day between ? and ? limit ?;

select p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  where p.group_id in (…) and p.move_in_day between ? and ? limit ?;

select p.tenant_id as id, p.group_id, p.unit_key
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and l.start_date < ? and l.end_date > ? and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and l.start_date < ? and l.end_date > ? and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and l.start_date < ? and l.end_date > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) and l.start_date < ? and l.end_date > ? and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) and l.start_date < ? and l.end_date > ? and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) and l.start_date < ? and l.end_date > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.phone_key = ?) and l.start_date < ? and l.end_date > ? and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.phone_key = ?) and l.start_date < ? and l.end_date > ? and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.phone_key = ?) and l.start_date < ? and l.end_date > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and l.start_date < ? and l.end_date > ? and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and l.start_date < ? and l.end_date > ? and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and l.start_date < ? and l.end_date > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and t.external_ref_key = cast(? as binary) and l.start_date < ? and l.end_date > ? and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and t.external_ref_key = cast(? as binary) and l.start_date < ? and l.end_date > ? and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and t.phone_key = ? and l.start_date < ? and l.end_date > ? and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and t.phone_key = ? and l.start_date < ? and l.end_date > ? and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where t.group_id in (…) and t.phone_key = ? and l.start_date < ? and l.end_date > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and l.start_date < ? and l.end_date > ? and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and l.start_date < ? and l.end_date > ? and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and l.start_date < ? and l.end_date > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and l.start_date < ? and l.end_date > ? and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and l.start_date < ? and l.end_date > ? and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and l.start_date < ? and l.end_date > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and t.phone_key = ? and l.start_date < ? and l.end_date > ? and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and t.phone_key = ? and l.start_date < ? and l.end_date > ? and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and t.phone_key = ? and l.start_date < ? and l.end_date > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.phone_key = ?) and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.phone_key = ?) and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.phone_key = ?) limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.external_ref_key = cast(? as binary) and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.phone_key = ? and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.phone_key = ? and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.phone_key = ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.phone_key = ? and p.lease_id < ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.phone_key = ? and p.lease_id > ? limit ?;

select straight_join p.lease_id as id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.phone_key = ? limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.phone_key = ?) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.phone_key = ?) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary)) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.phone_key = ?) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.external_ref_key = cast(? as binary) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.identifier_key = cast(? as binary) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.phone_key = ? limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and (t.identifier_key = cast(? as binary) and t.phone_key = ?) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.identifier_key = cast(? as binary) limit ?;

select straight_join p.lease_id as id, p.lease_id, p.group_id
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.phone_key = ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_by_group_and_day)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (lease_tenants_of_group)
  where p.group_id in (…) group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.<text> = trim(?) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where p.group_id in (…) and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.<text> = trim(?) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and p.move_in_day between ? and ? and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.<text> = trim(?) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.<text> = trim(?) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.<text> = trim(?) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.<text> = trim(?) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  inner join units as u force index (primary) on u.id = p.unit_key and u.group_id + 0 = p.group_id
  where true and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where p.group_id in (…) and p.move_in_day between ? and ? and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where p.group_id in (…) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where p.group_id in (…) and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where p.group_id in (…) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where p.group_id in (…) and p.tenant_id > ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where p.group_id in (…) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where p.group_id in (…) and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where true and p.move_in_day between ? and ? and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where true and p.move_in_day between ? and ? and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where true and p.tenant_id < ? group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where true and p.tenant_id > ? group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where true group by p.tenant_id
  order by p.tenant_id asc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from lease_tenants as p force index (primary)
  where true group by p.tenant_id
  order by p.tenant_id desc limit ?) as w
  left join tenants as t force index (primary) on t.id = w.id and true
  left join groups as g on g.id = t.group_id;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.move_in_day between ? and ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.move_in_day between ? and ? and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.move_in_day between ? and ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?)) and p.move_in_day between ? and ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?)) and p.move_in_day between ? and ? and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?)) and p.move_in_day between ? and ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.<text> = trim(?) and u.<text> = trim(?)) limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.<text> = trim(?) and p.move_in_day between ? and ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.<text> = trim(?) and p.move_in_day between ? and ? and p.tenant_id > ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.<text> = trim(?) and p.move_in_day between ? and ? and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.<text> = trim(?) and p.move_in_day between ? and ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.<text> = trim(?) and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.<text> = trim(?) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.<text> = trim(?) limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.move_in_day between ? and ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.move_in_day between ? and ? and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and (u.<text> = trim(?) and u.<text> = trim(?) and u.<text> = trim(?)) and p.move_in_day between ? and ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and (u.<text> = trim(?) and u.<text> = trim(?)) and p.move_in_day between ? and ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and (u.<text> = trim(?) and u.<text> = trim(?)) and p.move_in_day between ? and ? and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and (u.<text> = trim(?) and u.<text> = trim(?)) and p.move_in_day between ? and ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and (u.<text> = trim(?) and u.<text> = trim(?)) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and (u.<text> = trim(?) and u.<text> = trim(?)) limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and u.<text> = trim(?) and p.move_in_day between ? and ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and u.<text> = trim(?) and p.move_in_day between ? and ? and p.tenant_id > ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and u.<text> = trim(?) and p.move_in_day between ? and ? and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and u.<text> = trim(?) and p.move_in_day between ? and ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and u.<text> = trim(?) and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and u.<text> = trim(?) and p.tenant_id > ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and u.<text> = trim(?) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_<text>)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and u.<text> = trim(?) limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.move_in_day between ? and ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.move_in_day between ? and ? and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.move_in_day between ? and ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.move_in_day between ? and ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.move_in_day between ? and ? and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.move_in_day between ? and ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.move_in_day between ? and ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.move_in_day between ? and ? and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.move_in_day between ? and ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.move_in_day between ? and ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_latitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.move_in_day between ? and ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.move_in_day between ? and ? and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.move_in_day between ? and ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.move_in_day between ? and ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.move_in_day between ? and ? and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.move_in_day between ? and ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where true and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.move_in_day between ? and ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.move_in_day between ? and ? and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and (u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001) and p.move_in_day between ? and ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.move_in_day between ? and ? and p.tenant_id < ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.move_in_day between ? and ? and p.tenant_id > ? limit ?;

select straight_join p.tenant_id as id
  from units as u force index (units_longitude)
  inner join lease_tenants as p force index (lease_tenants_of_unit) on p.unit_key = u.id and p.group_id = u.group_id
  where u.group_id in (…) and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 and p.move_in_day between ? and ? limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary)) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and t.external_ref_key = cast(? as binary) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and t.identifier_key = cast(? as binary) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and t.phone_key = ? limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true and (t.identifier_key = cast(? as binary) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true and t.identifier_key = cast(? as binary) limit ?;

select straight_join p.tenant_id as matching_tenant, l.start_date < ? and l.end_date > ? as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true and t.phone_key = ? limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary)) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and t.external_ref_key = cast(? as binary) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and t.identifier_key = cast(? as binary) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where t.group_id in (…) and t.phone_key = ? limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true and (t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true and (t.identifier_key = cast(? as binary) and t.phone_key = ?) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true and t.identifier_key = cast(? as binary) limit ?;

select straight_join p.tenant_id as matching_tenant, true as matches, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active
  from tenants as t ignore index (primary, tenants_of_group)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  inner join leases as l force index (primary) on l.id = p.lease_id and l.group_id + 0 = p.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true and t.phone_key = ? limit ?;

select straight_join p.tenant_id, p.lease_id
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…) and l.start_date < ? and l.end_date > ? limit ?;

select straight_join p.tenant_id, p.lease_id
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…) limit ?;

select straight_join p.tenant_id, p.lease_id
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…) and l.start_date < ? and l.end_date > ? limit ?;

select straight_join p.tenant_id, p.lease_id
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…) limit ?;

select straight_join p.tenant_id, p.lease_id, (l.start_date < ? and l.end_date > ?) as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…)
  order by p.tenant_id asc, p.lease_id asc limit ?;

select straight_join p.tenant_id, p.lease_id, (l.start_date < ? and l.end_date > ?) as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…)
  order by p.tenant_id desc, p.lease_id desc limit ?;

select straight_join p.tenant_id, p.lease_id, (l.start_date < ? and l.end_date > ?) as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…) and p.lease_id > ?
  order by p.tenant_id asc, p.lease_id asc limit ?;

select straight_join p.tenant_id, p.lease_id, (l.start_date < ? and l.end_date > ?) as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…)
  order by p.tenant_id asc, p.lease_id asc limit ?;

select straight_join p.tenant_id, p.lease_id, (l.start_date < ? and l.end_date > ?) as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…)
  order by p.tenant_id desc, p.lease_id desc limit ?;

select straight_join p.tenant_id, p.lease_id, (l.start_date < ? and l.end_date > ?) as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…) and p.lease_id > ?
  order by p.tenant_id asc, p.lease_id asc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…)
  order by p.tenant_id asc, p.lease_id asc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…)
  order by p.tenant_id asc, p.lease_id asc limit ?);

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…)
  order by p.tenant_id desc, p.lease_id desc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…)
  order by p.tenant_id desc, p.lease_id desc limit ?);

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…) and l.start_date < ? and l.end_date > ?
  order by p.tenant_id asc, p.lease_id asc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…) and l.start_date < ? and l.end_date > ?
  order by p.tenant_id asc, p.lease_id asc limit ?);

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…) and l.start_date < ? and l.end_date > ?
  order by p.tenant_id desc, p.lease_id desc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…) and l.start_date < ? and l.end_date > ?
  order by p.tenant_id desc, p.lease_id desc limit ?);

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…) and p.lease_id < ?
  order by p.tenant_id desc, p.lease_id desc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…) and p.lease_id < ?
  order by p.tenant_id desc, p.lease_id desc limit ?);

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…) and p.lease_id < ? and l.start_date < ? and l.end_date > ?
  order by p.tenant_id desc, p.lease_id desc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…) and p.lease_id < ? and l.start_date < ? and l.end_date > ?
  order by p.tenant_id desc, p.lease_id desc limit ?);

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…) and p.lease_id > ?
  order by p.tenant_id asc, p.lease_id asc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…) and p.lease_id > ?
  order by p.tenant_id asc, p.lease_id asc limit ?);

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…) and p.lease_id > ? and l.start_date < ? and l.end_date > ?
  order by p.tenant_id asc, p.lease_id asc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where p.group_id in (…) and p.tenant_id in (…) and p.lease_id > ? and l.start_date < ? and l.end_date > ?
  order by p.tenant_id asc, p.lease_id asc limit ?);

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…)
  order by p.tenant_id asc, p.lease_id asc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…)
  order by p.tenant_id desc, p.lease_id desc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…)
  order by p.tenant_id desc, p.lease_id desc limit ?);

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…) and l.start_date < ? and l.end_date > ?
  order by p.tenant_id asc, p.lease_id asc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…) and l.start_date < ? and l.end_date > ?
  order by p.tenant_id asc, p.lease_id asc limit ?);

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…) and l.start_date < ? and l.end_date > ?
  order by p.tenant_id desc, p.lease_id desc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…) and l.start_date < ? and l.end_date > ?
  order by p.tenant_id desc, p.lease_id desc limit ?);

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…) and p.lease_id < ? and l.start_date < ? and l.end_date > ?
  order by p.tenant_id desc, p.lease_id desc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…) and p.lease_id < ? and l.start_date < ? and l.end_date > ?
  order by p.tenant_id desc, p.lease_id desc limit ?);

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…) and p.lease_id > ?
  order by p.tenant_id asc, p.lease_id asc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…) and p.lease_id > ?
  order by p.tenant_id asc, p.lease_id asc limit ?);

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…) and p.lease_id > ? and l.start_date < ? and l.end_date > ?
  order by p.tenant_id asc, p.lease_id asc limit ?;

select straight_join p.tenant_id, p.lease_id, 1 as matches
  from lease_tenants as p force index (primary)
  inner join leases as l on l.id = p.lease_id and l.group_id + 0 = p.group_id
  where true and p.tenant_id in (…) and p.lease_id > ? and l.start_date < ? and l.end_date > ?
  order by p.tenant_id asc, p.lease_id asc limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?)
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?)
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?)
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?)
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?)
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?)
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)))
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)))
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?)
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?)
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)))
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)))
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.phone_key = ?)
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.phone_key = ?)
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.phone_key = ?) and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.phone_key = ?) and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary))
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary))
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary)) and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary)) and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and t.identifier_key = cast(? as binary)
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and t.identifier_key = cast(? as binary)
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and t.identifier_key = cast(? as binary) and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where t.group_id in (…) and t.id = ? and t.identifier_key = cast(? as binary) and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where w.group_id in (…) limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and (t.identifier_key = cast(? as binary) and t.phone_key = ?)
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and (t.identifier_key = cast(? as binary) and t.phone_key = ?)
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and (t.identifier_key = cast(? as binary) and t.phone_key = ?) and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and (t.identifier_key = cast(? as binary) and t.phone_key = ?) and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.phone_key = ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.phone_key = ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.phone_key = ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.phone_key = ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.phone_key = ? and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.phone_key = ? and p.lease_id < ?
  order by p.lease_id desc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?);

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.phone_key = ? and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?;

select straight_join p.tenant_id, p.lease_id, p.group_id
  from tenants as t force index (primary)
  inner join lease_tenants as p force index (primary) on p.tenant_id = t.id and p.group_id = t.group_id
  where true and t.id = ? and t.phone_key = ? and p.lease_id > ?
  order by p.lease_id asc limit ?) as w
  inner join leases as l force index (primary) on l.id = w.lease_id and l.group_id + 0 = w.group_id
  inner join groups as g on g.id = l.group_id
  left join units as u on u.id = l.unit_id and u.group_id + 0 = l.group_id
  left join lease_tenants as lp force index (lease_tenants_of_lease) on lp.lease_id = l.id and lp.group_id = l.group_id
  left join tenants as lt on lt.id = lp.tenant_id and lt.group_id + 0 = lp.group_id
  where true limit ?);

select straight_join w.tenant_id as matching_tenant, (select group_concat(i.id) from;

select t.id
  from tenants as t force index (primary)
  where t.group_id in (…) and t.id in (…))) as w
  left join tenants as t force index (primary) on t.id = w.id and t.group_id in (…)
  left join groups as g on g.id = t.group_id;

select t.id
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?) as i) as matching, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active from;

select t.id
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?) as i) as matching, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active from;

select t.id
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?) as i) as matching, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active from;

select t.id
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?) as i) as matching, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active from;

select t.id
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?) as i) as matching, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active from;

select t.id
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.phone_key = ?) limit ?) as i) as matching, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active from;

select t.id
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary)) limit ?) as i) as matching, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active from;

select t.id
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit ?) as i) as matching, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active from;

select t.id
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and t.identifier_key = cast(? as binary) limit ?) as i) as matching, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active from;

select t.id
  from tenants as t ignore index (primary, tenants_of_group)
  where true and (t.identifier_key = cast(? as binary) and t.phone_key = ?) limit ?) as i) as matching, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active from;

select t.id
  from tenants as t ignore index (primary, tenants_of_group)
  where true and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit ?) as i) as matching, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active from;

select t.id
  from tenants as t ignore index (primary, tenants_of_group)
  where true and t.phone_key = ? limit ?) as i) as matching, l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref, u.identifier as unit_identifier, u.external_ref as unit_external_ref, u.unit_number, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.<text>, u.latitude, u.longitude, lt.id as tenant_id, lt.identifier as tenant_identifier, lt.external_ref as tenant_external_ref, lt.email_address as tenant_email_address, lt.phone_number as tenant_phone_number, lt.first_name as tenant_first_name, lt.last_name as tenant_last_name, lt.active as tenant_active from;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary) and t.phone_key = ?) limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.external_ref_key = cast(? as binary)) limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and (t.identifier_key = cast(? as binary) and t.phone_key = ?) limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and t.identifier_key = cast(? as binary) limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where t.group_id in (…) and t.phone_key = ? limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where true and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) and t.phone_key = ?) limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where true and (t.identifier_key = cast(? as binary) and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin))) limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where true and (t.identifier_key = cast(? as binary) and t.phone_key = ?) limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where true and t.email_key = if(upper(lower(trim(? collate utf8mb4_bin))) = upper(trim(? collate utf8mb4_bin)), lower(trim(? collate utf8mb4_bin)), trim(? collate utf8mb4_bin)) limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where true and t.identifier_key = cast(? as binary) limit ?;

select t.id as tenant_id, 0 as lease_id, 0 as matches
  from tenants as t ignore index (primary, tenants_of_group)
  where true and t.phone_key = ? limit ?;

select t.id, t.identifier, t.external_ref, t.email_address, t.phone_number, t.first_name, t.last_name, t.active, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref
  from tenants as t force index (primary)
  inner join groups as g on g.id = t.group_id
  where t.group_id in (…) and t.id in (…);

select t.id, t.identifier, t.external_ref, t.email_address, t.phone_number, t.first_name, t.last_name, t.active, g.id as group_row_id, g.identifier as group_identifier, g.external_ref as group_external_ref
  from tenants as t force index (primary)
  inner join groups as g on g.id = t.group_id
  where true and t.id in (…);

select u.<text> = trim(?) and u.<text> = trim(?) as matches
  from units as u force index (units_<text>)
  where true and u.<text> = trim(?) limit ?;

select u.<text> = trim(?) and u.<text> = trim(?) as matches
  from units as u force index (units_<text>)
  where u.group_id in (…) and u.<text> = trim(?) limit ?;

select u.<text> = trim(?) as matches
  from units as u force index (units_<text>)
  where true and u.<text> = trim(?) limit ?;

select u.<text> = trim(?) as matches
  from units as u force index (units_<text>)
  where u.group_id in (…) and u.<text> = trim(?) limit ?;

select u.id as id
  from units as u force index (units_<text>)
  where true and u.<text> = trim(?) limit ? offset ?;

select u.id as id
  from units as u force index (units_<text>)
  where u.group_id in (…) and u.<text> = trim(?) limit ? offset ?;

select u.id as id
  from units as u force index (units_latitude)
  where true and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 limit ? offset ?;

select u.id as id
  from units as u force index (units_latitude)
  where u.group_id in (…) and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 limit ? offset ?;

select u.id as id
  from units as u force index (units_longitude)
  where true and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 limit ? offset ?;

select u.id as id
  from units as u force index (units_longitude)
  where u.group_id in (…) and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 limit ? offset ?;

select u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 as matches
  from units as u force index (units_longitude)
  where true and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 limit ?;

select u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 as matches
  from units as u force index (units_longitude)
  where u.group_id in (…) and u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 limit ?;

select u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 as matches
  from units as u force index (units_latitude)
  where true and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 limit ?;

select u.longitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 as matches
  from units as u force index (units_latitude)
  where u.group_id in (…) and u.latitude between cast(? as decimal(65, 30)) - 0.0001 and cast(? as decimal(65, 30)) + 0.0001 limit ?;

set transaction isolation level repeatable read;
