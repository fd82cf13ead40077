/** `leasegate token inspect`: what each check finds in a token. It prints claims of the token, never the token itself. */

import { createAuthenticator } from '../auth/authenticate';
import { unverifiedClaims } from '../auth/json-web-token';
import { isJsonWebToken } from '../auth/opaque-token';
import { type Environment, readDatabaseAddress, readJwtSettings } from '../config/settings';
import { COMMAND_CONNECTION, connect } from '../db/connect';
import { Database } from '../db/database';
import { groupsWithin } from '../db/groups';
import { ServiceError, TokenError, type TokenFault } from '../errors';
import { Session } from '../lookups/find-records';
import { paginate } from '../lookups/paginate';
import type { Caller } from '../model/caller';
import { PAGE_LIMIT } from '../model/page';

type JwtSettings = ReturnType<typeof readJwtSettings>;

/** Each follows “the token”. */
const FAULTS: Readonly<Record<TokenFault, string>> = {
  missing: 'is empty',
  scheme: 'is empty',
  malformed: 'has neither the form of a JSON Web Token nor that of an opaque token',
  algorithm: 'is signed with an algorithm that no setting accepts',
  key: 'is signed with a key that is not configured, or not in the key set',
  signature: 'has a signature that the configured key did not make',
  claim_missing: 'lacks the claim exp, or a claim that a setting requires',
  issuer: 'has another issuer than AUTH_JWT_ISSUER',
  audience: 'has no audience that AUTH_JWT_AUDIENCE names',
  not_yet_valid: 'is not valid yet',
  claim_invalid: 'has a claim whose value has the wrong form',
  expires_too_late: 'expires in more than ten years; exp is a time in seconds',
  expired: 'has expired',
  unknown: 'is not stored, or was revoked',
};

/** Checks a token as `serve` does, with the same settings. @throws {SettingsError} */
export async function inspectToken(token: string, environment: Environment, now: () => Date) {
  const settings = readJwtSettings(environment);
  const kysely = environment.DATABASE_URL ? connect(readDatabaseAddress(environment), COMMAND_CONNECTION) : undefined;
  const monotonicNow = () => performance.now();
  const database = kysely && new Database(kysely, monotonicNow);
  const { authenticate } = createAuthenticator(settings, {
    ...{ ttlMs: 0, now: () => now().getTime(), monotonicNow, observer: {} },
    findOpaqueToken: (sha256) => {
      if (database === undefined) throw new ServiceError('serviceUnavailable');
      return database.opaqueToken(sha256);
    },
  });
  const lines = isJsonWebToken(token) ? claimLines(token, settings, now()) : ['form: no JSON Web Token'];
  const end = (accepted: boolean) => ({ lines: lines.map(escaped), accepted });
  try {
    const caller = await authenticate(token === '' ? undefined : `Bearer ${token}`);
    lines.push('verdict: accepted', await groupsLine(caller, database));
    return end(true);
  } catch (error) {
    if (error instanceof TokenError) lines.push(`verdict: refused (${error.fault}): the token ${FAULTS[error.fault]}`);
    else if (error instanceof ServiceError)
      lines.push(`verdict: unknown, as ${isJsonWebToken(token) ? 'no key set' : 'no database'} could be read`);
    else throw error;
    return end(false);
  } finally {
    await kysely?.destroy();
  }
}

/** Characters that a terminal does not show, or that change the order of others. */
const UNSEEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

const escaped = (line: string): string =>
  line.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** What the token says, beside what the settings ask for. Nothing of it is verified. */
function claimLines(token: string, { issuer, audience, groupsClaim }: JwtSettings, now: Date): string[] {
  const said = unverifiedClaims(token);
  if (said === undefined) return ['form: three parts, which are no JSON'];
  const { alg, kid } = said.header;
  const { iss, aud, sub, nbf, exp } = said.claims;
  return [
    `algorithm: ${shown(alg)}${kid === undefined ? '' : `, key ${shown(kid)}`}`,
    `iss: ${shown(iss)}${asked(issuer === undefined ? [] : [issuer])}`,
    `aud: ${shown(aud)}${asked(audience)}`,
    `sub: ${shown(sub)}`,
    ...(nbf === undefined ? [] : [`nbf: ${time(nbf, now)}`]),
    `exp: ${time(exp, now)}`,
    `${groupsClaim}: ${groupsOf(said.claims, groupsClaim)}`,
  ];
}

const shown = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));

const asked = (values: readonly string[] = []): string =>
  values.length === 0 ? ', not checked' : `, asked: ${values.map(shown).join(' or ')}`;

function time(seconds: unknown, now: Date): string {
  const date = new Date(typeof seconds === 'number' ? seconds * 1000 : NaN);
  if (Number.isNaN(date.getTime())) return typeof seconds === 'number' ? String(seconds) : shown(seconds);
  const difference = Math.round((date.getTime() - now.getTime()) / 1000);
  return `${date.toISOString()}, ${difference < 0 ? `${-difference} s ago` : `in ${difference} s`}`;
}

function groupsOf(claims: Readonly<Record<string, unknown>>, groupsClaim: string): string {
  if (Object.hasOwn(claims, groupsClaim)) return shown(claims[groupsClaim]);
  const others = Object.keys(claims).map(shown).join(', ');
  return `absent, so the memberships of the subject apply; the token has the claims ${others}`;
}

/** Unknown groups do not change the verdict. */
async function groupsLine(caller: Caller, database: Database | undefined): Promise<string> {
  if (database === undefined) return 'groups in the database: unknown without DATABASE_URL';
  try {
    const scope = await new Session(database, caller).scope();
    if (scope.isAll) return 'groups in the database: every group';
    const page = await paginate(groupsWithin(database.access, scope), { direction: 'forward', limit: PAGE_LIMIT });
    const names = page.records.map(({ identifier }) => identifier).join(', ');
    return `groups in the database: ${names === '' ? 'none, so every lookup finds nothing' : names}${page.hasMore ? ' and more' : ''}`;
  } catch (error) {
    if (error instanceof ServiceError) return 'groups in the database: unknown, as no database could be read';
    throw error;
  }
}
