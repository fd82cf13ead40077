/** Whether the leases of very many tenants are found by those tenants or by a walk through all leases. */

import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';

import type { LocalDate } from '../../model/local-date';
import type { Direction } from '../runs';
import type { Tables } from '../tables';
import type { LeaseMonth, VisibleRecords } from '../visible-records';
import type { Rival } from './merge';
import { monthOf } from './month-runs';
import { PAGE_ROWS } from './search';

export interface LeaseAppraisal {
  readonly gathers: boolean;
  /** The share of a walk's rows that match, 0 to 1. */
  readonly share: number;
  /** The gathering, where it may be better after all. */
  readonly gathering?: Rival;
  /** Of active leases: by which month they are walked through, first by the one and then by the other. */
  readonly months?: { of(direction: Direction): readonly [LeaseMonth, LeaseMonth]; readonly other: Rival };
}

/** The share of leases that are thought to be active; only costs hang on it. */
export const ACTIVE_SHARE = 0.25;
/** Rows read to look whether a lease has a tenant who matches. */
const ROWS_OF_LEASE = 3;
/** Rows read for a tenant's leases, and when each of them has to be looked at. */
const ROWS_OF_TENANT = 3;
const ROWS_OF_TENANT_WHEN_ACTIVE = 5.5;

/** @param identified the visible tenants, by an index of what identifies them */
export async function appraiseLeases(
  records: VisibleRecords,
  identified: SelectQueryBuilder<Tables & { t: Tables['tenants'] }, 't', object>,
  identifications: readonly Expression<SqlBool>[],
  activeOn: LocalDate | undefined,
): Promise<LeaseAppraisal> {
  const one = sql.lit(1).as('one');
  const month = activeOn === undefined ? undefined : monthOf(activeOn);
  const byMonth = (column: LeaseMonth) => records.leases(`use index (leases_by_${column})`).select(one);
  const { found, tenants, leases } = await records.estimates([
    records.tenants().select(one),
    ...identifications.map((condition) => identified.where(condition).select(one)),
    ...(month === undefined
      ? []
      : [
          byMonth('end_month').where('l.end_month', '>=', month),
          byMonth('start_month').where('l.start_month', '<=', month),
        ]),
  ]);
  const [visible = 0, ...rest] = found;
  const matching = rest.slice(0, identifications.length);
  const [ending = leases, started = leases] = rest.slice(identifications.length);
  const visibleShare = Math.min(1, visible / Math.max(tenants, 1));
  const active = activeOn === undefined ? 1 : ACTIVE_SHARE;
  const shares = matching.map((rows) => Math.min(1, rows / Math.max(visible, 1)));

  /** @param share of the visible tenants who match */
  const gatherCost = (share: number) =>
    Math.min(...matching) + visible * share * (activeOn === undefined ? ROWS_OF_TENANT : ROWS_OF_TENANT_WHEN_ACTIVE);
  // Groups are runs of their own unless months are.
  const seen = activeOn === undefined ? 1 : visibleShare;
  const rowCost = 1 + active * seen * ROWS_OF_LEASE;
  const walkCost = (share: number) =>
    Math.min(ending, started, PAGE_ROWS / Math.max(share * active * seen, 1e-9)) * rowCost;
  // Identifications of a tenant often go together.
  const together = Math.min(...shares);
  const apart = shares.reduce((product, share) => product * share, 1);
  const cost = gatherCost(apart) / rowCost;
  const after = Math.min(cost, (1.2 * walkCost(together)) / rowCost);
  // Where the leases that are active lie behind many that are not, the other side of the day has few of those.
  const expected = (2 * walkCost(together)) / rowCost;
  return {
    gathers: gatherCost(together) < walkCost(together),
    share: together * active * seen,
    ...(shares.length > 1 && { gathering: { after, cost } }),
    ...(activeOn !== undefined && {
      months: {
        of: (direction) => sidesOf({ leases, ending, started }, direction),
        other: { after: expected, cost: expected },
      },
    }),
  };
}

/** First the side of a day on which fewer leases are; where there are many on both, that whose active leases come first. */
function sidesOf(
  rows: Readonly<Record<'leases' | 'ending' | 'started', number>>,
  direction: Direction,
): readonly [LeaseMonth, LeaseMonth] {
  const fewer = Math.min(rows.ending, rows.started) < rows.leases / 4;
  const ending = fewer ? rows.ending < rows.started : direction === 'forward';
  return ending ? ['end_month', 'start_month'] : ['start_month', 'end_month'];
}
