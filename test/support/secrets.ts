/** The secrets of every gateway that the tests start, and how to find a secret in what a program writes. */

/** The HS256 secret. */
export const TEST_SECRET = 'a secret that only the tests know, long enough';

/** Of the account that gateways read with. */
export const SERVING_PASSWORD = 'serves, and reads alone';

/** Of the audit trail. */
export const AUDIT_KEY = 'a key for hashes that only the tests know';

/**
 * Returns whether a text holds the secret: in any letter case, in a URL, in hexadecimal, in base64 at any offset, as a list of bytes or as
 * their JSON.
 */
export function finderOf(secret: string): (text: string) => boolean {
  const bytes = Buffer.from(secret);
  const spellings = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
    bytes.toString('hex'),
    bytes.toString('hex').replace(/..(?=.)/g, '$& '),
    ...[0, 1, 2].flatMap((shift) => [inBase64(secret, shift, 'base64'), inBase64(secret, shift, 'base64url')]),
    bytes.join(','),
    bytes.join(', '),
    [...bytes].map((byte, index) => `"${index}":${byte}`).join(','),
  ].map((spelling) => spelling.toLowerCase());
  return (text) => {
    const lower = text.toLowerCase();
    return spellings.some((spelling) => lower.includes(spelling));
  };
}

/** The text after `shift` other bytes, without the characters that depend on its neighbours. */
function inBase64(text: string, shift: number, encoding: 'base64' | 'base64url'): string {
  const encoded = Buffer.from(' '.repeat(shift) + text).toString(encoding);
  return encoded.replace(/=*$/, '').slice(shift === 0 ? 0 : shift + 1, -3);
}

const SECRETS = [TEST_SECRET, SERVING_PASSWORD, AUDIT_KEY].map(finderOf);

export const holdsSecret = (text: string): boolean => SECRETS.some((find) => find(text));
