/** Options of commands that talk to other servers, and the files that these options name. */

import { readFileSync } from 'node:fs';

import { InvalidArgumentError } from 'commander';

import { CommandFailure } from './terminal';

export function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new InvalidArgumentError('It must be an http or https URL without a user, query or fragment.');
  return url;
}

/** The command line shows a token to every account of the machine; a file does not. */
export function tokenOrFile(text: string): string {
  const token = text.startsWith('@') ? readText(text.slice(1)).trim() : text;
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

/** Of a file with the key of the hashes on a tape. @throws {CommandFailure} */
export function readKey(file: string): string {
  const key = readText(file).trim();
  if (Buffer.byteLength(key) < 32) throw new CommandFailure(`${file} must have a key of at least 32 bytes.`);
  return key;
}
