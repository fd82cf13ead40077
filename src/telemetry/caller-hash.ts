import { createHmac } from 'node:crypto';

/** Bytes of a keyed hash: a collision is expected among 2^64 subjects. */
const HASH_BYTES = 16;

/** HMAC-SHA-256 in 32 hexadecimal digits. Without the key, nobody can find the hash of a text. */
export const callerHash =
  (key: Uint8Array) =>
  (text: string): string =>
    createHmac('sha256', key).update(text, 'utf8').digest().toString('hex', 0, HASH_BYTES);
