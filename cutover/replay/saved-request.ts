/** The format of a file of saved requests: a line of JSON for each lookup. It has no token. */

import { open } from 'node:fs/promises';

import type { Lookup } from '../contract/lookups';
import { PATHS } from '../contract/lookups';

export interface SavedRequest {
  /** When it arrived. */
  readonly at: string;
  readonly lookup: Lookup;
  readonly path: string;
  /** A name, or `#` and a hash. `none` without an `Authorization` header. */
  readonly caller: string;
  /** The `Content-Type`; null without one. */
  readonly type: string | null;
  readonly body: string;
  /** Of the answer that the caller got. */
  readonly status: number;
  /** The records of that answer; absent if it was not read. */
  readonly records?: number;
}

export interface SavedLine {
  /** From 1. */
  readonly line: number;
  readonly request: SavedRequest;
}

/** In their order. @throws {Error} that names the first line that is not a saved request, without a value of it */
export async function* readSavedRequests(file: string): AsyncGenerator<SavedLine, void> {
  const handle = await open(file);
  let line = 0;
  for await (const text of handle.readLines()) {
    line += 1;
    if (text.trim() === '') continue;
    yield { line, request: requestIn(text, line) };
  }
}

function requestIn(text: string, line: number): SavedRequest {
  let value: Partial<SavedRequest> | null;
  try {
    value = JSON.parse(text) as Partial<SavedRequest> | null;
  } catch (cause) {
    throw new Error(`line ${line} is not JSON`, { cause });
  }
  const problems = [
    (typeof value?.lookup !== 'string' || !Object.hasOwn(PATHS, value.lookup)) && 'lookup',
    (typeof value?.path !== 'string' || !value.path.startsWith('/')) && 'path',
    typeof value?.caller !== 'string' && 'caller',
    value?.type !== null && typeof value?.type !== 'string' && 'type',
    typeof value?.body !== 'string' && 'body',
    typeof value?.status !== 'number' && 'status',
    !['undefined', 'number'].includes(typeof value?.records) && 'records',
  ].filter((name) => name !== false);
  if (problems.length > 0) throw new Error(`line ${line} has no valid ${problems.join(', ')}`);
  return value as SavedRequest;
}
