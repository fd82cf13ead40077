/** The errors of contract section 7, which need no records. */

import { isObject, type JsonObject } from '../exchange';
import { has, type Samples } from '../samples';
import { ask, type How } from '../ask';
import {
  breaks,
  errorType,
  holds,
  judge,
  type Lookup,
  PATHS,
  recordsOf,
  type Reply,
  SECTION,
  type Session,
  succeeded,
} from '../session';
import { describeValue } from '../shape';

const LOOKUPS = Object.keys(PATHS) as Lookup[];

function expectError(session: Session, clauses: readonly string[], reply: Reply, status: number, type: string): void {
  if (reply.status >= 400) checkEnvelope(session, reply);
  // An error of another form is the cause, and not its type.
  if (reply.status === status && errorType(reply) === undefined) return;
  judge(session, reply.status === status && errorType(reply) === type, clauses, reply, `${status} ${type}`);
}

function checkEnvelope(session: Session, reply: Reply): void {
  const error = isObject(reply.json) ? reply.json.error : undefined;
  const fits = isObject(error) && typeof error.type === 'string' && typeof error.message === 'string';
  const actual = isObject(error)
    ? `type is ${describeValue(error.type)}, message is ${describeValue(error.message)}`
    : `error is ${describeValue(error)}`;
  const isJson = reply.json !== undefined;
  if (isJson) holds(session, '4.json');
  const clauses = isJson ? ['7'] : ['7', '4.json'];
  judge(session, fits, clauses, reply, 'an object error with the strings type and message', actual);
}

/** Rows 1 to 3. */
export async function checkTokens(session: Session, { tenants }: Samples): Promise<void> {
  const body = { leases: { identifier: tenants[0]?.identifier ?? 'no-such-tenant' }, tenants: {} };
  const send = (lookup: Lookup, token: How['token']) => ask(session, lookup, body[lookup], { token: token ?? null });
  for (const lookup of LOOKUPS) {
    const missing = await send(lookup, null);
    if (succeeded(missing)) breaks(session, ['1.token', '5.1', '5.2', '7.row1'], missing, '400 missing_authorization');
    else holds(session, '1.token', '5.1');
    expectError(session, ['5.2', '7.row1'], missing, 400, 'missing_authorization');
    for (const token of ['unknown', 'changed'] as const)
      if (session.target.tokens[token] !== undefined)
        expectError(session, ['5.4', '7.row3'], await send(lookup, token), 401, 'invalid_authorization');
    if (session.target.tokens.expired !== undefined)
      expectError(session, ['5.3', '7.row2'], await send(lookup, 'expired'), 401, 'expired_token');
  }
}

/** Rows 4 to 6. */
export async function checkRequestErrors(session: Session, { groupOf, tenants }: Samples): Promise<void> {
  const [group_id = 'no-such-group'] = groupOf.values();
  // Both have a form that the server knows, since it may check that first.
  const both = { group_id, group_external_ref: group_id };
  const identifier = tenants[0]?.identifier ?? 'no-such-tenant';
  const nobody: readonly JsonObject[] = [{}, { active: true }, { group_id }];
  for (const body of nobody)
    expectError(session, ['4.1-R1', '7.row4'], await ask(session, 'leases', body), 400, 'no_tenant_information');
  const referenced = tenants.find(({ fields }) => has(fields, 'external_ref'));
  const external_ref = referenced?.fields.external_ref ?? 'no-such-reference';
  const withoutGroup: readonly JsonObject[] = [{ external_ref }, { external_ref, active: true }];
  for (const body of withoutGroup) {
    const reply = await ask(session, 'leases', body);
    expectError(session, ['4.1-R2', '7.row6'], reply, 400, 'both_group_identifiers_provided');
  }
  for (const [lookup, clause, body] of [
    ['leases', '4.1-R3', { identifier, ...both }],
    ['tenants', '4.2-R1', both],
  ] as const) {
    const reply = await ask(session, lookup, body);
    expectError(session, [clause, '7.row5'], reply, 400, 'both_group_identifiers_provided');
  }
}

const NO_TENANT: readonly JsonObject[] = [
  { identifier: 'no-such-tenant' },
  { email_address: 'no-such-tenant@example.com' },
  { phone_number: 'no-such-number' },
];
const NO_LEASE: readonly JsonObject[] = [
  { identifier: 'no-such-lease' },
  { group_id: 'no-such-group' },
  { group_external_ref: 'no-such-group-reference' },
];

/**
 * Row 7 and rule 4 of both operations. A made-up value that is refused (with any error but 404) says nothing: a server
 * may demand a form for identifiers.
 */
export async function checkNoMatches(session: Session): Promise<void> {
  for (const body of NO_TENANT) {
    const reply = await ask(session, 'leases', body);
    if (succeeded(reply)) checkEmpty(session, reply, body, ['4.1-R4']);
    else if (reply.status === 404) breaks(session, ['4.1-R4'], reply, 'success with an empty array of leases');
  }
  for (const body of NO_LEASE) checkNotFound(session, await ask(session, 'tenants', body), body);
}

function checkEmpty(session: Session, reply: Reply, body: JsonObject, clauses: readonly string[]): void {
  const list = isObject(reply.json) ? reply.json[reply.lookup] : undefined;
  const fields = Object.keys(body).map((field) => `${SECTION[reply.lookup]}-request.${field}`);
  if (recordsOf(reply).length > 0) breaks(session, fields, reply, `no ${reply.lookup}, since nothing matches`);
  else judge(session, Array.isArray(list), clauses, reply, `an empty array of ${reply.lookup}`, describeValue(list));
}

/** For a search of tenants that matches nothing. */
export function checkNotFound(session: Session, reply: Reply, body: JsonObject): void {
  const fields = Object.keys(body).map((field) => `4.2-request.${field}`);
  if (succeeded(reply) && recordsOf(reply).length > 0)
    breaks(session, fields, reply, '404 not_found, since nothing matches');
  else if (succeeded(reply) || reply.status === 404) {
    expectError(session, ['4.2-R4', '7.row7'], reply, 404, 'not_found');
  }
}
