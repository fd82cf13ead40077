import type { IncomingMessage } from 'node:http';

import { negotiation } from '../http/accept';
import { JSON_TYPE } from '../http/json-body';

export const GRAPHQL_RESPONSE = 'application/graphql-response+json';

/** Headers that name no preference for {@link GRAPHQL_RESPONSE}; nearly all are among them. */
const PLAIN: readonly (string | undefined)[] = [undefined, '', JSON_TYPE, '*/*'];

const preferred = negotiation([
  [JSON_TYPE, 'application/*', '*/*'],
  [GRAPHQL_RESPONSE, 'application/*', '*/*'],
]);

/** Whether a client prefers {@link GRAPHQL_RESPONSE} to `application/json`. */
export function prefersGraphQLResponse({ headers: { accept } }: IncomingMessage): boolean {
  return !PLAIN.includes(accept) && preferred(accept ?? '') === GRAPHQL_RESPONSE;
}
