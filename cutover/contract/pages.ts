/** Reads the pages of a lookup, as contract section 8 says. */

import { type Answer, errorTypeIn, fieldOf, isObject, jsonIn, lastIdIn, recordsIn, succeeded } from './answers';
import type { Lookup } from './lookups';

/**
 * `refused`: the last request was no success. `repeated`: a cursor came again. `open`: more pages follow than were read.
 */
export type Ending = 'last_id is -1' | 'no last_id' | 'an empty page' | 'not found' | 'refused' | 'repeated' | 'open';

/**
 * @param read the page after a cursor; undefined for the first one @param most pages that are read
 * @returns the successful pages, and the answer to the last request, which is a page or a refusal
 */
export async function readPages<Page extends Answer>(
  lookup: Lookup,
  read: (cursor: string | undefined) => Promise<Page>,
  most: number,
) {
  const pages: Page[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | undefined; ; cursors.add(cursor)) {
    const last = await read(cursor);
    const ended = (ending: Ending) => ({ pages, ending, last });
    if (!succeeded(last)) return ended(errorTypeIn(last) === 'not_found' ? 'not found' : 'refused');
    pages.push(last);
    cursor = lastIdIn(last);
    const isEmpty = pages.length > 1 && recordsIn(last, lookup).length === 0;
    if (cursor === undefined) return ended(isEmpty ? 'an empty page' : 'no last_id');
    if (cursor === '-1') return ended(isEmpty ? 'an empty page' : 'last_id is -1');
    if (cursors.has(cursor)) return ended('repeated');
    if (pages.length >= most) return ended('open');
  }
}

/** Whether an answer is a page that another one follows. */
export function hasNext(answer: Answer): boolean {
  const lastId = succeeded(answer) ? lastIdIn(answer) : undefined;
  return lastId !== undefined && lastId !== '-1';
}

const CURSOR = 'after-id';

/** Of a further page: the cursor belongs to the server that issued it. Undefined for a cursor that means the same everywhere. */
export function cursorOf(body: string): string | undefined {
  const afterId = fieldOf(jsonIn(body), CURSOR);
  const text = typeof afterId === 'number' || typeof afterId === 'string' ? String(afterId) : '';
  return /^\d+$/.test(text) && Number(text) > 1 ? text : undefined;
}

/** The same request for another page. Without a cursor it asks for the first one. */
export function bodyAt(body: string, cursor: string | undefined): string {
  const value = jsonIn(body);
  const { [CURSOR]: before, ...criteria } = isObject(value) ? value : {};
  if (cursor === undefined) return JSON.stringify(criteria);
  return JSON.stringify({ ...criteria, [CURSOR]: typeof before === 'number' ? Number(cursor) : cursor });
}
