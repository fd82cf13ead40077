/** Pages that were read one after the other, as one answer. */

import type { Answer } from './compare-answers';
import { field, isObject, type JsonObject } from './compare-values';

/** The `last_id` of an answer, if a further page can be asked for with it. */
export function nextCursor(answer: Answer): string | number | undefined {
  const lastId = field(bodyOf(answer), 'last_id');
  const isCursor = (typeof lastId === 'number' || typeof lastId === 'string') && !/^(?:-1)?$/.test(String(lastId));
  return answer.status === 200 && isCursor ? lastId : undefined;
}

/** Whether an answer has no record, as a page after the last one has (decisions 2 and 22). */
export function isEmptyPage(answer: Answer, list: 'leases' | 'tenants'): boolean {
  if (answer.status === 404) return field(errorOf(answer), 'type') === 'not_found';
  const records = field(bodyOf(answer), list);
  return answer.status === 200 && Array.isArray(records) && records.length === 0;
}

/** The first answer with the records of all, and nothing after them. */
export function joinPages(pages: readonly [Answer, ...Answer[]], list: 'leases' | 'tenants'): Answer {
  const records = pages.flatMap((page) => {
    const own = field(bodyOf(page), list);
    return Array.isArray(own) ? (own as readonly unknown[]) : [];
  });
  return { ...pages[0], body: JSON.stringify({ ...bodyOf(pages[0]), [list]: records, last_id: -1 }) };
}

function bodyOf({ body }: Answer): JsonObject {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function errorOf(answer: Answer): JsonObject {
  const error = field(bodyOf(answer), 'error');
  return isObject(error) ? error : {};
}
