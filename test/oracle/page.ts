/** Paging over rows in ascending order of their paging id. */

interface Row {
  readonly id: number;
}

export interface RestPage<Record> {
  readonly rows: readonly Record[];
  readonly last_id: number;
}

/** Decisions 1 to 5; at most 100 rows. */
export function restPage<Record extends Row>(
  rows: readonly Record[],
  after: number | 'nothing left',
): RestPage<Record> {
  const following = after === 'nothing left' ? [] : rows.filter(({ id }) => id > after);
  const page = following.slice(0, 100);
  return { rows: page, last_id: following.length > page.length ? (page.at(-1)?.id ?? -1) : -1 };
}

/** Relay's arguments, with paging ids for cursors. */
export interface Bounds {
  readonly first?: number;
  readonly last?: number;
  readonly after?: number;
  readonly before?: number;
}

export interface Connection<Record> {
  readonly rows: readonly Record[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly totalCount: number;
}

/** Both `has…Page` fields describe the whole list, in whichever direction the page was read. */
export function connection<Record extends Row>(
  all: readonly Record[],
  { first, last, after = 0, before = Infinity }: Bounds,
  defaultSize = 100,
): Connection<Record> {
  const within = all.filter(({ id }) => id > after && id < before);
  const size = Math.min(first ?? last ?? defaultSize, within.length);
  const rows = last === undefined ? within.slice(0, size) : within.slice(within.length - size);
  const cut = rows.length < within.length;
  return {
    rows,
    hasNextPage: (last === undefined && cut) || all.some(({ id }) => id >= before),
    hasPreviousPage: (last !== undefined && cut) || all.some(({ id }) => id <= after),
    totalCount: all.length,
  };
}
