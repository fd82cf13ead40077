/** What the transports look up with. Every lookup is limited to what the caller may see, and audited. */

import type { Database } from '../db/database';
import type { ServiceError } from '../errors';
import type { Caller } from '../model/caller';
import type { LeaseCriteria, TenantCriteria } from '../model/criteria';
import type { LocalDate } from '../model/local-date';
import { LEAST_OF_NESTED_PAGE, type Page, type PageRequest } from '../model/page';
import type { Group, Lease, LeaseParts, Tenant } from '../model/records';
import { leasesForTenant } from './leases-for-tenant';
import { NOTHING_MORE } from './paginate';
import { RecordBudget } from './record-budget';
import { type FoundRecord, type RecordId, recordsInOrder } from './records-by-id';
import type { AuditTrail, Operation, RequestTrail, Transport } from './request-trail';
import { Session } from './session';
import { TenantLeases } from './tenant-leases';
import { tenantsByLease } from './tenants-by-lease';
import { seesAllGroups, visibleGroups } from './visible-groups';

/** What a lookup is asked. Without a page the answer is empty: the paging id said that nothing follows (decision 2). */
export interface Asked<Criteria> {
  readonly criteria: Criteria;
  readonly page: PageRequest | null;
}

/** What an answer shows of the records that are read. */
export interface Shown<Record> {
  /** The parts of leases that the answer can need; all of them when absent. */
  readonly parts?: LeaseParts;
  /** How many records the answer holds for these, which count towards the limit of the operation. */
  count(records: readonly Record[]): number;
}

export interface LookupsOptions {
  readonly db: Database;
  readonly audit: AuditTrail;
  /** The business day that it is now (decision 14). */
  readonly today: () => LocalDate;
}

/** One for each gateway. */
export class Lookups {
  constructor(private readonly options: LookupsOptions) {}

  /** @param maxRecords what the request may read and return; pages bound themselves when it is absent */
  ofRequest(transport: Transport, requestId: string, maxRecords?: number): RequestLookups {
    const { db, audit, today } = this.options;
    const budget = maxRecords === undefined ? undefined : new RecordBudget(maxRecords);
    return new RequestLookups(db, audit.request(transport, requestId), today(), budget);
  }
}

/**
 * The lookups of one request, once its caller is known. `read` says what is asked; what it throws is audited as the refusal
 * of its lookup and passed on.
 */
export class RequestLookups {
  // Apollo Server copies a context field by field, which a #private field does not survive.
  private session: Session | undefined;
  private tenantLeases: TenantLeases | undefined;

  constructor(
    private readonly db: Database,
    private readonly trail: RequestTrail,
    readonly today: LocalDate,
    private readonly budget: RecordBudget | undefined,
  ) {}

  /** To be called once, before any lookup. */
  identify(caller: Caller): void {
    this.trail.identify(caller);
    this.session = new Session(this.db, caller, this.budget);
  }

  get caller(): Caller {
    return this.identified.caller;
  }

  /** The request was refused as a whole. Audited for each operation that it wanted, unless a lookup of it was audited. */
  refused(error: ServiceError, wanted: () => readonly Operation[]): void {
    this.trail.refused(error, wanted);
  }

  /** Which leases has this tenant? @throws {ServiceError} */
  leasesForTenant(read: () => Asked<TenantCriteria>, shown?: Shown<Lease>): Promise<Page<Lease>> {
    return this.trail.lookup('leasesForTenant', read, async ({ criteria, page }) => {
      if (page === null) return NOTHING_MORE;
      const leases = await leasesForTenant(this.identified, criteria, page, shown?.parts);
      if (shown !== undefined) await this.budget?.takeInTurn(shown.count(leases.records));
      return leases;
    });
  }

  /** Which tenants have these leases? @throws {ServiceError} */
  tenantsByLease(read: () => Asked<LeaseCriteria>, shown?: Shown<Tenant>): Promise<Page<Tenant>> {
    return this.trail.lookup('tenantsByLease', read, async ({ criteria, page }) => {
      if (page === null) return NOTHING_MORE;
      const tenants = await tenantsByLease(this.identified, criteria, page);
      if (shown !== undefined) this.budget?.take(shown.count(tenants.records));
      return tenants;
    });
  }

  /** The leases of one of many tenants that an answer holds; those of a level share their statements. @throws {ServiceError} */
  leasesOfTenant(
    tenant: Tenant,
    read: () => { readonly criteria: Pick<TenantCriteria, 'activeOn'>; readonly page: PageRequest },
    shown: Shown<Lease>,
  ): Promise<Page<Lease>> {
    return this.trail.nested('Tenant.leases', read, async ({ criteria, page }) => {
      const budget = this.budget;
      // An empty page takes work too, so the least that a page counts is counted before it is read.
      budget?.take(LEAST_OF_NESTED_PAGE);
      this.tenantLeases ??= new TenantLeases(this.identified);
      const leases = await this.tenantLeases.of(tenant, criteria.activeOn, page, shown.parts);
      const count = shown.count(leases.records);
      budget?.take(Math.max(0, count - LEAST_OF_NESTED_PAGE));
      await budget?.turn(Math.max(LEAST_OF_NESTED_PAGE, count));
      return leases;
    });
  }

  /** The records with these ids in their order; null for each that is unknown or not visible. @throws {ServiceError} */
  async byId(
    operation: 'node' | 'nodes',
    read: () => readonly (RecordId | undefined)[],
    shown: Shown<FoundRecord>,
  ): Promise<(FoundRecord | null)[]> {
    const asked = () => ({ criteria: {}, wanted: read() });
    const { found } = await this.trail.lookup(operation, asked, async ({ wanted }) => {
      const found = await recordsInOrder(this.identified, wanted, shown.parts);
      const records = found.filter((one) => one !== null);
      await this.budget?.takeInTurn(shown.count(records));
      return { found, records };
    });
    return found;
  }

  /** The groups that the caller may see. @throws {ServiceError} */
  visibleGroups(read: () => { readonly page: PageRequest }, shown: Shown<Group>): Promise<Page<Group>> {
    const asked = () => ({ criteria: {}, ...read() });
    return this.trail.lookup('Viewer.groups', asked, async ({ page }) => {
      const groups = await visibleGroups(this.identified, page);
      this.budget?.take(shown.count(groups.records));
      return groups;
    });
  }

  /** Whether the caller may see every group, those to come included. */
  seesAllGroups(): Promise<boolean> {
    return seesAllGroups(this.identified);
  }

  private get identified(): Session {
    if (this.session === undefined) throw new Error('A lookup ran before its caller was known.');
    return this.session;
  }
}
