/** The format of a file of saved requests: a line of JSON for each lookup. It has no token. */

import { open } from 'node:fs/promises';

import { CommandFailure } from '../../src/cli/terminal';
import { isObject, jsonIn } from '../contract/answers';
import { LOOKUPS, type Question } from '../contract/lookups';

export interface SavedRequest extends Omit<Question, 'authorization'> {
  readonly at: string;
  /** A name, or `#` and a hash. `none` without an `Authorization` header. */
  readonly caller: string;
  /** Of the answer that the caller got. */
  readonly status: number;
  /** The records of that answer; absent if it was not read. */
  readonly records?: number;
}

/** In their order, with the numbers of their lines, from 1. @throws {CommandFailure} that names the first line that is not a saved request, without a value of it */
export async function* readSavedRequests(file: string): AsyncGenerator<{ line: number; request: SavedRequest }, void> {
  const handle = await open(file).catch((cause: NodeJS.ErrnoException) => {
    throw new CommandFailure(`${file} cannot be read (${cause.code}).`, { cause });
  });
  let line = 0;
  for await (const text of handle.readLines()) {
    line += 1;
    if (text.trim() === '') continue;
    const value = jsonIn(text);
    if (value === undefined) throw new CommandFailure(`${file}: line ${line} is not JSON.`);
    const wrong = Object.entries(FORM).filter(([name, isValid]) => !isValid(isObject(value) ? value[name] : undefined));
    const names = wrong.map(([name]) => name).join(', ');
    if (names !== '') throw new CommandFailure(`${file}: line ${line} has no valid ${names}.`);
    yield { line, request: value as unknown as SavedRequest };
  }
}

const isText = (value: unknown): boolean => typeof value === 'string';

const FORM: Readonly<Record<string, (value: unknown) => boolean>> = {
  lookup: (value) => LOOKUPS.some((name) => name === value),
  path: (value) => typeof value === 'string' && value.startsWith('/'),
  caller: isText,
  type: (value) => value === null || isText(value),
  body: isText,
  status: (value) => typeof value === 'number',
  records: (value) => value === undefined || typeof value === 'number',
};
