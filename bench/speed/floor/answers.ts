import type { Pool, RowDataPacket } from 'mysql2/promise';

import { graphqlLease, type LeaseRow, restLease, type TenantRow } from './shapes';

const PAGE = 100;

const LEASES = `
  select l.id, l.identifier, l.start_date, l.end_date, l.move_in_date, l.is_furnished, l.minimum_days_notice, l.deposit, l.rent,
    u.identifier as unit_id, u.external_ref as unit_external_ref, u.unit_number, u.building_name, u.address_line_1,
    u.address_line_2, u.city, u.country, u.state, u.postal_code, u.latitude, u.longitude
  from tenants as t join lease_tenants as p on p.tenant_id = t.id join leases as l on l.id = p.lease_id
  left join units as u on u.id = l.unit_id
  where`;
const TENANTS_OF_LEASES = `
  select p.lease_id, t.identifier, t.external_ref, t.email_address, t.phone_number, t.active, g.identifier as \`group\`
  from lease_tenants as p join tenants as t on t.id = p.tenant_id join \`groups\` as g on g.id = t.group_id
  where p.lease_id in (?)`;
const FOUR = `
  select l.id, l.identifier, l.start_date as startDate, l.end_date as endDate, l.rent
  from tenants as t join lease_tenants as p on p.tenant_id = t.id join leases as l on l.id = p.lease_id where`;
const tenantPage = (columns: string): string => `
  select t.id, t.identifier, ${columns} from tenants as t
  where t.group_id in (?) and exists (
    select 1 from lease_tenants as p where p.tenant_id = t.id and p.move_in_day >= ?)
  order by t.id limit ${PAGE + 1}`;
const REST_TENANTS = tenantPage('t.email_address, t.first_name, t.last_name, t.external_ref, t.phone_number');
const GRAPHQL_TENANTS = tenantPage(
  't.email_address as emailAddress, t.first_name as firstName, t.last_name as lastName, t.external_ref as externalRef, t.phone_number as phoneNumber',
);

interface Match {
  readonly condition: string;
  readonly value: string | Buffer;
}
const byEmail = (value: string): Match => ({ condition: `t.email_key = ? ${inOrder}`, value });
const byIdentifier = (value: string): Match => ({
  condition: `t.identifier_key = ? ${inOrder}`,
  value: Buffer.from(value),
});
const inOrder = `order by l.id limit ${PAGE + 1}`;

interface RestBody {
  readonly email_address?: string;
  readonly identifier?: string;
  readonly min_move_in_date?: string;
}
interface GraphqlBody {
  readonly operationName: string;
  readonly variables: {
    readonly tenant?: { readonly emailAddress?: string; readonly identifier?: string };
    readonly lease?: { readonly minMoveInDate?: string };
  };
}

/** Answers by path and, on `/graphql`, by operation name: the only part that is read besides the variables. */
export async function floorAnswers(pool: Pool, groups: readonly string[]) {
  const rowsOf = async <Row>(sql: string, values: unknown[]): Promise<Row[]> =>
    (await pool.query<(RowDataPacket & Row)[]>(sql, values))[0];
  const groupIds = (await rowsOf<{ id: number }>('select id from `groups` where identifier in (?)', [groups])).map(
    ({ id }) => id,
  );

  async function leasesWithTenants({ condition, value }: Match) {
    const { page, hasMore } = pageOf(await rowsOf<LeaseRow>(`${LEASES} ${condition}`, [value]));
    const tenantsOf = new Map<number, TenantRow[]>(page.map(({ id }) => [id, []]));
    const ids = page.map(({ id }) => id);
    for (const tenant of await rowsOf<TenantRow>(TENANTS_OF_LEASES, [ids]))
      tenantsOf.get(tenant.lease_id)?.push(tenant);
    return { page, hasMore, tenantsOf };
  }

  async function rest(path: string, { email_address, identifier = '', min_move_in_date }: RestBody) {
    if (path === '/leases/tenants/') {
      const { page, hasMore } = pageOf(await rowsOf<{ id: number }>(REST_TENANTS, [groupIds, min_move_in_date]));
      return { tenants: withoutIds(page), last_id: lastId(page, hasMore) };
    }
    const match = email_address === undefined ? byIdentifier(identifier) : byEmail(email_address);
    const { page, hasMore, tenantsOf } = await leasesWithTenants(match);
    return { leases: page.map((row) => restLease(row, tenantsOf.get(row.id) ?? [])), last_id: lastId(page, hasMore) };
  }

  async function graphql({ operationName, variables: { tenant = {}, lease } }: GraphqlBody) {
    const { emailAddress, identifier = '' } = tenant;
    const match = emailAddress === undefined ? byIdentifier(identifier) : byEmail(emailAddress);
    switch (operationName) {
      case 'tenants': {
        const { page, hasMore } = pageOf(
          await rowsOf<{ id: number }>(GRAPHQL_TENANTS, [groupIds, lease?.minMoveInDate]),
        );
        return { data: { tenantsByLease: connection(withoutIds(page), page, hasMore) } };
      }
      case 'four': {
        const { page, hasMore } = pageOf(await rowsOf<{ id: number }>(`${FOUR} ${match.condition}`, [match.value]));
        return { data: { leasesForTenant: connection(withoutIds(page), page, hasMore) } };
      }
      default: {
        const { page, hasMore, tenantsOf } = await leasesWithTenants(match);
        const nodes = page.map((row) => graphqlLease(row, tenantsOf.get(row.id) ?? []));
        return { data: { leasesForTenant: connection(nodes, page, hasMore) } };
      }
    }
  }

  return (path: string, body: string): Promise<object> =>
    path === '/graphql' ? graphql(JSON.parse(body) as GraphqlBody) : rest(path, JSON.parse(body) as RestBody);
}

interface WithId {
  readonly id: number;
}

function pageOf<Row>(rows: Row[]): { page: Row[]; hasMore: boolean } {
  const hasMore = rows.length > PAGE;
  if (hasMore) rows.pop();
  return { page: rows, hasMore };
}

const withoutIds = (rows: readonly WithId[]): object[] => rows.map(({ id: _, ...record }) => record);
const lastId = (rows: readonly WithId[], hasMore: boolean): number => (hasMore ? (rows.at(-1)?.id ?? -1) : -1);
const connection = (nodes: readonly object[], rows: readonly WithId[], hasNextPage: boolean) => ({
  nodes,
  pageInfo: { hasNextPage, endCursor: String(rows.at(-1)?.id) },
});
