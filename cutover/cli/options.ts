/** Options that several commands of the kit have, and the files that they name. */

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { type Command, InvalidArgumentError, Option } from 'commander';

import { CommandFailure, wholeNumber } from '../../src/cli/terminal';
import { isObject, type Json, jsonIn } from '../contract/answers';
import type { CallerTokens, TokenFile } from '../proxy/callers';

export function httpUrl(text: string, before?: URL): URL {
  if (before !== undefined) throw new InvalidArgumentError('It can be given once.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new InvalidArgumentError('It must be an http or https URL without a user, query or fragment.');
  return url;
}

/** Of the commands that compare both sides. */
export interface ComparingOptions {
  readonly old: URL;
  readonly tokens?: string;
  readonly differences?: string;
  readonly timeout: number;
  readonly maxPages: number;
  readonly againAfter: number;
}

export const comparing = (command: Command): Command =>
  command
    .requiredOption('--old <url>', 'base URL of the old service', httpUrl)
    .option('--tokens <file>', 'file with the tokens of each caller for both sides')
    .option('--differences <file>', 'new private file for the differences, with their records and values')
    .option('--timeout <seconds>', 'how long to wait for an answer', wholeNumber(1, 600), 30)
    .option('--max-pages <n>', 'pages of one lookup that are compared', wholeNumber(2, 100_000), 200)
    .option('--again-after <ms>', 'pause before a difference is asked for again', wholeNumber(0, 600_000), 1000);

export const minComparedOption = (): Option =>
  new Option('--min-compared <percent>', 'share of the requests that must have been compared')
    .argParser((text) => wholeNumber(1, 100)(text) / 100)
    .default(0.9, '90');

/** The command line shows a token to every account of the machine; a file does not. */
export function tokenOrFile(text: string, folder: string): string {
  const token = text.startsWith('@') ? readText(resolve(folder, text.slice(1))).trim() : text;
  if (!/^[\x21-\x7e]+$/.test(token)) throw new InvalidArgumentError('A token has visible ASCII characters only.');
  return token;
}

/** @throws {CommandFailure} */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new CommandFailure(`${file} cannot be read (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}

/** The value in a file of JSON. @param read throws what is wrong with it, without repeating it @throws {CommandFailure} */
export function parsed<Value>(file: string, read: (value: Json) => Value): Value {
  const value = jsonIn(readText(file));
  if (value === undefined) throw new CommandFailure(`${file} is not JSON.`);
  try {
    return read(value);
  } catch (cause) {
    throw new CommandFailure(`${file}: ${(cause as Error).message}`, { cause });
  }
}

/** @throws {CommandFailure} */
export function tokensIn(file: string | undefined): TokenFile {
  return file === undefined ? new Map() : parsed(file, (value) => callersIn(value, dirname(file)));
}

function callersIn(value: Json, folder: string): TokenFile {
  if (!isObject(value)) throw new Error('It is not an object with a field for each caller.');
  const fieldIn = ([field, text]: readonly [string, Json]) => {
    if (!['old', 'new', 'subject'].includes(field) || typeof text !== 'string')
      throw new Error('It has a caller that is not an object with the texts `old`, `new` and `subject`.');
    return [field, field === 'subject' ? text : tokenOrFile(text, folder)] as const;
  };
  const callerIn = (caller: Json): CallerTokens =>
    Object.fromEntries(Object.entries(isObject(caller) ? caller : { caller }).map(fieldIn));
  return new Map(Object.entries(value).map(([name, caller]) => [name, callerIn(caller)]));
}
