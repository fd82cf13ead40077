/** The two operations of contract section 4: thin adapters between HTTP and the lookups. */

import type { AuditTrail, Operation } from '../telemetry/audit/request-trail';
import type { Database } from '../db/database';
import type { Endpoint } from '../http/endpoint';
import { errorEnvelope } from '../http/error-responses';
import { exchangeOf } from '../http/exchange';
import { type AwaitClient, jsonBodyReader } from '../http/json-body';
import { sendJson } from '../http/send';
import { ServiceError } from '../errors';
import { leasesForTenant } from '../lookups/leases-for-tenant';
import { Session } from '../lookups/session';
import { tenantsByLease } from '../lookups/tenants-by-lease';
import type { LocalDate } from '../model/local-date';
import type { PageRequest } from '../model/page';
import type { LeaseQuestion, TenantQuestion } from '../model/questions';
import { type FoundPage, lastId, toWireLease, toWireTenant } from './records';
import { type PagedQuestion, readFindForTenant, readTenants } from './requests';

const BODY_LIMIT = 64 * 1024;

export interface RestOptions {
  readonly db: Database;
  /** The business day that it is now (decision 14). */
  readonly today: () => LocalDate;
  readonly audit: AuditTrail;
  readonly awaitClient: AwaitClient;
}

interface RestOperation<Question extends TenantQuestion | LeaseQuestion, Record> {
  readonly path: string;
  readonly operation: Operation;
  read(body: object): PagedQuestion<Question>;
  find(session: Session, question: Question, page: PageRequest): Promise<FoundPage<Record>>;
  /** @throws {ServiceError} */
  toWire(page: FoundPage<Record>): object;
}

/** What follows the -1 that says there are no more (decision 2). */
const NO_MORE = { records: [], hasMore: false };

export function restEndpoints({ db, today, audit, awaitClient }: RestOptions): Endpoint[] {
  const readBody = jsonBodyReader(BODY_LIMIT, awaitClient);

  const endpoint = <Question extends TenantQuestion | LeaseQuestion, Record>({
    path,
    operation,
    read,
    find,
    toWire,
  }: RestOperation<Question, Record>): Endpoint => ({
    path,
    door: 'rest',
    methods: ['POST'],
    token: 'required',
    async answer(request, response, asker) {
      const exchange = exchangeOf(response);
      exchange.operation = operation;
      const trail = audit.request('rest', exchange.requestId);
      const found = await trail.lookup(
        operation,
        async () => {
          const caller = await asker.identify();
          trail.identify(caller);
          const { question, page } = read(await readBody(request, response));
          return { caller, question, page };
        },
        async ({ caller, question, page }): Promise<FoundPage<Record>> =>
          page === null ? NO_MORE : find(new Session(db, caller), question, page),
      );
      sendJson(response, 200, toWire(found));
    },
    errorBody: errorEnvelope,
  });

  return [
    // Contract 4.1.
    endpoint({
      path: '/leases/find-for-tenant',
      operation: 'leasesForTenant',
      read: (body) => readFindForTenant(body, today()),
      find: leasesForTenant,
      toWire: (leases) => ({ leases: leases.records.map(toWireLease), last_id: lastId(leases) }),
    }),
    // Contract 4.2; a page without a tenant is `not_found` (rule 4, decision 22).
    endpoint({
      path: '/leases/tenants',
      operation: 'tenantsByLease',
      read: readTenants,
      find: tenantsByLease,
      toWire: (tenants) => {
        if (tenants.records.length === 0) throw new ServiceError('notFound');
        return { tenants: tenants.records.map(toWireTenant), last_id: lastId(tenants) };
      },
    }),
  ];
}
