/** Row h: tokens that name a key which nobody has seen. */

import { requestBytes } from '../../faults/rig/questions';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** As long as a signature by ES256 is. */
const SIGNATURE = Buffer.alloc(64, 1).toString('base64url');

export function unknownKey(nth: number): Buffer {
  const token = `${part({ alg: 'ES256', kid: `unknown-${nth}` })}.${part({ sub: 'x', exp: 4e9 })}.${SIGNATURE}`;
  return requestBytes('/leases/tenants/', token, '{}');
}
