/** The errors of contract section 7. */

import { errorTypeIn, fieldOf, type JsonObject, recordsIn, succeeded } from '../../contract/answers';
import { type Lookup, LOOKUPS } from '../../contract/lookups';
import { checkEnvelope, SECTION } from '../answer-checks';
import type { Reply } from '../findings';
import { has, type Samples } from '../samples';
import type { How, Session } from '../session';

function expectError(session: Session, id: string, reply: Reply, status: number, type: string): void {
  if (reply.status >= 400) checkEnvelope(session, reply);
  // An error of another form is the cause, and not its type.
  if (reply.status === status && errorTypeIn(reply) === undefined) return;
  session.judge(reply.status === status && errorTypeIn(reply) === type, id, reply, `${status} ${type}`);
}

const OF_TOKENS: readonly (readonly [id: string, how: How, status: number, type: string])[] = [
  ['5.2', { token: null }, 400, 'missing_authorization'],
  ['5.2', { token: 'unknown', scheme: 'Basic' }, 400, 'missing_authorization'],
  ['5.4', { token: 'unknown' }, 401, 'invalid_authorization'],
  ['5.4', { token: 'changed' }, 401, 'invalid_authorization'],
  ['5.3', { token: 'expired' }, 401, 'expired_token'],
];

/** Rows 1 to 3. */
async function checkTokens(session: Session, { tenants: [tenant] }: Samples): Promise<void> {
  for (const lookup of LOOKUPS)
    for (const [id, how, status, type] of OF_TOKENS) {
      if (how.token && session.target.tokens[how.token] === undefined) continue;
      const body: JsonObject = lookup === 'leases' ? { identifier: tenant?.identifier ?? 'no-such-tenant' } : {};
      expectError(session, id, await session.askUnchecked(lookup, body, how), status, type);
    }
}

const BOTH = 'both_group_identifiers_provided';

/** Rows 4 to 6. */
async function checkRequestErrors(session: Session, { groupOf, tenants }: Samples): Promise<void> {
  const [group_id = 'no-such-group'] = groupOf.values();
  // Both have a form that the server knows, since it may check that first.
  const both = { group_id, group_external_ref: group_id };
  const identifier = tenants[0]?.identifier ?? 'no-such-tenant';
  const referenced = tenants.find(({ fields }) => has(fields, 'external_ref'));
  const external_ref = referenced?.fields.external_ref ?? 'no-such-reference';
  const rows: readonly (readonly [id: string, lookup: Lookup, body: JsonObject, type: string])[] = [
    ['4.1-R1', 'leases', {}, 'no_tenant_information'],
    ['4.1-R1', 'leases', { active: true }, 'no_tenant_information'],
    ['4.1-R1', 'leases', { group_id }, 'no_tenant_information'],
    ['4.1-R2', 'leases', { external_ref }, BOTH],
    ['4.1-R3', 'leases', { identifier, ...both }, BOTH],
    ['4.2-R1', 'tenants', both, BOTH],
  ];
  for (const [id, lookup, body, type] of rows) expectError(session, id, await session.ask(lookup, body), 400, type);
}

const NO_TENANT = ['identifier', 'email_address', 'phone_number'].map((field) => ({
  [field]: 'no-such-tenant@x.example',
}));
const NO_LEASE = ['identifier', 'group_id', 'group_external_ref'].map((field) => ({ [field]: 'no-such-record' }));

/**
 * Row 7 and rule 4 of both operations. A made-up value that is refused (with any error but 404) says nothing: a server
 * may demand a form for identifiers.
 */
async function checkNoMatches(session: Session): Promise<void> {
  for (const body of NO_TENANT) {
    const reply = await session.ask('leases', body);
    if (reply.status === 404) session.breaks('4.1-R4', reply, 'success with an empty array of leases');
    else if (succeeded(reply) && !showsRecords(session, reply, body) && Array.isArray(fieldOf(reply.json, 'leases')))
      session.holds('4.1-R4');
  }
  for (const body of NO_LEASE) checkNotFound(session, await session.ask('tenants', body), body);
}

/** For a search of tenants that matches nothing. */
export function checkNotFound(session: Session, reply: Reply, body: JsonObject): void {
  if (!succeeded(reply) && reply.status !== 404) return;
  if (!showsRecords(session, reply, body)) expectError(session, '4.2-R4', reply, 404, 'not_found');
}

function showsRecords(session: Session, reply: Reply, body: JsonObject): boolean {
  const { length } = recordsIn(reply, reply.lookup);
  for (const field of length > 0 ? Object.keys(body) : [])
    session.breaks(`${SECTION[reply.lookup]}-request.${field}`, reply, `no ${reply.lookup}, since nothing matches`);
  return length > 0;
}

export const ERROR_CHECKS = [checkTokens, checkRequestErrors, checkNoMatches];
