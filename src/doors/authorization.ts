import type { IncomingMessage } from 'node:http';

/** The `Authorization` header. Several of them become one that no token fits: which one counts must not be a guess. */
export function authorizationOf(request: IncomingMessage): string | undefined {
  return request.headersDistinct.authorization?.join(', ');
}
