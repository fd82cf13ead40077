/** What each lookup reads: within what its caller may see, and within the budget of its operation. */

import type { Database } from '../db/database';
import { groupsById } from '../db/groups';
import { leasesById, tenantsById, TooMany } from '../db/records-by-id';
import { tenantCount } from '../db/rows';
import { LeaseSearch } from '../db/search/lease-search';
import { TenantSearch } from '../db/search/tenant-search';
import type { GroupScope } from '../db/visibility';
import type { Turns, VisibleRecords } from '../db/visible-records';
import { ServiceError } from '../errors';
import type { Caller } from '../model/caller';
import type { GroupRef, LeaseCriteria, TenantCriteria } from '../model/criteria';
import type { Page, PageRequest, RowId } from '../model/page';
import { type Group, type Lease, type LeaseParts, type Tenant, TENANT_ALONE, WHOLE_LEASE } from '../model/records';
import { NOTHING_MORE, paginate } from './paginate';

/**
 * Limits the records that one operation reads and returns. There are two counts: records that statements read, and records in
 * the answer. In the answer, a record that is nested in several others counts once for each. Neither count may exceed the limit.
 */
export class RecordBudget {
  #read = 0;
  #returned = 0;
  #refusal: ServiceError | undefined;

  constructor(private readonly limit: number) {}

  /** How many more records may be read. Every record that is read is returned at least once. */
  get left(): number {
    return Math.max(0, this.limit - Math.max(this.#read, this.#returned));
  }

  /** Counts records that a statement has read. */
  read(records: number): void {
    this.#read += records;
  }

  /** Counts records of the answer. @throws {ServiceError} once they exceed the limit */
  take(records: number): void {
    this.#returned += records;
    if (this.#returned > this.limit) throw this.refusal();
  }

  /** Returns the same error every time, because thousands of resolvers may throw it. */
  refusal(): ServiceError {
    // From now on every other field of the operation is refused too.
    this.#returned = Infinity;
    const message = `The operation is too large: its answer has more than ${this.limit} records.`;
    this.#refusal ??= new ServiceError('invalidRequest', { message, code: 'MAX_COST_LIMIT', refusesAll: true });
    return this.#refusal;
  }
}

interface SessionOptions {
  /** Limits what the request reads and returns; when absent, only each page has a limit. */
  readonly budget?: RecordBudget | undefined;
  /** Called once if the caller sees no group. */
  readonly onNoGroup?: (() => void) | undefined;
  readonly turns?: Turns;
}

/** One request of a caller. Its visible groups are read once, and everything from the same host. */
export class Session {
  readonly budget: RecordBudget | undefined;
  #granted: Promise<GroupScope> | undefined;
  #reading: Promise<unknown> = Promise.resolve();
  #sinceYield = 0;
  #yielding: Promise<void> | undefined;

  constructor(
    readonly db: Database,
    readonly caller: Caller,
    private readonly options: SessionOptions = {},
  ) {
    this.budget = options.budget;
  }

  /** The groups that the caller may see; if the request names a group, only that one of them. */
  async scope(ref?: GroupRef): Promise<GroupScope> {
    this.#granted ??= this.#readGranted();
    const granted = await this.#granted;
    if (ref === undefined || granted.isEmpty) return granted;
    return granted.narrowedTo(this.db.access, ref);
  }

  /** The records of the groups in {@link scope}; null when there are none. */
  async records(ref?: GroupRef): Promise<VisibleRecords | null> {
    const scope = await this.scope(ref);
    return scope.isEmpty ? null : this.db.records(scope, this.options.turns);
  }

  async #readGranted(): Promise<GroupScope> {
    await this.db.assertSchemaFits();
    const scope = await this.db.scopeOf(this.caller.groups);
    if (scope.isEmpty) this.options.onNoGroup?.();
    return scope;
  }

  /**
   * Reads leases with any number of tenants: one statement at a time, so that together they stay within the budget.
   * @param read receives the maximum number of tenants
   * @throws {ServiceError} when there are more tenants than the budget allows
   */
  leases(read: (most: number) => Promise<Lease[] | TooMany>, parts: LeaseParts): Promise<Lease[]> {
    const { budget } = this;
    const next = async (): Promise<Lease[]> => {
      const leases = await read(budget?.left ?? Infinity);
      if (leases instanceof TooMany) throw budget!.refusal();
      budget?.read(tenantCount(leases, parts));
      return leases;
    };
    const reading = this.#reading.then(next);
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  /** Yields to the event loop after every {@link RECORDS_PER_TURN} records, so that a large answer does not block the process. */
  async yieldAfter(records: number): Promise<void> {
    this.#sinceYield += records;
    if (this.#sinceYield > RECORDS_PER_TURN) {
      this.#sinceYield = records;
      this.#yielding = (this.#yielding ?? Promise.resolve()).then(nextTurn);
    }
    // A call below the limit waits as well, so that it does not overtake earlier ones.
    if (this.#yielding !== undefined) await this.#yielding;
  }
}

/** Records of an answer that are completed in one turn of the event loop. They take some tens of milliseconds. */
const RECORDS_PER_TURN = 1_000;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Finds the leases of a tenant (contract 4.1). No match is an empty page (rule 4).
 * @param request null for the page after the last one
 * @param parts the parts of a lease that the answer needs
 * @throws {ServiceError} when the leases have more tenants than the budget allows
 */
export async function pageOfLeases(
  session: Session,
  criteria: TenantCriteria,
  request: PageRequest | null,
  parts = WHOLE_LEASE,
): Promise<Page<Lease>> {
  if (request === null) return NOTHING_MORE;
  const { budget } = session;
  const records = await session.records(criteria.group);
  if (records === null) return NOTHING_MORE;
  const search = new LeaseSearch(records, criteria, parts, budget);
  if (budget === undefined) return paginate(search, request);
  return paginate(
    {
      ids: (bounds) => search.ids(bounds),
      records: (ids) => session.leases((most) => search.records(ids, most), parts),
      count: () => search.count(),
    },
    request,
  );
}

/** Finds the tenants of leases (contract 4.2). No match is an empty page. @param request as of {@link pageOfLeases} */
export async function pageOfTenants(
  session: Session,
  criteria: LeaseCriteria,
  request: PageRequest | null,
  parts = TENANT_ALONE,
): Promise<Page<Tenant>> {
  if (request === null) return NOTHING_MORE;
  const records = await session.records(criteria.group);
  return records === null ? NOTHING_MORE : paginate(new TenantSearch(records, criteria, parts), request);
}

/** Names a record by its kind and paging id. */
export interface RecordId {
  readonly kind: 'lease' | 'tenant' | 'group';
  readonly rowId: RowId;
}

export type FoundRecord =
  | { readonly kind: 'lease'; readonly record: Lease }
  | { readonly kind: 'tenant'; readonly record: Tenant }
  | { readonly kind: 'group'; readonly record: Group };

/** The records with these ids, in the same order, with a fixed number of statements. Null for an id that is unknown or not visible. */
export async function recordsInOrder(
  session: Session,
  recordIds: readonly (RecordId | undefined)[],
  parts = WHOLE_LEASE,
): Promise<(FoundRecord | null)[]> {
  const records = await session.records();
  if (records === null) return recordIds.map(() => null);
  const rowIds = (kind: RecordId['kind']) => [
    ...new Set(recordIds.flatMap((id) => (id?.kind === kind ? [id.rowId] : []))),
  ];
  const leaseIds = rowIds('lease');
  const [leases, tenants, groups] = await Promise.all([
    session.leases((most) => leasesById(records, parts, leaseIds, most), parts),
    tenantsById(records, rowIds('tenant')),
    groupsById(session.db.access, await session.scope(), rowIds('group')),
  ]);
  const byKind = { lease: byRowId(leases), tenant: byRowId(tenants), group: byRowId(groups) };
  return recordIds.map((id) => {
    const record = id && byKind[id.kind].get(id.rowId);
    return record === undefined ? null : ({ kind: id?.kind, record } as FoundRecord);
  });
}

const byRowId = <Record extends { rowId: RowId }>(records: readonly Record[]): ReadonlyMap<RowId, Record> =>
  new Map(records.map((record) => [record.rowId, record]));
