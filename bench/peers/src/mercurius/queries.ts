import type { Pool, RowDataPacket } from 'mysql2/promise';

export interface Row extends RowDataPacket {
  id: number;
}

const LEASES = `
  select distinct l.id, l.identifier, l.start_date as startDate, l.end_date as endDate, l.move_in_date as moveInDate,
    l.is_furnished as isFurnished, l.minimum_days_notice as minimumDaysNotice, l.deposit, l.rent, l.unit_id as unitRowId
  from tenants as t join lease_tenants as p on p.tenant_id = t.id join leases as l on l.id = p.lease_id
  where t.group_id in (?) and p.lease_id > ?`;

export interface TenantMatch {
  readonly identifier?: string;
  readonly emailAddress?: string;
}

export async function findLeases(
  pool: Pool,
  groupIds: readonly number[],
  { identifier, emailAddress }: TenantMatch,
  after: number,
  limit: number,
): Promise<Row[]> {
  const conditions = [];
  const values: unknown[] = [groupIds, after];
  if (identifier !== undefined) {
    conditions.push(' and t.identifier_key = ?');
    values.push(Buffer.from(identifier));
  }
  if (emailAddress !== undefined) {
    conditions.push(' and t.email_key = ?');
    values.push(emailAddress.trim().toLowerCase());
  }
  const [rows] = await pool.query<Row[]>(`${LEASES}${conditions.join('')} order by l.id limit ?`, [...values, limit]);
  return rows;
}

export async function findTenants(
  pool: Pool,
  groupIds: readonly number[],
  minMoveInDate: string | undefined,
  after: number,
  limit: number,
): Promise<Row[]> {
  const [rows] = await pool.query<Row[]>(
    `select t.id, t.identifier, t.external_ref as externalRef, t.email_address as emailAddress, t.phone_number as phoneNumber,
       t.first_name as firstName, t.last_name as lastName, t.active, t.group_id as groupId
     from tenants as t
     where t.group_id in (?) and t.id > ? and exists (
       select 1 from lease_tenants as p where p.tenant_id = t.id ${minMoveInDate === undefined ? '' : 'and p.move_in_day >= ?'})
     order by t.id limit ?`,
    [groupIds, after, ...(minMoveInDate === undefined ? [] : [minMoveInDate]), limit],
  );
  return rows;
}

export async function unitsOf(pool: Pool, ids: readonly number[]): Promise<Map<number, Row>> {
  const [rows] = await pool.query<Row[]>(
    `select id, identifier, external_ref as externalRef, unit_number as unitNumber, building_name as buildingName,
       address_line_1 as addressLine1, address_line_2 as addressLine2, city, country, state, postal_code as postalCode,
       latitude, longitude
     from units where id in (?)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function tenantsOfLeases(pool: Pool, leaseIds: readonly number[]): Promise<Map<number, Row[]>> {
  const [rows] = await pool.query<Row[]>(
    `select p.lease_id as leaseId, t.id, t.identifier, t.external_ref as externalRef, t.email_address as emailAddress,
       t.phone_number as phoneNumber, t.first_name as firstName, t.last_name as lastName, t.active, t.group_id as groupId
     from lease_tenants as p join tenants as t on t.id = p.tenant_id where p.lease_id in (?)`,
    [leaseIds],
  );
  const byLease = new Map<number, Row[]>();
  for (const row of rows) {
    const others = byLease.get(row.leaseId as number);
    if (others === undefined) byLease.set(row.leaseId as number, [row]);
    else others.push(row);
  }
  return byLease;
}

export async function groupsOf(
  pool: Pool,
  column: 'id' | 'identifier_key',
  values: readonly unknown[],
): Promise<Row[]> {
  if (values.length === 0) return [];
  const [rows] = await pool.query<Row[]>(`select id, identifier from \`groups\` where ${column} in (?)`, [values]);
  return rows;
}
