import type { IncomingMessage } from 'node:http';

import { negotiation } from '../doors/accept';
import { JSON_TYPE } from '../doors/json-type';

export const GRAPHQL_RESPONSE = 'application/graphql-response+json';

/** Headers that need no thought: nearly all are. */
const PLAIN: readonly (string | undefined)[] = [undefined, '', JSON_TYPE, '*/*'];

const preferred = negotiation([
  [JSON_TYPE, 'application/*', '*/*'],
  [GRAPHQL_RESPONSE, 'application/*', '*/*'],
]);

/** Whether a client would rather have {@link GRAPHQL_RESPONSE} than `application/json`. */
export function prefersGraphQLResponse({ headers: { accept } }: IncomingMessage): boolean {
  return !PLAIN.includes(accept) && preferred(accept ?? '') === GRAPHQL_RESPONSE;
}
