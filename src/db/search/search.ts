import { COUNT_LIMIT, type PageRequest, type RowId } from '../../model/page';

/** What a lookup needs of a search: the paging ids of its matches, and how many there are. */
export interface Search {
  /** The first ids within the bounds, in the order of the direction, each once. */
  ids(bounds: PageRequest): Promise<RowId[]>;
  /** Null above {@link COUNT_LIMIT}, and where counting would read more than a page may. */
  count(): Promise<number | null>;
}

/** All matches at once: for questions that few rows match. Read when first asked for, and once. */
export class Gathering {
  #ids: Promise<readonly RowId[] | null> | undefined;

  /** @param read gives at most `limit` ids, in any order, an id as often as it matches */
  constructor(
    private readonly limit: number,
    private readonly read: (limit: number) => Promise<readonly RowId[]>,
  ) {}

  /** Ascending, each once; null when there are more rows than the limit. */
  all(): Promise<readonly RowId[] | null> {
    this.#ids ??= this.#gather();
    return this.#ids;
  }

  async #gather(): Promise<readonly RowId[] | null> {
    const rows = await this.read(this.limit + 1);
    return rows.length > this.limit ? null : [...new Set(rows)].sort((a, b) => a - b);
  }
}

/** Of ascending ids, those of a page. */
export function within(ids: readonly RowId[], { direction, after, before, limit }: PageRequest): RowId[] {
  const inside = ids.filter((id) => (after === undefined || id > after) && (before === undefined || id < before));
  return direction === 'forward' ? inside.slice(0, limit) : inside.reverse().slice(0, limit);
}

export const countOf = (ids: readonly RowId[]): number | null => (ids.length > COUNT_LIMIT ? null : ids.length);

export async function idsOf(query: { execute(): Promise<{ id: RowId }[]> }): Promise<RowId[]> {
  return (await query.execute()).map(({ id }) => id);
}
