/** Options that several commands of the kit have, and the files that they name. */

import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

import { InvalidArgumentError, Option } from 'commander';

import { CommandFailure, wholeNumber } from '../../src/cli/terminal';
import { openOutputFile, type OutputFile } from '../output-file';
import { readTokenFile, type TokenFile } from '../proxy/callers';

export function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new InvalidArgumentError('It must be an http or https URL without a user, query or fragment.');
  return url;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

function address(text: string): Address {
  const [, bracketed, plain = '127.0.0.1', port = ''] =
    /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? [];
  if (port === '' || Number(port) > 65_535) throw new InvalidArgumentError('It must be like 4010 or 0.0.0.0:4010.');
  return { host: bracketed ?? plain, port: Number(port) };
}

export const addressOption = (flags: string, description: string, byDefault: string): Option =>
  new Option(flags, description).argParser(address).default(address(byDefault), byDefault);

/** The command line shows a token to every account of the machine; a file does not. */
export function tokenOrFile(text: string): string {
  const token = text.startsWith('@') ? readText(text.slice(1)).trim() : text;
  if (!/^[\x21-\x7e]+$/.test(token)) throw new InvalidArgumentError('A token has visible ASCII characters only.');
  return token;
}

export const minComparedOption = (): Option =>
  new Option('--min-compared <percent>', 'share of the requests that must have been compared')
    .argParser(wholeNumber(1, 100))
    .default(90);

/** Those that the proxy and `replay` share. */
export const TOKENS = ['--tokens <file>', 'file with the tokens of each caller for both sides'] as const;
export const DIFFERENCES = [
  '--differences <file>',
  'new private file for the differences, with their records and values',
] as const;
export const TIMEOUT = ['--timeout <seconds>', 'how long to wait for an answer', wholeNumber(1, 600), 30] as const;
export const MAX_PAGES = [
  '--max-pages <n>',
  'pages of one lookup that are compared',
  wholeNumber(2, 100_000),
  200,
] as const;
export const AGAIN_AFTER = [
  '--again-after <ms>',
  'pause before a difference is asked for again',
  wholeNumber(0, 600_000),
  1000,
] as const;

/** @throws {CommandFailure} */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new CommandFailure(`${file} cannot be read (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}

/** The value in a file. @param read throws what is wrong with the text @throws {CommandFailure} */
export function parsed<Value>(file: string, read: (text: string) => Value): Value {
  const text = readText(file);
  try {
    return read(text);
  } catch (cause) {
    if (cause instanceof CommandFailure) throw cause;
    throw new CommandFailure(`${file} ${(cause as Error).message}.`, { cause });
  }
}

/** @throws {CommandFailure} */
export function tokensIn(file: string | undefined): TokenFile {
  if (file === undefined) return new Map();
  const textIn = (name: string): string => readText(isAbsolute(name) ? name : join(dirname(file), name));
  return parsed(file, (text) => readTokenFile(text, textIn));
}

/** Opened before a run, so that no result is lost for a wrong path. @throws {CommandFailure} */
export function outputFile(file: string | undefined, onLost?: () => void): OutputFile | undefined {
  if (file === undefined) return undefined;
  try {
    return openOutputFile(file, onLost);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const message = code === 'EEXIST' ? `${file} exists already.` : `${file} cannot be written to (${code}).`;
    throw new CommandFailure(message, { cause });
  }
}
