/**
 * The paging id of a row: an integer from 1 to 2^53 - 1 that never changes and is never used again (decision 6).
 * It is not the public `identifier`.
 */
export type RowId = number;

/** Contract section 8: at most this many records in one answer. */
export const PAGE_LIMIT = 100;

/** Default page size of a tenant’s leases. */
export const LEASES_PER_TENANT = 10;

/** The least records that a page of a tenant’s leases counts as, because finding it costs as much as several records (decision 34). */
export const LEAST_OF_NESTED_PAGE = 5;

/** The most records that are counted. */
export const COUNT_LIMIT = 10_000;

/** Why there is no total count (decision 50). */
export const COUNT_PROBLEMS = { TOO_MANY_RECORDS: 'TOO_MANY_RECORDS', TOO_MANY_ROWS: 'TOO_MANY_ROWS' } as const;
export type CountProblem = keyof typeof COUNT_PROBLEMS;

/** A total count within {@link COUNT_LIMIT}. */
export const limitedCount = (total: number): number | CountProblem =>
  total > COUNT_LIMIT ? COUNT_PROBLEMS.TOO_MANY_RECORDS : total;

/** The requested part of a listing. `after` and `before` are exclusive (decision 1). */
export interface PageRequest {
  readonly limit: number;
  /** `forward` takes the first rows within the bounds, `backward` the last. A page is in ascending order either way. */
  readonly direction: 'forward' | 'backward';
  readonly after?: RowId;
  readonly before?: RowId;
}

export interface Page<Record> {
  /** In ascending order of `rowId` (decision 5). */
  readonly records: readonly Record[];
  /** Whether another visible row follows in the requested direction, within the bounds (decision 3). */
  readonly hasMore: boolean;
  hasNextPage(): Promise<boolean>;
  hasPreviousPage(): Promise<boolean>;
  /** All records of the listing, whatever the cursors, or why they are not counted. */
  count(): Promise<number | CountProblem>;
}
