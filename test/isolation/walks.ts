/** Reads an answer from its first page to its last, over either transport. */

import { readBody } from '../oracle/fields';
import { graphqlQuestion } from '../oracle/compare/graphql-question';
import type { Asker } from '../oracle/generate/callers';
import { LEASES_PAGE, TENANTS_PAGE } from './documents';
import type { Question } from './questions';
import { type Rig, TODAY } from './rig';
import type { Tally } from './tally';
import { withFields } from './questions';
import type { Reply } from './wire';

export interface RestPage {
  readonly reply: Reply;
  readonly records: readonly { readonly identifier: string }[];
  readonly lastId: number;
}

export interface Walked<Page> {
  readonly pages: readonly Page[];
  /** The `type` of the error that replaces the first page. */
  readonly refused?: string;
}

const MOST_PAGES = 12;

/** @param seen receives every answer */
export type Seen = (asker: Asker, sent: string, reply: Reply) => void;

export async function walkRest(
  rig: Rig,
  { asker, request }: Question,
  lane: number,
  seen: Seen,
): Promise<Walked<RestPage>> {
  const pages: RestPage[] = [];
  for (let body = request.body; pages.length < MOST_PAGES;) {
    const reply = await rig.rest(asker, request.operation, body, lane);
    seen(asker, body, reply);
    const { error, leases, tenants, last_id: lastId } = JSON.parse(reply.text) as RestBody;
    if (error) return { pages, refused: error.type };
    pages.push({ reply, records: leases ?? tenants ?? [], lastId });
    if (lastId === -1) break;
    body = withFields(request.body, { 'after-id': pages.length % 2 ? lastId : String(lastId) });
  }
  return { pages };
}

interface RestBody {
  readonly error?: { readonly type: string };
  readonly leases?: readonly { readonly identifier: string }[];
  readonly tenants?: readonly { readonly identifier: string }[];
  readonly last_id: number;
}

export interface GraphqlPage {
  readonly identifiers: readonly string[];
  readonly totalCount: number | null;
}

/** Undefined if GraphQL cannot express the request. `size` records a page, forwards or backwards. */
export async function walkGraphql(
  rig: Rig,
  { asker, request }: Question,
  { size, direction }: { readonly size: number; readonly direction: 'forwards' | 'backwards' },
  lane: number,
  seen: Seen,
): Promise<Walked<GraphqlPage> | undefined> {
  const question = graphqlQuestion(request.operation, request.body, undefined, TODAY);
  if (question === undefined) return undefined;
  const [count, from] = direction === 'forwards' ? ['first', 'after'] : ['last', 'before'];
  const document = question.typename === 'Lease' ? LEASES_PAGE : TENANTS_PAGE;
  const pages: GraphqlPage[] = [];
  for (let bounds: object = { [count]: size }; pages.length < MOST_PAGES;) {
    const variables = { ...question.variables, ...bounds };
    const reply = await rig.graphql(asker, document, variables, lane);
    seen(asker, JSON.stringify(variables), reply);
    const { data, errors } = JSON.parse(reply.text) as GraphqlBody;
    if (errors !== undefined || !data) return { pages, refused: errors?.[0]?.extensions.type };
    const { nodes, totalCount, pageInfo } = data.connection;
    pages.push({ identifiers: nodes.map(({ identifier }) => identifier), totalCount });
    if (direction === 'forwards' ? !pageInfo.hasNextPage : !pageInfo.hasPreviousPage) break;
    bounds = { [count]: size, [from]: direction === 'forwards' ? pageInfo.endCursor : pageInfo.startCursor };
  }
  return { pages: direction === 'forwards' ? pages : pages.reverse() };
}

interface GraphqlBody {
  readonly data?: {
    readonly connection: {
      readonly nodes: readonly { readonly identifier: string }[];
      readonly totalCount: number | null;
      readonly pageInfo: Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>> &
        Readonly<Record<'startCursor' | 'endCursor', string | null>>;
    };
  } | null;
  readonly errors?: readonly { readonly extensions: { readonly type: string } }[];
}

/** Whether the request has a cursor. */
export function hasCursor(body: string): boolean {
  try {
    const cursor = readBody(body)['after-id'];
    return cursor !== undefined && cursor !== null && cursor !== 1 && cursor !== '1';
  } catch {
    return false;
  }
}

/** Counts every answer and searches each for marks of groups that its caller may not see (P7). */
export const countedBy =
  (tally: Tally, marksOf: (asker: Asker) => readonly string[]): Seen =>
  (asker, sent, reply) => {
    tally.count(reply);
    const said = reply.head + reply.text;
    for (const mark of marksOf(asker)) {
      if (said.includes(mark) && !sent.includes(mark)) tally.breach('P7', `${mark} in ${reply.text}\nto ${sent}`);
    }
  };
