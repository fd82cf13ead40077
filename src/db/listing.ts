import type { PageRequest, RowId } from '../model/page';

/** Instead of records: these contain too many other records. The first `fits` ids, at least one, can be read next. */
export class TooMany {
  constructor(readonly fits: number) {}
}

/** A set of records in the order of their paging ids, of which any page can be read. */
export interface Listing<Record> {
  /** The first paging ids within the bounds, each once, in the order of the direction: backward is descending. */
  ids(bounds: PageRequest): Promise<RowId[]>;
  /** The records with these ids that still exist and are visible, in the order of the ids. */
  records(ids: readonly RowId[]): Promise<Record[] | TooMany>;
  /** The number of all records. Null if there are too many, or if a count would read too many visible rows. */
  count(): Promise<number | null>;
}

export const EMPTY_LISTING: Listing<never> = {
  ids: async () => [],
  records: async () => [],
  count: async () => 0,
};

/** The records in the order of the ids. Ids without a record are left out. */
export function inOrder<Record extends { rowId: RowId }>(ids: readonly RowId[], records: readonly Record[]): Record[] {
  const byId = new Map(records.map((record) => [record.rowId, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The ids of a page, from ascending ids. */
export function within(ids: readonly RowId[], { direction, after, before, limit }: PageRequest): RowId[] {
  const inside = ids.filter((id) => (after === undefined || id > after) && (before === undefined || id < before));
  return direction === 'forward' ? inside.slice(0, limit) : inside.reverse().slice(0, limit);
}
