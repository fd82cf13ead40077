import type { IncomingMessage, ServerResponse } from 'node:http';

import type { ServiceError } from '../errors';

/** A path that a door answers. */
export interface Endpoint {
  /** Without the trailing slash, which may be left out (decision 26). */
  readonly path: string;
  readonly methods: readonly string[];
  /** What logs and metrics call it: `web` for documents and pages. */
  readonly door: 'rest' | 'graphql' | 'web';
  /** It is answered however many others are, and costs next to nothing. */
  readonly atAnyLoad?: true;
  /** @throws {unknown} what {@link Endpoint.errorBody} then tells of */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** The contract's envelope, or GraphQL's list. */
  errorBody(error: ServiceError): object;
}
