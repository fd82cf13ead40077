/** Stands in for the lookups: records and failures that follow from a seed and the question alone, with no database. */

import { CATALOGUE, type ErrorReason, ServiceError } from '../../src/errors';
import type { LookupRequest } from '../../src/lookups/lookups';
import type { FoundRecord, RecordId } from '../../src/lookups/find-records';
import type { LeaseCriteria, TenantCriteria } from '../../src/model/criteria';
import type { Page, PageRequest, RowId } from '../../src/model/page';
import type { Group, Lease, Tenant } from '../../src/model/records';
import { Dice } from './generate/dice';
import { aGroup, aLease, aTenant } from './generate/records';

const REASONS = Object.keys(CATALOGUE) as ErrorReason[];

export class StandIn {
  readonly caller;
  readonly today = '2026-01-31';

  /** @param failing percent of the answers that fail */
  constructor(
    private readonly seed: number,
    private readonly failing: number,
  ) {
    const dice = new Dice(seed);
    this.caller = { subject: dice.chance(50) ? 'ada' : null, tokenExpiresAt: dice.chance(50) ? new Date(0) : null };
  }

  /** What the resolvers find in their context. */
  context(): { readonly lookups: StandIn } {
    return { lookups: this };
  }

  async leasesForTenant(read: () => LookupRequest<TenantCriteria>): Promise<Page<Lease>> {
    const { criteria, page } = read();
    return this.#page(`leases ${JSON.stringify(criteria)}`, page!, (rowId) => aLease(rowId));
  }

  async tenantsByLease(read: () => LookupRequest<LeaseCriteria>): Promise<Page<Tenant>> {
    const { criteria, page } = read();
    return this.#page(`tenants ${JSON.stringify(criteria)}`, page!, (rowId) => aTenant(rowId));
  }

  async leasesOfTenant({ rowId }: Tenant, read: () => LookupRequest<TenantCriteria>): Promise<Page<Lease>> {
    const { criteria, page } = read();
    return this.#page(`leases ${rowId} ${JSON.stringify(criteria)}`, page!, (id) => aLease(id));
  }

  async visibleGroups(read: () => { page: PageRequest }): Promise<Page<Group>> {
    return this.#page('groups', read().page, (rowId) => aGroup(rowId));
  }

  async seesAllGroups(): Promise<boolean> {
    return this.#decide('all', (dice) => dice.chance(50));
  }

  async byId(_operation: string, read: () => readonly (RecordId | undefined)[]): Promise<(FoundRecord | null)[]> {
    const ids = read();
    return this.#decide(`ids ${JSON.stringify(ids)}`, (dice) =>
      ids.map((id) => {
        if (id === undefined || dice.chance(20)) return null;
        if (id.kind === 'lease') return { kind: id.kind, record: aLease(id.rowId) };
        if (id.kind === 'tenant') return { kind: id.kind, record: aTenant(id.rowId) };
        return { kind: id.kind, record: aGroup(id.rowId) };
      }),
    );
  }

  #page<Found>(question: string, request: PageRequest, make: (rowId: RowId) => Found): Page<Found> {
    const place = `${question} ${JSON.stringify(request)}`;
    return this.#decide(place, (dice) => ({
      records: Array.from({ length: Math.min(request.limit, dice.below(3)) }, () => make(1 + dice.below(20))),
      hasMore: dice.chance(50),
      hasNextPage: async () => this.#decide(`next ${place}`, () => dice.chance(50)),
      hasPreviousPage: async () => this.#decide(`previous ${place}`, () => dice.chance(50)),
      totalCount: async () => this.#decide(`count ${place}`, () => (dice.chance(20) ? null : dice.below(9))),
    }));
  }

  /** The same for the same place, whenever and however often it is asked. */
  #decide<Answer>(place: string, answer: (dice: Dice) => Answer): Answer {
    const dice = this.#diceOf(place);
    if (!dice.chance(this.failing)) return answer(dice);
    if (dice.chance(20)) throw new Error(`driver: ${place}`);
    throw new ServiceError(dice.pick(REASONS), dice.chance(50) ? { message: place } : {});
  }

  #diceOf(place: string): Dice {
    let hash = this.seed;
    for (let index = 0; index < place.length; index += 1) hash = Math.imul(hash ^ place.charCodeAt(index), 0x01000193);
    return new Dice(hash);
  }
}
