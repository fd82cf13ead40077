/** Reads the pages of a lookup, as contract section 8 says. */

import { type Answer, errorTypeIn, isObject, jsonIn, lastIdIn, recordsIn, succeeded } from './answers';
import type { Lookup } from './lookups';

/**
 * `refused`: the last request was no success. `repeated`: a cursor came again. `open`: more pages follow than were read.
 */
export type Ending = 'last_id is -1' | 'no last_id' | 'an empty page' | 'not found' | 'refused' | 'repeated' | 'open';

export interface Pages<Page> {
  /** The successful ones. */
  readonly pages: readonly Page[];
  readonly ending: Ending;
  /** The answer to the last request, a page or a refusal. */
  readonly last: Page;
}

/** @param read the page after a cursor; undefined for the first one @param most pages that are read */
export async function readPages<Page extends Answer>(
  lookup: Lookup,
  read: (cursor: string | undefined) => Promise<Page>,
  most: number,
): Promise<Pages<Page>> {
  const pages: Page[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | undefined; ; cursor = lastIdIn(pages.at(-1)!)) {
    const last = await read(cursor);
    if (!succeeded(last)) return { pages, ending: errorTypeIn(last) === 'not_found' ? 'not found' : 'refused', last };
    pages.push(last);
    const ending = endingOf(last, lookup, pages.length, cursors);
    if (ending !== undefined) return { pages, ending, last };
    if (pages.length >= most) return { pages, ending: 'open', last };
  }
}

function endingOf(page: Answer, lookup: Lookup, count: number, cursors: Set<string>): Ending | undefined {
  const lastId = lastIdIn(page);
  if (lastId !== undefined && lastId !== '-1') {
    if (cursors.has(lastId)) return 'repeated';
    cursors.add(lastId);
    return undefined;
  }
  if (count > 1 && recordsIn(page, lookup).length === 0) return 'an empty page';
  return lastId === undefined ? 'no last_id' : 'last_id is -1';
}

/** Whether an answer is a page that another one follows. */
export function hasNext(answer: Answer): boolean {
  const lastId = succeeded(answer) ? lastIdIn(answer) : undefined;
  return lastId !== undefined && lastId !== '-1';
}

const CURSOR = 'after-id';

const criteriaIn = (body: string) => {
  const value = jsonIn(body);
  return isObject(value) ? value : {};
};

/** Of a further page: the cursor belongs to the server that issued it. Undefined for a cursor that means the same everywhere. */
export function cursorOf(body: string): string | undefined {
  const afterId = criteriaIn(body)[CURSOR];
  const text = typeof afterId === 'number' || typeof afterId === 'string' ? String(afterId) : '';
  return /^\d+$/.test(text) && Number(text) > 1 ? text : undefined;
}

/** The same request for another page. Without a cursor it asks for the first one. */
export function bodyAt(body: string, cursor: string | undefined): string {
  const { [CURSOR]: before, ...criteria } = criteriaIn(body);
  if (cursor === undefined) return JSON.stringify(criteria);
  return JSON.stringify({ ...criteria, [CURSOR]: typeof before === 'number' ? Number(cursor) : cursor });
}
