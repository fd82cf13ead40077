import type { Connection } from '../page';
import { expectSame } from './expect-same';
import type { Edge, Registry } from './registry';

interface Received {
  readonly edges: readonly Edge[];
}

interface Row {
  readonly identifier: string;
}

/** Compares a received connection, with every field of `documents.ts`, with the page of the oracle. */
export function expectConnection<R extends Row>(
  received: unknown,
  expected: Connection<R>,
  render: (row: R) => object,
  registry: Registry,
): void {
  const { edges } = received as Received;
  registry.noteEdges(edges);
  expectSame(registry.withoutIds(received), {
    edges: expected.rows.map((row, at) => ({ cursor: edges[at]?.cursor, node: render(row) })),
    nodes: expected.rows.map(({ identifier }) => ({ identifier })),
    totalCount: expected.totalCount,
    pageInfo: {
      hasNextPage: expected.hasNextPage,
      hasPreviousPage: expected.hasPreviousPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  });
}
