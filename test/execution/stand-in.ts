/** Stands in for the lookups: records and failures that follow from a seed and the question alone, with no database. */

import { CATALOGUE, type ErrorReason, ServiceError } from '../../src/errors';
import type { LocalDate } from '../../src/model/local-date';
import type { Page, PageRequest, RowId } from '../../src/model/page';
import type { Group, Lease, Tenant } from '../../src/model/records';
import { Dice } from './generate/dice';
import { aGroup, aLease, aTenant } from './generate/records';

const REASONS = Object.keys(CATALOGUE) as ErrorReason[];

/** What the resolvers find in their context. */
export interface StandInContext {
  readonly session: StandIn;
  readonly tenantLeases: StandIn;
  readonly today: LocalDate;
}

export class StandIn {
  readonly caller;

  /** @param failing percent of the answers that fail */
  constructor(
    private readonly seed: number,
    private readonly failing: number,
  ) {
    const dice = new Dice(seed);
    this.caller = { subject: dice.chance(50) ? 'ada' : null, tokenExpiresAt: dice.chance(50) ? new Date(0) : null };
  }

  context(): StandInContext {
    return { session: this, tenantLeases: this, today: '2026-01-31' };
  }

  async leases(question: unknown, request: PageRequest): Promise<Page<Lease>> {
    return this.#page(`leases ${JSON.stringify(question)}`, request, (rowId) => aLease(rowId));
  }

  async tenants(question: unknown, request: PageRequest): Promise<Page<Tenant>> {
    return this.#page(`tenants ${JSON.stringify(question)}`, request, (rowId) => aTenant(rowId));
  }

  async groups(request: PageRequest): Promise<Page<Group>> {
    return this.#page('groups', request, (rowId) => aGroup(rowId));
  }

  async seesAll(): Promise<boolean> {
    return this.#decide('all', (dice) => dice.chance(50));
  }

  /** As `TenantLeases` has it. */
  of({ rowId }: Tenant, activeOn: LocalDate | undefined, request: PageRequest): Promise<Page<Lease>> {
    return this.leases([rowId, activeOn], request);
  }

  async byId(ids: Readonly<Record<'leases' | 'tenants' | 'groups', readonly RowId[]>>) {
    return this.#decide(`ids ${JSON.stringify(ids)}`, (dice) => {
      const found = <Found>(rowIds: readonly RowId[], make: (rowId: RowId) => Found) =>
        new Map(rowIds.filter(() => dice.chance(80)).map((rowId) => [rowId, make(rowId)]));
      return {
        leases: found(ids.leases, (rowId) => aLease(rowId)),
        tenants: found(ids.tenants, (rowId) => aTenant(rowId)),
        groups: found(ids.groups, (rowId) => aGroup(rowId)),
      };
    });
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
