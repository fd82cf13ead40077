/**
 * The floor: the cost of reading the rows of each case from the database and sending them as JSON. No framework, no
 * token, no checks; one hand-written handler for each case.
 */

import { createServer, type IncomingMessage } from 'node:http';

import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';

type Row<Text extends string, Numeric extends string> = Readonly<
  Record<Text, string | null> & Record<Numeric, number | null>
>;
type OfLease = 'start_date' | 'end_date' | 'move_in_date' | 'unit_id' | 'unit_external_ref' | 'unit_number';
type Place = 'building_name' | 'address_line_1' | 'address_line_2' | 'city' | 'country' | 'state' | 'postal_code';
type Numeric = 'is_furnished' | 'minimum_days_notice' | 'deposit' | 'rent' | 'latitude' | 'longitude';

type LeaseRow = Row<OfLease | Place, Numeric> & { readonly id: number; readonly identifier: string };
type TenantRow = Row<'identifier' | 'external_ref' | 'email_address' | 'phone_number' | 'group', 'active'> & {
  readonly lease_id: number;
};

const flag = (value: number | null): boolean | null => (value === null ? null : value === 1);

const restLease = (row: LeaseRow, tenants: readonly TenantRow[]) => ({
  identifier: row.identifier,
  start_date: row.start_date,
  end_date: row.end_date,
  move_in_date: row.move_in_date,
  tenants: tenants.map((tenant) => ({
    identifier: tenant.identifier,
    external_ref: tenant.external_ref,
    email_address: tenant.email_address,
    phone_number: tenant.phone_number,
    active: tenant.active === 1,
    group: tenant.group,
  })),
  unit_id: row.unit_id,
  unit_external_ref: row.unit_external_ref,
  is_furnished: flag(row.is_furnished),
  minimum_days_notice: row.minimum_days_notice,
  deposit: row.deposit,
  rent: row.rent,
  unit_number: row.unit_number,
  address: {
    building_name: row.building_name,
    address_line_1: row.address_line_1,
    address_line_2: row.address_line_2,
    city: row.city,
    country: row.country,
    state: row.state,
    postal_code: row.postal_code,
    latitude: row.latitude,
    longitude: row.longitude,
  },
});

const graphqlLease = (row: LeaseRow, tenants: readonly TenantRow[]) => ({
  identifier: row.identifier,
  startDate: row.start_date,
  endDate: row.end_date,
  moveInDate: row.move_in_date,
  isFurnished: flag(row.is_furnished),
  minimumDaysNotice: row.minimum_days_notice,
  deposit: row.deposit,
  rent: row.rent,
  unitId: row.unit_id,
  unitExternalRef: row.unit_external_ref,
  unitNumber: row.unit_number,
  address: row.unit_id === null ? null : graphqlAddress(row),
  tenants: tenants.map((tenant) => ({
    identifier: tenant.identifier,
    externalRef: tenant.external_ref,
    emailAddress: tenant.email_address,
    phoneNumber: tenant.phone_number,
    active: tenant.active === 1,
    group: { identifier: tenant.group },
  })),
});

const graphqlAddress = (row: LeaseRow) => ({
  buildingName: row.building_name,
  addressLine1: row.address_line_1,
  addressLine2: row.address_line_2,
  city: row.city,
  country: row.country,
  state: row.state,
  postalCode: row.postal_code,
  latitude: row.latitude,
  longitude: row.longitude,
});

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
async function floorAnswers(pool: Pool, groups: readonly string[]) {
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

async function main({ DATABASE_URL = '', PORT = '', GROUPS = '' }: NodeJS.ProcessEnv): Promise<void> {
  const pool = createPool({
    uri: DATABASE_URL,
    charset: 'utf8mb4_bin',
    connectionLimit: 10,
    dateStrings: true,
    decimalNumbers: true,
  });
  const answer = await floorAnswers(pool, GROUPS.split(','));
  const server = createServer((request, response) => {
    void bodyOf(request).then(async (body) => {
      const text = JSON.stringify(await answer(request.url ?? '', body));
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
      response.end(text);
    });
  });
  server.listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
  process.once('SIGTERM', () => process.exit(0));
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += chunk));
    request.on('end', () => resolve(text));
  });
}

void main(process.env);
