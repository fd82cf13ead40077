/** Who sent a request, and which token a side gets for that caller. */

import { createHmac } from 'node:crypto';

import type { Side } from '../compare/sides';
import { fieldOf, isObject, jsonIn } from '../contract/answers';

/** The tokens of one caller for the two sides. A caller is recognised by the subject of a JSON Web Token, or by one of these tokens. */
export interface CallerTokens {
  readonly old?: string;
  readonly new?: string;
  readonly subject?: string;
}

/** By the name of a caller, or by the `#` and hash of a saved request. `*` is every other caller. */
export type TokenFile = ReadonlyMap<string, CallerTokens>;

const NAMES = ['old', 'new', 'subject'];

/** Of a request without an `Authorization` header. */
export const NO_TOKEN = 'none';

/** Stands for every caller whose token the served side refuses, so that made-up tokens are no callers. */
export const REFUSED_CALLER = 'refused';

/**
 * @param read the text of a file that `@` names in the place of a token
 * @throws {Error} that says what is wrong with the text, without repeating a value of it
 */
export function readTokenFile(text: string, read: (file: string) => string): TokenFile {
  const value = jsonIn(text);
  if (value === undefined) throw new Error('is not JSON');
  if (!isObject(value)) throw new Error('is not an object with a field for each caller');
  return new Map(
    Object.entries(value).map(([name, tokens]): [string, CallerTokens] => {
      const isValid =
        isObject(tokens) &&
        Object.entries(tokens).every(([field, each]) => NAMES.includes(field) && typeof each === 'string');
      if (!isValid) throw new Error('has a caller that is not an object with the texts `old`, `new` and `subject`');
      const { subject, ...sides } = tokens as CallerTokens;
      const read_ = Object.entries(sides).map(([side, each]) => [side, tokenIn(each, read)] as const);
      return [name, { ...Object.fromEntries(read_), ...(subject !== undefined && { subject }) }];
    }),
  );
}

function tokenIn(text: string, read: (file: string) => string): string {
  const token = text.startsWith('@') ? read(text.slice(1)).trim() : text;
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error('has a token with other characters than visible ASCII');
  return token;
}

export interface Callers {
  nameOf(authorization: string | undefined): string;
  /** For an answer that the caller gets: another token only if the caller has sent exactly the token that the file names. */
  toServe(side: Side, authorization: string | undefined): string | undefined;
  /** For an answer that nobody gets. */
  toCompare(side: Side, authorization: string | undefined): string | undefined;
}

/** @param key of the hashes of callers that the file does not name */
export function callersOf(file: TokenFile, key: Uint8Array): Callers {
  const byToken = new Map<string, string>();
  const bySubject = new Map<string, string>();
  for (const [name, { old, new: ours, subject }] of file) {
    for (const token of [old, ours]) if (token !== undefined) byToken.set(token, name);
    if (subject !== undefined) bySubject.set(subject, name);
  }
  const withToken = (name: string | undefined, side: Side, authorization: string | undefined): string | undefined => {
    const token = name === undefined ? undefined : file.get(name)?.[side];
    return token === undefined ? authorization : `${schemeIn(authorization)} ${token}`;
  };
  const nameOf = (authorization: string | undefined): string => {
    if (authorization === undefined) return NO_TOKEN;
    const token = tokenOf(authorization);
    const subject = subjectOf(token);
    const named = byToken.get(token) ?? (subject === undefined ? undefined : bySubject.get(subject));
    return (
      named ??
      `#${createHmac('sha256', key)
        .update(subject ?? token)
        .digest('hex')
        .slice(0, 16)}`
    );
  };
  return {
    nameOf,
    toServe: (side, authorization) =>
      withToken(authorization && byToken.get(tokenOf(authorization)), side, authorization),
    toCompare: (side, authorization) =>
      authorization === undefined ? undefined : withToken(nameOf(authorization), side, authorization),
  };
}

const schemeIn = (authorization = 'Bearer'): string => authorization.trim().split(/\s/, 1)[0]!;
const tokenOf = (authorization: string): string => authorization.replace(/^bearer +/i, '').trim();

/** The subject that a JSON Web Token claims. It is not verified, because it only names a caller. */
function subjectOf(token: string): string | undefined {
  const [, payload, signature] = token.split('.');
  const claims = signature === undefined ? undefined : jsonIn(Buffer.from(payload!, 'base64url').toString());
  const subject = fieldOf(claims, 'sub');
  return typeof subject === 'string' ? subject : undefined;
}
