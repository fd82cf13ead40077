/** The requests of readers, read from the first page to the last over either transport, and what they must contain. */

import type { Operation } from '../oracle/answer';
import type { Client, GraphqlResult } from '../oracle/compare/client';
import { graphqlVariables } from '../oracle/compare/variables';
import type { Asker } from '../oracle/generate/callers';
import { graphqlName } from '../oracle/world';
import { type GroupName, GROUPS, type Household, isOfHub, OFFICE } from './town';

interface Question {
  readonly operation: Operation;
  /** The body for REST. */
  readonly body: Readonly<Record<string, unknown>>;
}

const { email_address, phone_number } = OFFICE;
const YEAR = { min_move_in_date: '2023-01-01', max_move_in_date: '2023-12-31' };

export const QUESTIONS: readonly Question[] = [
  ...[
    {},
    { min_move_in_date: '2023-01-01', max_move_in_date: '2024-12-31' },
    YEAR,
    { min_move_in_date: '2023-07-01', max_move_in_date: '2024-06-29' },
    { min_move_in_date: '2024-01-01' },
    { min_move_in_date: '2023-03-11', max_move_in_date: '2023-04-09' },
    { min_move_in_date: '2024-05-05', max_move_in_date: '2024-05-05' },
    { group_id: 'north' },
    { address: { city: 'köln' } },
    { group_id: 'north', address: { city: 'Bonn' }, ...YEAR },
    { identifier: 'l20' },
  ].map((body) => ({ operation: 'tenants' as const, body })),
  ...[
    { email_address },
    { email_address, active: true },
    { phone_number },
    { email_address, group_id: 'north' },
    { external_ref: 'north', group_id: 'north' },
    { identifier: 'hub-north' },
  ].map((body) => ({ operation: 'find-for-tenant' as const, body })),
];

/** Whether it always matches the household, for a caller who may see all groups. */
function holds({ body }: Question, household: Household): boolean {
  const { days, city, groups, office, number } = household;
  const { min_move_in_date = '', max_move_in_date = '9', identifier, address } = body;
  const group = identifier === 'hub-north' ? 'north' : body.group_id;
  return (
    String(min_move_in_date) <= days[0] &&
    days[1] <= String(max_move_in_date) &&
    (group === undefined || groups.every((each) => each === group)) &&
    (address === undefined || (address as { city: string }).city.toLowerCase() === city.toLowerCase()) &&
    (!('email_address' in body || 'phone_number' in body) || office) &&
    (identifier === undefined || (identifier === 'hub-north' ? isOfHub(household) : identifier === `l${number}`))
  );
}

export const ASKERS: readonly (Asker & { readonly sight: readonly GroupName[] })[] = [
  { subject: 'everything', by: 'claim', sight: GROUPS },
  { subject: 'half', by: 'claim', sight: ['north', 'south'] },
  { subject: 'one', by: 'claim', sight: ['north'] },
];
type TownAsker = (typeof ASKERS)[number];

/** The identifiers that a walk must return once each, in the order of their paging ids. */
export function certain(town: readonly Household[], { question, asker }: Walk): string[] {
  const prefixes = question.operation === 'tenants' ? ['t', 's'] : ['l'];
  return town
    .filter(({ role, groups }) => role !== 'passes' && groups.every((group) => asker.sight.includes(group)))
    .filter((household) => holds(question, household))
    .flatMap(({ number }) =>
      prefixes.filter((prefix) => prefix !== 's' || number % 3 === 0).map((prefix) => `${prefix}${number}`),
    );
}

export const WAYS = ['REST', 'GraphQL forwards', 'GraphQL backwards'] as const;
type Way = (typeof WAYS)[number];

interface RecordSeen {
  readonly identifier: string;
  /** The groups that its own fields name: one, unless the record mixes two moments. */
  readonly groups: readonly string[];
  /** Groups of nested records that are read separately. */
  readonly beside: readonly string[];
  /** A lease without its unit or its tenants, which no writer ever commits. */
  readonly torn: boolean;
}

export interface Walk {
  readonly question: Question;
  readonly asker: TownAsker;
  readonly way: Way;
  /** In the order of paging ids. */
  readonly records: readonly RecordSeen[];
  /** Defects of an answer, in words. */
  readonly faults: readonly string[];
}

/** In the names of GraphQL. */
interface ReadRecord {
  readonly identifier: string;
  readonly unitId?: string | null;
  readonly tenants?: readonly object[];
  readonly leases?: object;
}

function groupsIn(value: object | undefined): GroupName[] {
  const text = JSON.stringify(value ?? {}).replace(/"rent":(\d)/, (_, id: number) => `"${GROUPS[id - 1]}"`);
  return GROUPS.filter((group) => text.includes(`"${group}"`));
}

const seen = ({ leases, ...own }: ReadRecord): RecordSeen => ({
  identifier: own.identifier,
  groups: groupsIn(own),
  beside: groupsIn(leases),
  torn: own.tenants !== undefined && (own.tenants.length === 0 || own.unitId === null),
});

type Cursor = string | number | null;

interface PageSeen {
  readonly records: readonly ReadRecord[];
  /** Null after the last page. */
  readonly next: Cursor;
  readonly fault?: string;
}

type Asked = Pick<Walk, 'question' | 'asker' | 'way'>;

/** Far more pages than the world needs, whatever the writers add. */
const ENDLESS = 400;

export async function walk(client: Client, asked: Asked, size: number): Promise<Walk> {
  const pages: RecordSeen[][] = [];
  const faults: string[] = [];
  let cursor: Cursor = null;
  do {
    const page: PageSeen = await (asked.way === 'REST' ? restPage : graphqlPage)(client, asked, cursor, size);
    if (page.fault !== undefined) faults.push(page.fault);
    if (page.next !== null && page.records.length === 0) faults.push('an empty page that is not the last');
    if (page.next !== null && page.next === cursor) faults.push('a cursor that leads nowhere');
    pages.push(page.records.map(seen));
    cursor = page.next;
  } while (cursor !== null && pages.length < ENDLESS);
  if (cursor !== null) faults.push('a walk without an end');
  const { question, asker, way } = asked;
  return { question, asker, way, records: (way === 'GraphQL backwards' ? pages.reverse() : pages).flat(), faults };
}

type AskPage = (client: Client, asked: Asked, cursor: Cursor, size: number) => Promise<PageSeen>;

const restPage: AskPage = async (client, { question: { operation, body }, asker }, cursor) => {
  const asked = JSON.stringify({ ...body, ...(cursor !== null && { 'after-id': cursor }) });
  const { status, text } = await client.rest(asker, operation, asked);
  // Decision 22: no tenant follows the cursor.
  if (status === 404 && operation === 'tenants') return { records: [], next: null };
  if (status !== 200) return { records: [], next: null, fault: `${status}: ${text}` };
  const { leases, tenants, lastId } = JSON.parse(text.replace(/"\w+":/g, graphqlName)) as {
    readonly leases?: ReadRecord[];
    readonly tenants?: ReadRecord[];
    readonly lastId: number;
  };
  return { records: leases ?? tenants ?? [], next: lastId === -1 ? null : lastId };
};

const BOUNDS = 'first: $first, after: $after, last: $last, before: $before';
const VARIABLES = '$first: Int, $after: String, $last: Int, $before: String, $start: Boolean!';
const REST_OF_PAGE = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount @include(if: $start)';
const TENANT = 'identifier externalRef lastName group { identifier }';

const DOCUMENTS = {
  'find-for-tenant': `query ($tenant: TenantMatch!, $active: Boolean! = false, ${VARIABLES}) {
    page: leasesForTenant(tenant: $tenant, active: $active, ${BOUNDS}) {
      nodes { identifier rent unitId unitExternalRef unitNumber group { identifier } tenants { ${TENANT} } }
      ${REST_OF_PAGE}
    }
  }`,
  // Nested leases are only read at the start of a walk: they cost far more than the page.
  tenants: `query ($lease: LeaseMatch, ${VARIABLES}) {
    page: tenantsByLease(lease: $lease, ${BOUNDS}) {
      nodes { ${TENANT} leases(first: 2) @include(if: $start) { nodes { group { identifier } } } }
      ${REST_OF_PAGE}
    }
  }`,
} as const;

interface Connection {
  readonly nodes: readonly ReadRecord[];
  readonly pageInfo: Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>> &
    Readonly<Record<'startCursor' | 'endCursor', string | null>>;
}

const graphqlPage: AskPage = async (client, { question: { operation, body }, asker, way }, cursor, size) => {
  const forwards = way === 'GraphQL forwards';
  const bounds = forwards ? { first: size, after: cursor } : { last: size, before: cursor };
  const match = graphqlVariables(operation, JSON.stringify(body));
  const variables = { ...match, ...bounds, start: cursor === null };
  const { status, text } = await client.graphql(asker, DOCUMENTS[operation], variables);
  const { data, errors } = JSON.parse(text) as GraphqlResult;
  if (status !== 200 || errors !== undefined) return { records: [], next: null, fault: `${status}: ${text}` };
  const { nodes, pageInfo: page } = data?.page as Connection;
  const [more, next] = forwards ? [page.hasNextPage, page.endCursor] : [page.hasPreviousPage, page.startCursor];
  return { records: nodes, next: more ? next : null };
};
