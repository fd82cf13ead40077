import type { PageRequest, RowId } from '../model/page';

/** Instead of records: those with these ids hold too many others. The first `fits` ids, at least one, can be tried next. */
export class TooMany {
  constructor(readonly fits: number) {}
}

/** A set of records in the order of their paging ids, of which any run can be read. */
export interface Listing<Record> {
  /** The first paging ids within the bounds, each once; in the order of the direction: descending when backward. */
  ids(bounds: PageRequest): Promise<RowId[]>;
  /** Those of these records that are still there and visible, in the order of the ids. */
  records(ids: readonly RowId[]): Promise<Record[] | TooMany>;
  /** The number of all records; null when there are too many, or counting would look at too many visible rows. */
  count(): Promise<number | null>;
}

/** The listing of nothing. */
export const EMPTY_LISTING: Listing<never> = {
  ids: async () => [],
  records: async () => [],
  count: async () => 0,
};

/** The records with these ids, in their order; one that is not there is left out. */
export function inOrder<Record extends { rowId: RowId }>(ids: readonly RowId[], records: readonly Record[]): Record[] {
  const byId = new Map(records.map((record) => [record.rowId, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
