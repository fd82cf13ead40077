import type { IncomingMessage } from 'node:http';

import express, { type Request } from 'express';

export const GRAPHQL_RESPONSE = 'application/graphql-response+json';

/** Headers that need no thought: nearly all are. */
const PLAIN: readonly (string | undefined)[] = [undefined, 'application/json', '*/*'];

/** Whether a client would rather have {@link GRAPHQL_RESPONSE} than `application/json`. */
export function prefersGraphQLResponse(request: IncomingMessage): boolean {
  if (PLAIN.includes(request.headers.accept)) return false;
  return express.request.accepts.call(request as Request, 'application/json', GRAPHQL_RESPONSE) === GRAPHQL_RESPONSE;
}
