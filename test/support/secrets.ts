/** The secrets of every gateway that the tests start, and how to find a secret in what a program writes. */

/** The HS256 secret. */
export const TEST_SECRET = 'a secret that only the tests know, long enough';

/** Of the account that gateways read with. */
export const SERVING_PASSWORD = 'serves, and reads alone';

/** Of the audit trail. */
export const AUDIT_KEY = 'a key for hashes that only the tests know';

/** Finds a text of some bytes: as text, in a URL, hexadecimal, in base64 at any offset, as a list of bytes and as their JSON. */
export function spellingsOf(secret: string): RegExp {
  const bytes = [...Buffer.from(secret)];
  const spellings = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret)
      .toString('hex')
      .replace(/..(?=.)/g, '$& '),
    ...[0, 1, 2].map((shift) => inBase64(secret, shift)),
  ].map((spelling) =>
    spelling
      .replaceAll(/[^\w%]/g, '\\$&')
      .replaceAll(/\\[+-]/g, '[+-]')
      .replaceAll(/\\\/|_/g, '[/_]'),
  );
  const list = bytes.join(',\\s*');
  const object = bytes.map((byte, index) => `"?${index}"?:\\s*${byte}`).join(',\\s*');
  return new RegExp([...spellings, list, object].join('|'), 'i');
}

/** The base64url of the text after `shift` other bytes, without the characters that depend on its neighbours. */
function inBase64(text: string, shift: number): string {
  const encoded = Buffer.from(' '.repeat(shift) + text).toString('base64url');
  return encoded.slice(shift === 0 ? 0 : shift + 1, -4);
}

const SECRETS = [TEST_SECRET, SERVING_PASSWORD, AUDIT_KEY].map(spellingsOf);

export const holdsSecret = (text: string): boolean => SECRETS.some((spellings) => spellings.test(text));
