/** Reads the pages of a lookup, as contract section 8 says. */

import { isObject, type JsonObject } from './exchange';
import { ask, type How } from './ask';
import {
  breaks,
  errorType,
  holds,
  type Lookup,
  recordsOf,
  type Reply,
  SECTION,
  type Session,
  succeeded,
} from './session';
import { recordLimit } from './success';

/** `open`: more pages follow than were read. `refused`: the first page was not a success. */
export type Ending = 'last_id is -1' | 'no last_id' | 'an empty page' | 'not found' | 'refused' | 'open';

export interface Walk {
  readonly body: JsonObject;
  readonly records: readonly JsonObject[];
  readonly identifiers: ReadonlySet<string>;
  readonly pages: readonly Reply[];
  readonly ending: Ending;
}

export const isComplete = ({ ending }: Walk): boolean => ending !== 'open' && ending !== 'refused';

export const identifierOf = ({ identifier }: JsonObject): string | undefined =>
  typeof identifier === 'string' || typeof identifier === 'number' ? String(identifier) : undefined;

/** As written: a larger integer than a JavaScript number holds is sent back unchanged. */
export function lastIdOf({ json, text }: Reply): string | undefined {
  const value = isObject(json) ? json.last_id : undefined;
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return value;
  if (typeof value !== 'number') return undefined;
  if (Number.isSafeInteger(value)) return String(value);
  return /"last_id"\s*:\s*(-?\d+)/.exec(text)?.[1];
}

export async function walk(
  session: Session,
  lookup: Lookup,
  body: JsonObject,
  { most = 5, how = {} }: { readonly most?: number; readonly how?: How } = {},
): Promise<Walk> {
  const pages: Reply[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  let ending: Ending | undefined;
  while (ending === undefined) {
    const page = await ask(session, lookup, cursor === undefined ? body : { ...body, 'after-id': cursor }, how);
    ending = endingOf(page, pages.length);
    if (succeeded(page)) pages.push(page);
    else if (cursor !== undefined && ending !== 'not found')
      breaks(
        session,
        [`${SECTION[lookup]}-request.after-id`, '8.sequence'],
        page,
        'the page after last_id, which is sent as a text',
      );
    if (ending !== undefined) break;
    cursor = lastIdOf(page) ?? '';
    if (seen.has(cursor)) {
      breaks(
        session,
        ['8.end', '8.sequence'],
        page,
        'pages that end with last_id -1',
        'last_id of an earlier page again',
      );
      ending = 'open';
    } else if (pages.length >= most) ending = 'open';
    seen.add(cursor);
  }
  const records = pages.flatMap(recordsOf);
  if (pages.length > 1) {
    holds(session, `${SECTION[lookup]}-request.after-id`, ...recordLimit(lookup));
    checkBoundaries(session, pages);
  }
  if (ending === 'last_id is -1') holds(session, '8.end');
  const identifiers = new Set(records.flatMap((record) => identifierOf(record) ?? []));
  return { body, records, identifiers, pages, ending };
}

function endingOf(page: Reply, before: number): Ending | undefined {
  if (!succeeded(page))
    return errorType(page) === 'not_found' && page.lookup === 'tenants' ? 'not found' : before > 0 ? 'open' : 'refused';
  const lastId = lastIdOf(page);
  if (lastId === '-1') return before > 0 && recordsOf(page).length === 0 ? 'an empty page' : 'last_id is -1';
  return lastId === undefined ? 'no last_id' : undefined;
}

/** `after-id` is exclusive. A server may repeat a record for other reasons, but not always the last one of a page. */
function checkBoundaries(session: Session, pages: readonly Reply[]): void {
  const names = pages.map((page) => recordsOf(page).map(identifierOf));
  if (names.some((page) => new Set(page).size < page.length)) return;
  const boundaries = names.slice(1).filter((page) => page.length > 0);
  const repeated = boundaries.filter((page, index) => page[0] !== undefined && page[0] === names[index]?.at(-1));
  const last = pages.at(-1);
  if (boundaries.length > 1 && repeated.length === boundaries.length && last !== undefined)
    breaks(
      session,
      ['8.sequence'],
      last,
      'the records after the page before',
      'the last record of the page before again',
    );
}

/** The clauses that are broken if records are missing from a sequence. @param otherwise if paging is not the cause */
export function clausesOfLoss(
  session: Session,
  { pages, ending }: Walk,
  otherwise: readonly string[],
): readonly string[] {
  const last = pages.at(-1);
  if (last === undefined) return otherwise;
  const isFull = recordsOf(last).length > 1 && recordsOf(last).length === session.largestPage;
  if (ending === 'last_id is -1' && isFull) return ['8.end', `${SECTION[last.lookup]}-response.last_id`];
  return pages.length > 1 ? ['8.sequence'] : otherwise;
}
