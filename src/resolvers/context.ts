import type { ServiceError } from '../errors';
import type { TokenCheck } from '../http/admitted';
import type { Exchange } from '../http/exchange';
import type { RequestLookups } from '../lookups/lookups';

export interface ContextOptions {
  readonly lookups: RequestLookups;
  readonly token: TokenCheck;
  readonly exchange: Exchange;
  /** Whether the client asked for `application/graphql-response+json`, whose statuses tell of refused requests. */
  readonly prefersGraphQLResponse: boolean;
  /** Why the document that was asked for is not run. */
  readonly refusal?: ServiceError | undefined;
}

/** What the resolvers of one request share. */
export class GraphQLContext {
  readonly lookups: RequestLookups;
  readonly exchange: Exchange;
  readonly prefersGraphQLResponse: boolean;
  readonly refusal: ServiceError | undefined;
  /** Whether the request has a good token, which is known before its body is read. */
  readonly hasCaller: boolean;

  constructor(private readonly options: ContextOptions) {
    this.lookups = options.lookups;
    this.exchange = options.exchange;
    this.prefersGraphQLResponse = options.prefersGraphQLResponse;
    this.refusal = options.refusal;
    this.hasCaller = options.token.caller !== undefined;
  }

  /** Once for each request, before any resolver runs. @throws {ServiceError} as {@link TokenCheck.requireCaller} does */
  async authenticate(): Promise<void> {
    this.lookups.identify(await this.options.token.requireCaller());
  }
}
