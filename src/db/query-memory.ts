/** What all queries share. It may decide how an answer is read, never what is in it. */

import type { RowId } from '../model/page';
import type { RetryBudget } from './pool/failures';
import type { Remembered } from './remembered';
import type { PreparedStatements } from './statements';

export interface QueryMemory {
  readonly statements: PreparedStatements;
  readonly years: Remembered<readonly number[]>;
  readonly lastIds: Readonly<Record<TableWithIds, Remembered<RowId>>>;
  /** By few groups. */
  readonly densities: Map<string, Densities>;
  readonly retries: RetryBudget;
  /** Rows that a walk through a table passes at most. */
  readonly longestWalk: number;
}

export type TableWithIds = 'tenants' | 'leases' | 'groups';

/** By table: rows of these groups for each paging id, in the part that a search read last. */
export type Densities = Partial<Record<TableWithIds, number>>;

/** Scopes whose densities are kept. */
const MOST_SCOPES = 10_000;

/** @param groups within the scope */
export function densitiesOf({ densities }: QueryMemory, groups: readonly RowId[]): Densities {
  const scope = groups.join();
  let known = densities.get(scope);
  if (known === undefined) {
    if (densities.size >= MOST_SCOPES) densities.clear();
    known = {};
    densities.set(scope, known);
  }
  return known;
}
