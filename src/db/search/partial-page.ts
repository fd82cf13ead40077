/** A page that is found in steps. */

import type { PageRequest, RowId } from '../../model/page';
import { boundsFrom } from './merge';

/** What a step has found. */
export interface Found {
  readonly ids: RowId[];
  /** Absent if the page is complete. */
  readonly next?: Progress;
}

export interface Progress {
  /** The id from which on not everything was found. */
  readonly from: RowId;
  /** The share of the rows so far that match. Never 0. */
  readonly share: number;
  /** Rows for each id. */
  readonly density: number;
}

/** The part of a page that a walk reads, and the id after it unless that is beyond the bounds. */
export interface Part {
  readonly part: PageRequest;
  readonly end?: RowId;
}

export function foundIn(
  ids: RowId[],
  { part, end }: Part,
  { rows, density }: { rows: number; density: number },
): Found {
  if (ids.length === part.limit || end === undefined) return { ids };
  return { ids, next: { from: end, share: Math.max(ids.length, 0.5) / rows, density } };
}

/** What was found of a page, in the order of the direction. */
export class PartialPage {
  readonly ids: RowId[] = [];

  /** @param rest the bounds of what is not found yet @param lastId of the table, up to a minute old */
  constructor(
    public rest: PageRequest,
    private readonly lastId: RowId,
  ) {}

  add({ ids, next }: Found): Progress | undefined {
    this.ids.push(...ids);
    if (next !== undefined) this.rest = boundsFrom(next.from, { ...this.rest, limit: this.rest.limit - ids.length });
    return next;
  }

  get idsLeft(): number {
    const { after, before } = this.#open;
    return before - after - 1;
  }

  /** The number of ids within the bounds that come before `from`. At least 1. */
  idsUpTo(from: RowId): number {
    const { after, before } = this.#open;
    return Math.max(1, this.rest.direction === 'forward' ? from - after - 1 : before - from - 1);
  }

  /** The part of the bounds with the first `ids` ids. The last part has no end of its own: there may be newer ids. */
  firstPart(ids: number): Part {
    const { rest } = this;
    const { after, before } = this.#open;
    const end = rest.direction === 'forward' ? after + 1 + ids : before - 1 - ids;
    if (end >= before || end <= after) return { part: rest };
    return { part: rest.direction === 'forward' ? { ...rest, before: end } : { ...rest, after: end }, end };
  }

  get #open() {
    const { after = 0, before = Math.max(this.lastId, after) + 1 } = this.rest;
    return { after, before };
  }
}
