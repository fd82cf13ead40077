/** Options that several commands of the kit have, and the files that they name. */

import { dirname, isAbsolute, join } from 'node:path';

import { InvalidArgumentError, Option } from 'commander';

import { readText } from '../../src/cli/remote-options';
import { CommandFailure, wholeNumber } from '../../src/cli/terminal';
import { openPrivateLines, type PrivateLines } from '../private-lines';
import { readTokenFile, type TokenFile } from '../proxy/callers';

export interface Address {
  readonly host: string;
  readonly port: number;
}

export function address(text: string): Address {
  const [, bracketed, plain = '127.0.0.1', port = ''] =
    /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? [];
  if (port === '' || Number(port) > 65_535) throw new InvalidArgumentError('It must be like 4010 or 0.0.0.0:4010.');
  return { host: bracketed ?? plain, port: Number(port) };
}

export const addressOption = (flags: string, description: string, byDefault: string): Option =>
  new Option(flags, description).argParser(address).default(address(byDefault), byDefault);

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
export function tokensIn(file: string | undefined): TokenFile {
  if (file === undefined) return new Map();
  const text = readText(file);
  try {
    return readTokenFile(text, (name) => readText(isAbsolute(name) ? name : join(dirname(file), name)));
  } catch (cause) {
    if (cause instanceof CommandFailure) throw cause;
    throw new CommandFailure(`${file} ${(cause as Error).message}.`, { cause });
  }
}

/** @throws {CommandFailure} */
export function privateLines(file: string | undefined, onLost?: () => void): PrivateLines | undefined {
  if (file === undefined) return undefined;
  try {
    return openPrivateLines(file, onLost);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const message = code === 'EEXIST' ? `${file} exists already.` : `${file} cannot be written to (${code}).`;
    throw new CommandFailure(message, { cause });
  }
}
