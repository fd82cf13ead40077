/** Clients that read all tenants page by page, again and again. */

import { setTimeout as sleep } from 'node:timers/promises';

import { type Answer, json, send, TENANTS } from '../http/client';

const identifiersOf = (answer: Answer): string[] =>
  (json(answer) as { tenants: { identifier: string }[] }).tenants.map(({ identifier }) => identifier);
const lastIdOf = (answer: Answer): number => (json(answer) as { last_id: number }).last_id;

interface GraphQLPage {
  readonly nodes: readonly { readonly identifier: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

/** Walks over REST and over GraphQL at the same time. A page that is refused is requested again. */
export function startWalks(url: string, token: string) {
  const walks: string[][] = [];
  let isOver = false;
  const page = async (path: string, body: object): Promise<Answer> => {
    for (;;) {
      const answer = await send(url + path, { token, body });
      if (answer.status !== 503) return answer;
      await sleep(20);
    }
  };
  const rest = async (): Promise<string[]> => {
    const seen: string[] = [];
    for (let after = 1; after !== -1;) {
      const answer = await page(TENANTS, { 'after-id': after });
      seen.push(...identifiersOf(answer));
      after = lastIdOf(answer);
    }
    return seen;
  };
  const query = `query ($after: String) {
    tenantsByLease(first: 10, after: $after) { nodes { identifier } pageInfo { hasNextPage endCursor } } }`;
  const graphql = async (): Promise<string[]> => {
    const seen: string[] = [];
    for (let after: string | null = null; ;) {
      const answer = await page('/graphql', { query, variables: { after } });
      const { tenantsByLease } = (json(answer) as { data: { tenantsByLease: GraphQLPage } }).data;
      seen.push(...tenantsByLease.nodes.map(({ identifier }) => identifier));
      if (!tenantsByLease.pageInfo.hasNextPage) return seen;
      after = tenantsByLease.pageInfo.endCursor;
    }
  };
  const all = [rest, graphql].map(async (walk) => {
    while (!isOver) walks.push(await walk());
  });
  return {
    /** @returns the identifiers of each complete walk */
    async stop(): Promise<readonly string[][]> {
      isOver = true;
      await Promise.all(all);
      return walks;
    },
  };
}
