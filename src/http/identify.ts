import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Caller } from '../model/caller';

/** Who sends a request, by its token, which is verified before the body of the request is read. */
export interface Asker {
  /** Undefined without a good token; how much the request may cost depends on that. */
  readonly caller: Caller | undefined;
  /**
   * The caller. To be called once for each request that needs a token: it counts the token check and counts the request towards
   * the caller’s rate limit, whose headers every answer carries.
   * @throws {ServiceError} whatever authentication throws; `rate_limited`
   */
  identify(): Promise<Caller>;
}

/** Verifies the token of a request, once. Answers at once for a token that is remembered. */
export type Identify = (request: IncomingMessage, response: ServerResponse) => Asker | Promise<Asker>;
