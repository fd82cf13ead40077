import { createHmac } from 'node:crypto';

import type { Caller } from '../model/caller';

/** Bytes of a keyed hash: a collision is expected among 2^64 subjects. */
const HASH_BYTES = 16;

/** HMAC-SHA-256 in 32 hexadecimal digits. Without the key, nobody can find the hash of a text. */
export const callerHash =
  (key: Uint8Array) =>
  (text: string): string =>
    createHmac('sha256', key).update(text, 'utf8').digest().toString('hex', 0, HASH_BYTES);

/** The label of a caller in metrics: the keyed hash of its subject, as in the audit trail. */
export function callerLabels(key: Uint8Array): (caller: Caller) => string {
  const hash = callerHash(key);
  /** A caller is one object while its token is cached. */
  const known = new WeakMap<Caller, string>();
  return (caller) => {
    const label = known.get(caller);
    if (label !== undefined) return label;
    const created = caller.subject === null ? 'none' : hash(caller.subject);
    known.set(caller, created);
    return created;
  };
}

/** Passes the first `most` different labels, and `other` for all further ones. */
export function boundedLabels(most: number): (label: string) => string {
  const passed = new Set<string>();
  return (label) => {
    if (passed.has(label)) return label;
    if (passed.size >= most) return 'other';
    passed.add(label);
    return label;
  };
}
