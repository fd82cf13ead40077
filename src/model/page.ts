/**
 * The paging id of a row: an integer from 1 to 2^53 - 1, never changed, never used again (decision 6).
 * It is not the public `identifier`.
 */
export type RowId = number;

/** Contract section 8: at most this many records in one answer. */
export const PAGE_LIMIT = 100;

/** Page size of a tenant’s leases, unless asked for otherwise. */
export const LEASES_PER_TENANT = 10;

/** Records that a page of a tenant’s leases counts as at least: finding one takes the work of several records (decision 77). */
export const LEAST_OF_NESTED_PAGE = 5;

/** A `totalCount` above this is not given. */
export const COUNT_LIMIT = 10_000;

/** Which part of a listing is asked for. `after` and `before` are exclusive (decision 1). */
export interface PageRequest {
  readonly limit: number;
  /** `forward` takes the first rows within the bounds, `backward` the last; the order of a page is ascending in both. */
  readonly direction: 'forward' | 'backward';
  readonly after?: RowId;
  readonly before?: RowId;
}

/** Whether a page begins where another ended, and not at an end of the listing. */
export const goesOn = ({ after = 0, before }: Omit<PageRequest, 'limit'>): boolean => after > 0 || before !== undefined;

export interface Page<Record> {
  /** In ascending order of `rowId` (decision 5). */
  readonly records: readonly Record[];
  /** Whether a further visible row follows in the direction asked for, within the bounds (decision 3). */
  readonly hasMore: boolean;
  hasNextPage(): Promise<boolean>;
  hasPreviousPage(): Promise<boolean>;
  /** All records of the listing whatever the cursors; null above {@link COUNT_LIMIT}, or when counting would look at too many visible rows. */
  totalCount(): Promise<number | null>;
}
