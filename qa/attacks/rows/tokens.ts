/** Row h: tokens with a key ID that nobody has seen. */

import { requestBytes } from '../../faults/rig/questions';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** The length of an ES256 signature. */
const SIGNATURE = Buffer.alloc(64, 1).toString('base64url');

export function unknownKey(nth: number): Buffer {
  const token = `${part({ alg: 'ES256', kid: `unknown-${nth}` })}.${part({ sub: 'x', exp: 4e9 })}.${SIGNATURE}`;
  return requestBytes('/leases/tenants/', token, '{}');
}
