/** The tokens that the cases name. */

import { signToken, type TokenOptions } from '../support/tokens';
import type { Tokens } from './exchange';

/** Callers by the groups that they see. */
const CALLERS: Readonly<Record<string, TokenOptions>> = {
  all: { groups: '*' },
  north: { groups: ['north'] },
  south: { groups: ['south'] },
  northAndSouth: { groups: ['north', 'south'] },
  twin: { groups: ['North'] },
  people: { groups: ['people'] },
  bulk: { groups: ['bulk'] },
  star: { groups: ['*'] },
  none: { groups: [] },
  unknownGroup: { groups: ['no-such-group'] },
  noMembership: { subject: 'a caller without memberships' },
  expired: { groups: '*', expiresIn: -3600 },
  nullGroups: { groups: null },
  textGroups: { groups: 'north' },
  numberGroups: { groups: 5 },
  mixedGroups: { groups: ['north', 5] },
  objectGroups: { groups: { north: true } },
  notYetValid: { groups: '*', claims: { nbf: 32503680000 } },
  expiredNotYetValid: { groups: '*', expiresIn: -3600, claims: { nbf: 32503680000 } },
  withoutExpiry: { groups: '*', claims: { exp: undefined } },
};

function tampered(token: string): string {
  const [header, payload, signature = ''] = token.split('.');
  return `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
}

const unsigned = (token: string): string =>
  `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${token.split('.')[1]}.`;

export async function signTokens(now: Date): Promise<Tokens> {
  const signed = Object.entries(CALLERS).map(async ([name, caller]) => [name, await signToken({ ...caller, now })]);
  const tokens = Object.fromEntries(await Promise.all(signed)) as Record<string, string>;
  return {
    ...tokens,
    garbage: 'not-a-token',
    emptyParts: '..',
    badSignature: tampered(tokens.all!),
    expiredBadSignature: tampered(tokens.expired!),
    unsigned: unsigned(tokens.all!),
  };
}
