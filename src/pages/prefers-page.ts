import type { IncomingMessage } from 'node:http';

import express, { type Request } from 'express';

const HTML = 'text/html';
const GRAPHQL_RESPONSE = 'application/graphql-response+json';

/** Whether a client would rather have HTML than an answer of the GraphQL door. One that takes anything would not. */
export function prefersPage(request: IncomingMessage): boolean {
  if (!request.headers.accept?.includes('html')) return false;
  const { accepts } = express.request;
  return accepts.call(request as Request, 'application/json', GRAPHQL_RESPONSE, HTML) === HTML;
}
