/** The lookups that the transports call. Each one is limited to what the caller may see, and its end is reported. */

import { groupsWithin } from '../db/listing';
import type { Hosts } from '../db/hosts';
import type { InTurn } from '../db/visible-records';
import type { ServiceError } from '../errors';
import type { Caller } from '../model/caller';
import type { LeaseCriteria, TenantCriteria } from '../model/criteria';
import type { LocalDate } from '../model/local-date';
import type { Operation } from '../model/operations';
import { LEAST_OF_NESTED_PAGE, type Page, type PageRequest } from '../model/page';
import type { Group, Lease, LeaseParts, Tenant } from '../model/records';
import type { ObservedRequest, Observer } from '../observer';
import { type FoundRecord, pageOfLeases, pageOfTenants, type RecordId, recordsInOrder } from './find-records';
import { LookupReports } from './lookup-reports';
import { NOTHING_MORE, paginate } from './paginate';
import { RecordBudget } from './record-budget';
import { Session } from './session';
import { TenantLeases } from './tenant-leases';

/** The criteria and the page of a lookup. A null page gives an empty answer: the request sent the `after-id` -1 (decision 2). */
export interface LookupRequest<Criteria> {
  readonly criteria: Criteria;
  readonly page: PageRequest | null;
}

/** How an answer uses the records that a lookup reads. */
export interface Shown<Record> {
  /** The parts of a lease or tenant that the answer may need; when absent, those that REST shows. */
  readonly parts?: LeaseParts;
  /** How many records the answer contains for these. They count towards the limit of the operation. */
  count(records: readonly Record[]): number;
}

interface LookupsOptions {
  readonly hosts: Pick<Hosts, 'inUse' | 'at'>;
  readonly observer: Observer;
  readonly monotonicNow: () => number;
  /** Lets the statements of callers take turns. */
  readonly statementsOf: (subject: Caller['subject']) => InTurn;
  /** The current business day (decision 14). */
  readonly today: () => LocalDate;
}

/** Each gateway has one. */
export class Lookups {
  constructor(private readonly options: LookupsOptions) {}

  /** @param maxRecords the number of records that the request may read and return; when absent, only each page has a limit */
  ofRequest(request: ObservedRequest, maxRecords?: number): RequestLookups {
    const { observer, monotonicNow } = this.options;
    const reports = new LookupReports(request, observer, monotonicNow);
    return new RequestLookups(this.options, reports, new RecordBudget(maxRecords));
  }
}

/**
 * The lookups of one request, once its caller is known. `read` returns the arguments of a lookup. An error that it throws is
 * reported as the failure of that lookup and thrown again.
 */
export class RequestLookups {
  private session: Session | undefined;
  private day: LocalDate | undefined;
  private tenantLeases: TenantLeases | undefined;

  constructor(
    private readonly options: Pick<LookupsOptions, 'hosts' | 'statementsOf' | 'today'>,
    private readonly reports: LookupReports,
    private readonly budget: RecordBudget,
  ) {}

  /** Call it once, before any lookup. */
  identify(caller: Caller): void {
    this.reports.caller = caller;
    const { hosts, statementsOf } = this.options;
    const db = caller.host === undefined ? hosts.inUse : hosts.at(caller.host);
    const inTurn = statementsOf(caller.subject);
    this.session = new Session(db, caller, this.budget, () => this.reports.noGroupKnown(), inTurn);
  }

  /** The business day of the request. It is fixed at the first use (decision 14). */
  get today(): LocalDate {
    return (this.day ??= this.options.today());
  }

  get caller(): Caller {
    return this.identified.caller;
  }

  /** Reports a request that was refused as a whole, unless one of its lookups was reported. */
  refused(error: ServiceError, operations: () => readonly Operation[]): void {
    this.reports.refused(error, operations);
  }

  /** Finds the leases of a tenant. @throws {ServiceError} */
  leasesForTenant(read: () => LookupRequest<TenantCriteria>, shown?: Shown<Lease>): Promise<Page<Lease>> {
    return this.reports.single('leasesForTenant', read, async ({ criteria, page }) => {
      if (page === null) return NOTHING_MORE;
      const leases = await pageOfLeases(this.identified, criteria, page, shown?.parts);
      if (shown !== undefined) await this.budget.takeAndYield(shown.count(leases.records));
      return leases;
    });
  }

  /** Finds the tenants of leases. @throws {ServiceError} */
  tenantsByLease(read: () => LookupRequest<LeaseCriteria>, shown?: Shown<Tenant>): Promise<Page<Tenant>> {
    return this.reports.single('tenantsByLease', read, async ({ criteria, page }) => {
      if (page === null) return NOTHING_MORE;
      const tenants = await pageOfTenants(this.identified, criteria, page, shown?.parts);
      if (shown !== undefined) this.budget.take(shown.count(tenants.records));
      return tenants;
    });
  }

  /** The leases of one tenant of an answer. All tenants on one level of the answer share their statements. @throws {ServiceError} */
  leasesOfTenant(
    tenant: Tenant,
    read: () => { readonly criteria: Pick<TenantCriteria, 'activeOn'>; readonly page: PageRequest },
    shown: Shown<Lease>,
  ): Promise<Page<Lease>> {
    return this.reports.nested('Tenant.leases', read, async ({ criteria, page }) => {
      const { budget } = this;
      // An empty page costs work too, so the minimum of a page is counted before it is read.
      budget.take(LEAST_OF_NESTED_PAGE);
      this.tenantLeases ??= new TenantLeases(this.identified);
      const leases = await this.tenantLeases.of(tenant, criteria.activeOn, page, shown.parts);
      const count = shown.count(leases.records);
      budget.take(Math.max(0, count - LEAST_OF_NESTED_PAGE));
      await budget.yieldAfter(Math.max(LEAST_OF_NESTED_PAGE, count));
      return leases;
    });
  }

  /** The records with these ids, in the same order. Null for an id that is unknown or not visible. @throws {ServiceError} */
  async byId(
    operation: 'node' | 'nodes',
    read: () => readonly (RecordId | undefined)[],
    shown: Shown<FoundRecord>,
  ): Promise<(FoundRecord | null)[]> {
    const request = () => ({ criteria: {}, ids: read() });
    const { found } = await this.reports.single(operation, request, async ({ ids }) => {
      const found = await recordsInOrder(this.identified, ids, shown.parts);
      const records = found.filter((one) => one !== null);
      await this.budget.takeAndYield(shown.count(records));
      return { found, records };
    });
    return found;
  }

  /** The groups that the caller may see. @throws {ServiceError} */
  visibleGroups(read: () => { readonly page: PageRequest }, shown: Shown<Group>): Promise<Page<Group>> {
    const request = () => ({ criteria: {}, ...read() });
    return this.reports.single('Viewer.groups', request, async ({ page }) => {
      const { identified } = this;
      const groups = await paginate(groupsWithin(identified.db.access, await identified.scope()), page);
      this.budget.take(shown.count(groups.records));
      return groups;
    });
  }

  /** Whether the caller may see every group, including future ones. */
  async seesAllGroups(): Promise<boolean> {
    return (await this.identified.scope()).isAll;
  }

  private get identified(): Session {
    if (this.session === undefined) throw new Error('A lookup ran before its caller was known.');
    return this.session;
  }
}
