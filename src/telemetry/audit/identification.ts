/** Who asked, as the trail may say it. */

import { createHmac } from 'node:crypto';

import type { Caller } from '../../model/caller';

/** Bytes of a keyed hash that are kept: at 2^64 subjects two would be expected to look alike. */
const HASH_BYTES = 16;

/** What a provider gives as `jti`: short, and with neither blanks nor an @. Whatever else stands there could be of a person. */
const PLAIN_ID = /^[A-Za-z0-9._:-]{1,64}$/;

export interface Identification {
  /** HMAC-SHA-256 in 32 hexadecimal digits: many providers have an e-mail address for a subject. */
  readonly subject: string | null;
  readonly tokenKind: 'jwt' | 'opaque';
  /** The id, or its keyed hash where it does not look like one. */
  readonly tokenId: string | null;
}

/** @param key with which alone a hash can be found from a subject */
export const keyedHash =
  (key: Uint8Array) =>
  (text: string): string =>
    createHmac('sha256', key).update(text, 'utf8').digest().toString('hex', 0, HASH_BYTES);

/** @param hashed what {@link keyedHash} makes */
export function identification(hashed: (text: string) => string): (caller: Caller) => Identification {
  return ({ subject, token: { kind, id } }) => ({
    subject: subject === null ? null : hashed(subject),
    tokenKind: kind,
    tokenId: id === null || PLAIN_ID.test(id) ? id : hashed(id),
  });
}
