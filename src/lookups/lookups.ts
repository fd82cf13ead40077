/** The lookups that the transports call. Each one is limited to what the caller may see, and its end is reported. */

import { groupsWithin } from '../db/groups';
import type { Hosts } from '../db/hosts';
import type { Turns } from '../db/visible-records';
import type { ServiceError } from '../errors';
import type { Caller } from '../model/caller';
import type { LeaseCriteria, TenantCriteria } from '../model/criteria';
import type { LocalDate } from '../model/local-date';
import type { Operation } from '../model/operations';
import { LEAST_OF_NESTED_PAGE, type Page, type PageRequest } from '../model/page';
import type { Group, Lease, LeaseParts, Tenant } from '../model/records';
import type { ObservedRequest, Observer } from '../observer';
import {
  type FoundRecord,
  pageOfLeases,
  pageOfTenants,
  type RecordId,
  recordsInOrder,
  RecordBudget,
  Session,
} from './find-records';
import { LookupReports } from './lookup-reports';
import { paginate } from './paginate';
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
  readonly turnsOf: (subject: Caller['subject']) => Turns;
  /** The current business day (decision 14). */
  readonly today: () => LocalDate;
}

/** A request whose caller is not known yet. */
export interface RequestLookups {
  /** Call it once, before any lookup. */
  ofCaller(caller: Caller): CallerLookups;
  /** Reports a request that was refused as a whole, unless one of its lookups was reported. */
  refused(error: ServiceError, operations: () => readonly Operation[]): void;
}

/** Each gateway has one. */
export class Lookups {
  constructor(private readonly options: LookupsOptions) {}

  /** @param maxRecords the number of records that the request may read and return; when absent, only each page has a limit */
  ofRequest(request: ObservedRequest, maxRecords?: number): RequestLookups {
    const { hosts, observer, monotonicNow, turnsOf, today } = this.options;
    const reports = new LookupReports(request, observer, monotonicNow);
    return {
      ofCaller(caller) {
        reports.caller = caller;
        const db = caller.host === undefined ? hosts.inUse : hosts.at(caller.host);
        const session = new Session(db, caller, {
          budget: maxRecords === undefined ? undefined : new RecordBudget(maxRecords),
          onNoGroup: () => observer.noGroupKnown?.(),
          turns: turnsOf(caller.subject),
        });
        return new CallerLookups(session, reports, today);
      },
      refused: (error, operations) => reports.refused(error, operations),
    };
  }
}

/** Reads what a lookup is asked for. An error is reported as the failure of that lookup, and thrown again. @throws {ServiceError} */
type Read<In, Asked> = (input: In, today: () => LocalDate) => Asked;

type TenantRequest = LookupRequest<TenantCriteria>;
type LeaseRequest = LookupRequest<LeaseCriteria>;
type PageOfAll = { readonly page: PageRequest };

type AnyRequest = { readonly criteria?: Partial<TenantCriteria & LeaseCriteria> } & object;

/** The lookups of one request. */
export class CallerLookups {
  #tenantLeases: TenantLeases | undefined;
  #day: LocalDate | undefined;

  constructor(
    private readonly session: Session,
    private readonly reports: LookupReports,
    private readonly currentDay: () => LocalDate,
  ) {}

  // No arrow function in a field: V8 keeps such a function, and all records of its request, until a major garbage collection.
  /** The business day of the request. It is fixed at the first use (decision 14). */
  today(): LocalDate {
    return (this.#day ??= this.currentDay());
  }

  get caller(): Caller {
    return this.session.caller;
  }

  /** Finds the leases of a tenant. @throws {ServiceError} */
  leasesForTenant<In>(read: Read<In, TenantRequest>, input: In, shown?: Shown<Lease>): Promise<Page<Lease>> {
    return this.#lookup('leasesForTenant', read, input, async ({ criteria, page }) => {
      const leases = await pageOfLeases(this.session, criteria, page, shown?.parts);
      if (shown !== undefined) await this.#take(shown.count(leases.records));
      return leases;
    });
  }

  /** Finds the tenants of leases. @throws {ServiceError} */
  tenantsByLease<In>(read: Read<In, LeaseRequest>, input: In, shown?: Shown<Tenant>): Promise<Page<Tenant>> {
    return this.#lookup('tenantsByLease', read, input, async ({ criteria, page }) => {
      const tenants = await pageOfTenants(this.session, criteria, page, shown?.parts);
      if (shown !== undefined) this.session.budget?.take(shown.count(tenants.records));
      return tenants;
    });
  }

  /** The leases of one tenant of an answer. All tenants on one level of the answer share their statements. @throws {ServiceError} */
  leasesOfTenant<In>(
    tenant: Tenant,
    read: Read<In, { readonly criteria: Pick<TenantCriteria, 'activeOn'>; readonly page: PageRequest }>,
    input: In,
    shown: Shown<Lease>,
  ): Promise<Page<Lease>> {
    return this.#lookup('Tenant.leases', read, input, async ({ criteria, page }) => {
      const { session } = this;
      const { budget } = session;
      // An empty page costs work too, so the minimum of a page is counted before it is read.
      budget?.take(LEAST_OF_NESTED_PAGE);
      this.#tenantLeases ??= new TenantLeases(session);
      const leases = await this.#tenantLeases.of(tenant, criteria.activeOn, page, shown.parts);
      const count = shown.count(leases.records);
      budget?.take(Math.max(0, count - LEAST_OF_NESTED_PAGE));
      await session.yieldAfter(Math.max(LEAST_OF_NESTED_PAGE, count));
      return leases;
    });
  }

  /** The records with these ids, in the same order. Null for an id that is unknown or not visible. @throws {ServiceError} */
  async byId<In>(
    operation: 'node' | 'nodes',
    read: Read<In, { readonly ids: readonly (RecordId | undefined)[] }>,
    input: In,
    shown: Shown<FoundRecord>,
  ): Promise<(FoundRecord | null)[]> {
    const { inOrder } = await this.#lookup(operation, read, input, async ({ ids }) => {
      const inOrder = await recordsInOrder(this.session, ids, shown.parts);
      const records = inOrder.filter((record) => record !== null);
      await this.#take(shown.count(records));
      return { inOrder, records };
    });
    return inOrder;
  }

  /** The groups that the caller may see. @throws {ServiceError} */
  visibleGroups<In>(read: Read<In, PageOfAll>, input: In, shown: Shown<Group>): Promise<Page<Group>> {
    return this.#lookup('Viewer.groups', read, input, async ({ page }) => {
      const { session } = this;
      const groups = await paginate(groupsWithin(session.db.access, await session.scope()), page);
      session.budget?.take(shown.count(groups.records));
      return groups;
    });
  }

  /** Whether the caller may see every group, including future ones. */
  async seesAllGroups(): Promise<boolean> {
    return (await this.session.scope()).isAll;
  }

  /** Counts records of the answer, which may then take several turns of the event loop. @throws {ServiceError} once they exceed the budget */
  async #take(records: number): Promise<void> {
    this.session.budget?.take(records);
    await this.session.yieldAfter(records);
  }

  /** Runs a lookup and reports its end. Errors of `read` and of `find` are thrown again. */
  async #lookup<In, Asked extends AnyRequest, Found extends { readonly records: readonly unknown[] }>(
    operation: Operation,
    read: Read<In, Asked>,
    input: In,
    find: (asked: Asked) => Promise<Found>,
  ): Promise<Found> {
    const level = this.reports.begin(operation);
    try {
      const asked = read(input, () => this.today());
      this.reports.asked(level, asked.criteria ?? {});
      const found = await find(asked);
      level.records += found.records.length;
      return found;
    } catch (error) {
      this.reports.failed(level, error);
      throw error;
    } finally {
      this.reports.end(level);
    }
  }
}
