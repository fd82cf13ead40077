import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Caller } from '../model/caller';

/**
 * Who asks, by the token of a request; called once for each. What the caller is to be told whatever the answer will be is
 * set on the response.
 * @throws {ServiceError} whatever authentication throws; `rate_limited`
 */
export type Identify = (request: IncomingMessage, response: ServerResponse) => Promise<Caller>;
