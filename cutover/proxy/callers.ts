/** Who sent a request, and which token a side gets for that caller. */

import { createHmac } from 'node:crypto';

import { fieldOf, jsonIn } from '../contract/answers';
import type { Side } from '../contract/lookups';

/** The tokens of one caller for the two sides. A caller is recognised by the subject of a JSON Web Token, or by one of these tokens. */
export interface CallerTokens {
  readonly old?: string;
  readonly new?: string;
  readonly subject?: string;
}

/** By the name of a caller, or by the `#` and hash of a saved request. `*` is every other caller. */
export type TokenFile = ReadonlyMap<string, CallerTokens>;

/** Of a request without an `Authorization` header. */
export const NO_TOKEN = 'none';

/** Stands for every caller whose token the served side refuses, so that made-up tokens are no callers. */
export const REFUSED_CALLER = 'refused';

export type Callers = ReturnType<typeof callersOf>;

/** @param key of the hashes of callers that the file does not name */
export function callersOf(file: TokenFile, key: Uint8Array) {
  const byToken = new Map<string, string>();
  const bySubject = new Map<string, string>();
  for (const [name, { old, new: ours, subject }] of file) {
    for (const token of [old, ours]) if (token !== undefined) byToken.set(token, name);
    if (subject !== undefined) bySubject.set(subject, name);
  }
  const withToken = (name: string | undefined, side: Side, authorization: string): string => {
    const token = name === undefined ? undefined : file.get(name)?.[side];
    return token === undefined ? authorization : `${authorization.trim().split(/\s/, 1)[0]} ${token}`;
  };
  const nameOf = (authorization: string | undefined): string => {
    if (authorization === undefined) return NO_TOKEN;
    const token = tokenOf(authorization);
    const subject = subjectOf(token);
    const named = byToken.get(token) ?? (subject === undefined ? undefined : bySubject.get(subject));
    if (named !== undefined) return named;
    const hash = createHmac('sha256', key).update(subject ?? token);
    return `#${hash.digest('hex').slice(0, 16)}`;
  };
  return {
    nameOf,
    /** For an answer that the caller gets: another token only if the caller has sent exactly the token that the file names. */
    toServe: (side: Side, authorization: string | undefined) =>
      authorization && withToken(byToken.get(tokenOf(authorization)), side, authorization),
    /** For an answer that nobody gets. */
    toCompare: (side: Side, authorization: string | undefined) =>
      authorization && withToken(nameOf(authorization), side, authorization),
  };
}

const tokenOf = (authorization: string): string => authorization.replace(/^bearer +/i, '').trim();

/** The subject that a JSON Web Token claims. It is not verified, because it only names a caller. */
function subjectOf(token: string): string | undefined {
  const [, payload, signature] = token.split('.');
  const claims = signature === undefined ? undefined : jsonIn(Buffer.from(payload!, 'base64url').toString());
  const subject = fieldOf(claims, 'sub');
  return typeof subject === 'string' ? subject : undefined;
}
