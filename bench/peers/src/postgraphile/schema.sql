-- Leasegate's tables and indexes as PostgreSQL has them. What Leasegate derives for its own plans alone is left out.

create table groups (
  id bigint primary key,
  identifier text not null unique,
  external_ref text unique
);

create table units (
  id bigint primary key,
  identifier text not null unique,
  group_id bigint not null references groups,
  external_ref text,
  unit_number text,
  building_name text,
  address_line_1 text,
  address_line_2 text,
  city text,
  country text,
  state text,
  postal_code text,
  latitude numeric(9, 6),
  longitude numeric(9, 6)
);
create index on units (group_id, id);
create index on units (building_name, group_id);
create index on units (address_line_1, group_id);
create index on units (address_line_2, group_id);
create index on units (city, group_id);
create index on units (country, group_id);
create index on units (state, group_id);
create index on units (postal_code, group_id);
create index on units (latitude, longitude, group_id);
create index on units (longitude, latitude, group_id);

create table tenants (
  id bigint primary key,
  identifier text not null unique,
  group_id bigint not null references groups,
  external_ref text,
  email_address text,
  phone_number text,
  first_name text,
  last_name text,
  active boolean not null,
  email_key text generated always as (nullif(lower(btrim(email_address)), '')) stored,
  phone_key text generated always as
    (nullif(regexp_replace(translate(phone_number, ' .-/()[]', ''), '^00', '+'), '')) stored
);
create index on tenants (group_id, id);
create index on tenants (external_ref, group_id);
create index on tenants (email_key, group_id);
create index on tenants (phone_key, group_id);

create table leases (
  id bigint primary key,
  identifier text not null unique,
  group_id bigint not null references groups,
  unit_id bigint references units,
  start_date date,
  end_date date,
  move_in_date date,
  is_furnished boolean,
  minimum_days_notice int,
  deposit numeric(15, 4),
  rent numeric(15, 4)
);
create index on leases (group_id, id);
create index on leases (unit_id, group_id);

create table lease_tenants (
  tenant_id bigint not null references tenants,
  lease_id bigint not null references leases,
  group_id bigint not null references groups,
  unit_id bigint,
  move_in_date date,
  primary key (tenant_id, lease_id)
);
create index on lease_tenants (lease_id, group_id);
create index on lease_tenants (group_id, tenant_id);
create index on lease_tenants (unit_id, group_id, move_in_date, tenant_id);
create index on lease_tenants (group_id, move_in_date, tenant_id);
create index on lease_tenants (move_in_date, tenant_id, group_id);

-- The caller's groups, from the token: read once for each statement.
create role leasegate_bench_visitor;
create schema app_private;
create function app_private.current_groups() returns text[] language sql stable as $$
  select array(select json_array_elements_text(current_setting('jwt.claims.groups')::json))
$$;
create function app_private.current_group_ids() returns bigint[] language sql stable as $$
  select array(select id from groups where identifier = any ((select app_private.current_groups())::text[]))
$$;
grant usage on schema public, app_private to leasegate_bench_visitor;
grant select on all tables in schema public to leasegate_bench_visitor;

alter table groups enable row level security;
alter table units enable row level security;
alter table tenants enable row level security;
alter table leases enable row level security;
alter table lease_tenants enable row level security;
create policy visible on groups for select using (identifier = any ((select app_private.current_groups())::text[]));
create policy visible on units for select using (group_id = any ((select app_private.current_group_ids())::bigint[]));
create policy visible on tenants for select using (group_id = any ((select app_private.current_group_ids())::bigint[]));
create policy visible on leases for select using (group_id = any ((select app_private.current_group_ids())::bigint[]));
create policy visible on lease_tenants for select using (group_id = any ((select app_private.current_group_ids())::bigint[]));

-- Custom queries.
create function leases_for_tenant(tenant_identifier text default null, email_address text default null)
returns setof leases language sql stable as $$
  select * from leases
  where id in (
    select p.lease_id from lease_tenants as p join tenants as t on t.id = p.tenant_id
    where (tenant_identifier is null or t.identifier = tenant_identifier)
      and (leases_for_tenant.email_address is null or t.email_key = lower(btrim(leases_for_tenant.email_address))))
  order by id
$$;

create function tenants_by_lease(min_move_in_date date default null)
returns setof tenants language sql stable as $$
  select * from tenants
  where exists (
    select 1 from lease_tenants as p
    where p.tenant_id = tenants.id and (min_move_in_date is null or p.move_in_date >= min_move_in_date))
  order by id
$$;
