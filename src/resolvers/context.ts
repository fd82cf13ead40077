import type { RequestTrail } from '../telemetry/audit/request-trail';
import type { Database } from '../db/database';
import type { ServiceError } from '../errors';
import type { Exchange } from '../http/exchange';
import type { Asker } from '../http/identify';
import { RecordBudget } from '../lookups/record-budget';
import { TenantLeases } from '../lookups/tenant-leases';
import { Session } from '../lookups/session';
import type { LocalDate } from '../model/local-date';

export interface ContextOptions {
  readonly db: Database;
  readonly asker: Asker;
  readonly exchange: Exchange;
  readonly trail: RequestTrail;
  readonly today: LocalDate;
  /** Records that the operation may return. */
  readonly maxCost: number;
  /** Whether the client asked for `application/graphql-response+json`, whose statuses tell of refused requests. */
  readonly prefersGraphQLResponse: boolean;
  /** Why the document that was asked for is not run. */
  readonly refusal?: ServiceError | undefined;
}

/** What the resolvers of one request share. The session is there once {@link GraphQLContext.authenticate} has run. */
export class GraphQLContext {
  readonly exchange: Exchange;
  readonly trail: RequestTrail;
  readonly today: LocalDate;
  readonly prefersGraphQLResponse: boolean;
  readonly refusal: ServiceError | undefined;
  /** Whether the request has a good token, which is known before its body is read. */
  readonly hasCaller: boolean;
  // Apollo Server copies a context field by field, which a #private field does not survive.
  private authenticated: { session: Session; budget: RecordBudget; tenantLeases: TenantLeases } | undefined;

  constructor(private readonly options: ContextOptions) {
    this.exchange = options.exchange;
    this.trail = options.trail;
    this.today = options.today;
    this.prefersGraphQLResponse = options.prefersGraphQLResponse;
    this.refusal = options.refusal;
    this.hasCaller = options.asker.caller !== undefined;
  }

  /** Once for each request. @throws {ServiceError} as {@link Asker.identify} does */
  async authenticate(): Promise<void> {
    const { db, asker, maxCost } = this.options;
    const caller = await asker.identify();
    this.trail.identify(caller);
    const budget = new RecordBudget(maxCost);
    const session = new Session(db, caller, budget);
    this.authenticated = { session, budget, tenantLeases: new TenantLeases(session) };
  }

  get session(): Session {
    return this.required.session;
  }

  /** What the operation may still read and return. */
  get budget(): RecordBudget {
    return this.required.budget;
  }

  get tenantLeases(): TenantLeases {
    return this.required.tenantLeases;
  }

  private get required() {
    if (this.authenticated === undefined) throw new Error('A resolver ran before authentication.');
    return this.authenticated;
  }
}
