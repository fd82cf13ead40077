/** Which caller sent a request, and which tokens a replay uses for that caller. */

import type { ValueHash } from '../comparison/differences';

/** The tokens of one caller. A recorder recognises the caller by the subject, or by the left token. */
export interface CallerTokens {
  readonly left?: string;
  readonly right?: string;
  readonly subject?: string;
}

/** By the name of a caller, or by the `#` and hash that a tape has for it. */
export type TokenFile = ReadonlyMap<string, CallerTokens>;

const NAMES = ['left', 'right', 'subject'];

/** @throws {Error} that says what is wrong with the text, without repeating a value of it */
export function readTokenFile(text: string): TokenFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error('is not JSON', { cause });
  }
  const isObject = (one: unknown): one is object => typeof one === 'object' && one !== null && !Array.isArray(one);
  if (!isObject(value)) throw new Error('is not an object with a field for each caller');
  for (const tokens of Object.values(value)) {
    const isValid =
      isObject(tokens) &&
      Object.entries(tokens).every(([name, one]) => NAMES.includes(name) && typeof one === 'string');
    if (!isValid) throw new Error('has a caller that is not an object with the texts `left`, `right` and `subject`');
  }
  return new Map(Object.entries(value as Record<string, CallerTokens>));
}

export type NameCaller = (authorization: string | undefined) => string | null;

/** Names callers for a tape: those of the file by their name, others by the hash of their subject or token. */
export function callerNames(file: TokenFile, hash: ValueHash): NameCaller {
  const known = new Map<string, string>();
  for (const [name, { left, subject }] of file) {
    if (left !== undefined) known.set(left, name);
    if (subject !== undefined) known.set(`sub ${subject}`, name);
  }
  return (authorization) => {
    if (authorization === undefined) return null;
    const token = authorization.replace(/^bearer +/i, '').trim();
    // The subject stays the same when the token is renewed.
    const subject = subjectOf(token);
    const stable = subject === undefined ? token : `sub ${subject}`;
    return known.get(token) ?? known.get(stable) ?? `#${hash(stable)}`;
  };
}

/** The subject that a JSON Web Token claims. It is not verified, because it only names a caller. */
function subjectOf(token: string): string | undefined {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  try {
    const claims = JSON.parse(Buffer.from(parts[1]!, 'base64url').toString('utf8')) as { sub?: unknown } | null;
    return typeof claims?.sub === 'string' ? claims.sub : undefined;
  } catch {
    return undefined;
  }
}
