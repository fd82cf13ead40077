/** What a token shows by its text alone, before anything is looked up (decisions 28 and 54). */

import { crc32 } from 'node:zlib';

/** By which secret scanners and people know a token of ours. */
const PREFIX = 'leasegate_';

/** What follows: 256 random bits, and a checksum of 32 over all that stands before it. */
const RANDOM = { bytes: 32, digits: 43 };
const CHECKSUM_DIGITS = 6;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Characters of an opaque token. Fewer could be guessed, or found from a stolen hash; more no header has to hold. */
const LENGTH = { least: 16, most: 1024 };

/** Three parts between dots (decision 28). */
export const isJsonWebToken = (token: string): boolean => token.split('.').length === 3;

/** @param random 32 bytes that nobody can foresee */
export function newOpaqueToken(random: Uint8Array): string {
  if (random.length !== RANDOM.bytes) throw new Error(`A token needs ${RANDOM.bytes} random bytes.`);
  const begin = PREFIX + base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), RANDOM.digits);
  return begin + checksum(begin);
}

/** Why no opaque token reads like this; undefined when one may. The words continue “The token …” and repeat nothing of it. */
export function opaqueTokenProblem(token: string): string | undefined {
  if (!/^[!-~]*$/.test(token)) return 'holds a blank, a control character or one beyond ASCII';
  if (token.length < LENGTH.least) return `has fewer than ${LENGTH.least} characters`;
  if (token.length > LENGTH.most) return `has more than ${LENGTH.most} characters`;
  if (isJsonWebToken(token)) return 'has the form of a JSON Web Token';
  if (token.startsWith(PREFIX) && !isWhole(token)) return `begins with ${PREFIX} and ends with another checksum`;
  return undefined;
}

function isWhole(token: string): boolean {
  const begin = token.slice(0, PREFIX.length + RANDOM.digits);
  return token === begin + checksum(begin);
}

const checksum = (text: string): string => base62(BigInt(crc32(text)), CHECKSUM_DIGITS);

function base62(number: bigint, digits: number): string {
  let text = '';
  for (let rest = number; rest > 0n; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text;
  return text.padStart(digits, '0');
}
