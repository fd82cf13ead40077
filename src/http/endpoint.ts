import type { IncomingMessage, ServerResponse } from 'node:http';

import type { ServiceError } from '../errors';
import type { Asker } from './identify';

/** A path that a door answers. */
export interface Endpoint {
  /** Without the trailing slash, which may be left out (decision 26). */
  readonly path: string;
  readonly methods: readonly string[];
  /** What logs and metrics call it: `web` for documents and pages. */
  readonly door: 'rest' | 'graphql' | 'web';
  /** It is answered however many others are, and costs next to nothing. */
  readonly atAnyLoad?: true;
  /**
   * Whether the token of a request is verified before it takes a slot. Where a good one is `required`, a request without it is
   * refused and takes no slot; where it is `optional`, the endpoint decides what a request without it may do.
   */
  readonly token?: 'required' | 'optional';
  /**
   * @param asker has no caller when the endpoint takes no token
   * @throws {unknown} what {@link Endpoint.errorBody} then tells of
   */
  answer(request: IncomingMessage, response: ServerResponse, asker: Asker): Promise<void>;
  /** The contract's envelope, or GraphQL's list. */
  errorBody(error: ServiceError): object;
}
