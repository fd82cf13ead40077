/** Reads from the first page to the last, over either transport. */

import type { Answer } from '../http/client';
import type { Client, GraphqlResult } from '../oracle/compare/client';
import type { Question, TownAsker } from './questions';
import { graphqlName } from '../oracle/world';
import { type ReadRecord, type RecordSeen, seen } from './records-seen';

export type Way = 'REST' | 'GraphQL forwards' | 'GraphQL backwards';
export const WAYS: readonly Way[] = ['REST', 'GraphQL forwards', 'GraphQL backwards'];

export interface Walk {
  readonly question: Question;
  readonly asker: TownAsker;
  readonly way: Way;
  /** In the order of paging ids. */
  readonly records: readonly RecordSeen[];
  readonly answers: number;
  /** Defects of an answer, in words. */
  readonly faults: readonly string[];
}

/** Far more pages than the world needs, whatever the writers add. */
const ENDLESS = 400;

interface PageSeen {
  readonly records: readonly RecordSeen[];
  /** The cursor of the next page; null after the last one. */
  readonly next: string | number | null;
  readonly fault?: string;
}

export async function walk(
  client: Client,
  question: Question,
  asker: TownAsker,
  way: Way,
  size: number,
): Promise<Walk> {
  const ask = way === 'REST' ? restPage(client, question, asker) : graphqlPage(client, question, asker, way, size);
  const pages: (readonly RecordSeen[])[] = [];
  const faults: string[] = [];
  let cursor: PageSeen['next'] = null;
  do {
    const page: PageSeen = await ask(cursor);
    if (page.fault !== undefined) faults.push(page.fault);
    if (page.next !== null && page.records.length === 0) faults.push('an empty page that is not the last');
    if (page.next !== null && page.next === cursor) faults.push('a cursor that leads nowhere');
    pages.push(page.records);
    cursor = page.next;
  } while (cursor !== null && pages.length < ENDLESS);
  if (cursor !== null) faults.push('a walk without an end');
  const records = (way === 'GraphQL backwards' ? pages.reverse() : pages).flat();
  return { question, asker, way, records, answers: pages.length, faults };
}

type AskPage = (cursor: PageSeen['next']) => Promise<PageSeen>;

const refused = ({ status, text }: Answer): PageSeen => ({ records: [], next: null, fault: `${status}: ${text}` });

function restPage(client: Client, { operation, rest }: Question, asker: TownAsker): AskPage {
  return async (cursor) => {
    const body = JSON.stringify({ ...rest, ...(cursor !== null && { 'after-id': cursor }) });
    const answer = await client.rest(asker, operation, body);
    // Decision 22: no tenant follows the cursor.
    if (answer.status === 404 && operation === 'tenants') return { records: [], next: null };
    if (answer.status !== 200) return refused(answer);
    const { leases, tenants, lastId } = JSON.parse(answer.text.replace(/"\w+":/g, graphqlName)) as {
      leases?: ReadRecord[];
      tenants?: ReadRecord[];
      lastId: number;
    };
    return { records: (leases ?? tenants ?? []).map(seen), next: lastId === -1 ? null : lastId };
  };
}

const FIELDS = {
  'find-for-tenant': `leasesForTenant(tenant: $match`,
  tenants: `tenantsByLease(lease: $match`,
} as const;
const TYPES = { 'find-for-tenant': 'TenantMatch!', tenants: 'LeaseMatch' } as const;
/** The nested records of a tenant are only read at the start of a walk: they cost far more than the page. */
const NODES = {
  'find-for-tenant': `identifier rent unitId unitExternalRef unitNumber group { identifier }
    tenants { identifier externalRef lastName group { identifier } }`,
  tenants: `identifier externalRef lastName group { identifier } leases(first: 2) @include(if: $start) { nodes { group { identifier } } }`,
} as const;

interface Connection {
  readonly nodes: readonly ReadRecord[];
  readonly pageInfo: Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>> &
    Readonly<Record<'startCursor' | 'endCursor', string | null>>;
}

function graphqlPage(client: Client, question: Question, asker: TownAsker, way: Way, size: number): AskPage {
  const { operation, graphql } = question;
  const forwards = way === 'GraphQL forwards';
  const [count, from] = forwards ? ['first', 'after'] : ['last', 'before'];
  const query = `query ($match: ${TYPES[operation]}, $size: Int, $cursor: String, $start: Boolean!) {
    connection: ${FIELDS[operation]}, ${count}: $size, ${from}: $cursor) {
      nodes { ${NODES[operation]} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      totalCount @include(if: $start)
    }
  }`;
  return async (cursor) => {
    const answer = await client.graphql(asker, query, { match: graphql, size, cursor, start: cursor === null });
    const { data, errors } = JSON.parse(answer.text) as GraphqlResult;
    if (answer.status !== 200 || errors !== undefined) return refused(answer);
    const { nodes, pageInfo } = data?.connection as Connection;
    const more = forwards ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
    const next = forwards ? pageInfo.endCursor : pageInfo.startCursor;
    return { records: nodes.map(seen), next: more ? next : null };
  };
}
