import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Caller } from '../model/caller';

/** Who sends a request, as its token says. The token was verified before anything else of the request was looked at. */
export interface Asker {
  /** Undefined without a good token; how much the request may cost depends on that. */
  readonly caller: Caller | undefined;
  /**
   * The caller, who is told what it is to be told whatever the answer will be. To be called once for each request that is not
   * for everyone: this counts the token check, and the request towards the caller’s rate limit.
   * @throws {ServiceError} whatever authentication throws; `rate_limited`
   */
  identify(): Promise<Caller>;
}

/** Verifies the token of a request, once. A token that is remembered is recognised at once. */
export type Identify = (request: IncomingMessage, response: ServerResponse) => Asker | Promise<Asker>;
