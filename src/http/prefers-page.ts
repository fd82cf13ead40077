import type { IncomingMessage } from 'node:http';

import { negotiation } from './accept';

const HTML = 'text/html';

const preferred = negotiation([
  ['application/json', 'application/*', '*/*'],
  ['application/graphql-response+json', 'application/*', '*/*'],
  [HTML, 'text/*', '*/*'],
]);

/** Whether a client would rather have HTML than an answer of the GraphQL door. One that takes anything would not. */
export function prefersPage({ headers: { accept = '' } }: IncomingMessage): boolean {
  return accept.includes('html') && preferred(accept) === HTML;
}
