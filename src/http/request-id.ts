import type { IncomingMessage, ServerResponse } from 'node:http';

import { exchangeOf } from './exchange';

/** Letters, digits, `.`, `_` and `-`, at least one a letter: neither an e-mail address nor a phone number is of this form. */
const SAFE = /^(?=.*[A-Za-z])[A-Za-z0-9._-]{1,128}$/;

/** The caller's own id of a request where it gives one that may stand in a log (decision 67). */
export function requestIdFrom({ headers }: IncomingMessage): string | undefined {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SAFE.test(given) ? given : undefined;
}

export const requestIdOf = (response: ServerResponse): string => exchangeOf(response).requestId;
