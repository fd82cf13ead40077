import type { ServiceError } from '../errors';
import type { TokenCheck } from '../http/admitted';
import type { Exchange } from '../http/exchange';
import type { RequestLookups } from '../lookups/lookups';

/** What the plugins and resolvers of one request share. */
export interface GraphQLContext {
  readonly lookups: RequestLookups;
  readonly token: TokenCheck;
  readonly exchange: Exchange;
  /** Whether the client prefers `application/graphql-response+json`, with which a refused request has an error status. */
  readonly prefersGraphQLResponse: boolean;
  /** Why the document is not executed. */
  readonly refusal: ServiceError | undefined;
}
