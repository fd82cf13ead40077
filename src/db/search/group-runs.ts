import type { PageRequest, RowId } from '../../model/page';
import { type Direction, type GroupedTable, groupIndex } from '../runs';
import type { VisibleRecords } from '../visible-records';
import type { MergePlan } from './merged-ids';

/** Groups that get a run each without being asked where they begin. */
const GROUPS_AT_ONCE = 100;

/** The rows of each visible group as a run; of more than 100 groups, those are read first that begin first. */
export function groupRuns(records: VisibleRecords, table: GroupedTable): MergePlan['runs'] {
  const index = groupIndex(table);
  const groups = records.scope.listed;
  if (groups.length <= GROUPS_AT_ONCE) return groups.map((group) => ({ index, group }));
  return async (snapshot, bounds) => {
    const heads = await snapshot.heads(table, startOf(bounds), bounds.direction);
    return { runs: heads.map(({ group_id }) => ({ index, group: group_id })), heads: heads.map(({ id }) => id) };
  };
}

/** The first place from `from` on at which any visible group has a row. */
export async function firstVisible(
  records: VisibleRecords,
  table: GroupedTable,
  from: RowId,
  direction: Direction,
): Promise<RowId | undefined> {
  const ids = (await records.heads(table, from, direction)).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  return direction === 'forward' ? Math.min(...ids) : Math.max(...ids);
}

/** The first place within the bounds, in their direction. */
const startOf = ({ direction, after, before }: PageRequest): RowId =>
  direction === 'forward' ? (after ?? 0) + 1 : (before ?? 2 ** 53) - 1;
