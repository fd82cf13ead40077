/** Fastify and Mercurius with its JIT, hand-written SQL over mysql2, and a loader for each relation. */

import jwt from '@fastify/jwt';
import Fastify from 'fastify';
import mercurius, { type IResolvers, type MercuriusContext, type MercuriusLoaders } from 'mercurius';
import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';

import { HOST, pageOf, POOL_SIZE, readSettings, sizeOf } from '../settings';
import { schema } from './schema';

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

declare module 'mercurius' {
  interface MercuriusContext {
    /** The row ids of the groups that the caller sees. */
    readonly groupIds: readonly number[];
  }
}

interface PageArguments {
  readonly first?: number;
  readonly after?: string;
}

export const resolvers = (pool: Pool): IResolvers => ({
  Query: {
    async leasesForTenant(_root, args: PageArguments & { tenant: TenantMatch }, context: MercuriusContext) {
      const size = sizeOf(args.first);
      const rows = await findLeases(pool, context.groupIds, args.tenant, Number(args.after ?? 0), size + 1);
      return pageOf(rows, size);
    },
    async tenantsByLease(
      _root,
      args: PageArguments & { lease?: { minMoveInDate?: string } },
      context: MercuriusContext,
    ) {
      const size = sizeOf(args.first);
      const since = args.lease?.minMoveInDate;
      return pageOf(await findTenants(pool, context.groupIds, since, Number(args.after ?? 0), size + 1), size);
    },
  },
  // The columns of a unit's address stand in its own row.
  Unit: { address: (unit: Row) => unit },
});

export const loaders = (pool: Pool): MercuriusLoaders => ({
  Lease: {
    async unit(queries: { obj: Row }[]) {
      const ids = queries.flatMap(({ obj }) => (obj.unitRowId === null ? [] : [obj.unitRowId as number]));
      const units = await unitsOf(pool, ids);
      return queries.map(({ obj }) => units.get(obj.unitRowId as number) ?? null);
    },
    async tenants(queries: { obj: Row }[]) {
      const tenants = await tenantsOfLeases(
        pool,
        queries.map(({ obj }) => obj.id),
      );
      return queries.map(({ obj }) => tenants.get(obj.id) ?? []);
    },
  },
  Tenant: {
    async group(queries: { obj: Row }[]) {
      const ids = new Set(queries.map(({ obj }) => obj.groupId as number));
      const groups = new Map((await groupsOf(pool, 'id', [...ids])).map((group) => [group.id, group]));
      return queries.map(({ obj }) => groups.get(obj.groupId as number) ?? null);
    },
  },
});

async function main(): Promise<void> {
  const { port, databaseUrl, secret } = readSettings(process.env);
  const pool = createPool({
    uri: databaseUrl,
    charset: 'utf8mb4_bin',
    connectionLimit: POOL_SIZE,
    dateStrings: true,
    decimalNumbers: true,
  });
  const app = Fastify();
  await app.register(jwt, { secret, verify: { algorithms: ['HS256'] } });
  app.addHook('onRequest', async (request) => {
    await request.jwtVerify();
  });
  await app.register(mercurius, {
    schema,
    resolvers: resolvers(pool),
    loaders: loaders(pool),
    jit: 1,
    context: async (request) => {
      const { groups = [] } = request.user as { groups?: string[] };
      const keys = groups.map((identifier) => Buffer.from(identifier));
      return { groupIds: (await groupsOf(pool, 'identifier_key', keys)).map(({ id }) => id) };
    },
  });
  await app.listen({ host: HOST, port });
  console.log('ready');
  process.once('SIGTERM', () => process.exit(0));
}

void main();
