/**
 * What a run decides, by clauses of `docs/contract.md`. Where clauses restate each other, one of them stands for all, so
 * that one cause is one finding. An id is permanent: it is never renamed, reused or removed.
 */

import { FIELDS, KINDS, type Table } from './shape';

export const CONTRACT_REVISION = 1;

const TABLES: Readonly<Record<Table, readonly [a: string, needs: string]>> = {
  '2.1': ['A lease', 'a lease in which this field is not null'],
  '2.2': ['A tenant in a lease', 'a tenant in a lease in whom this field is not null'],
  '2.3': ['A tenant', 'a tenant in whom this field is not null'],
  '2.4': ['An address', 'an address in which this field is not null'],
};

const OF_FIELDS = (Object.keys(FIELDS) as Table[]).flatMap((table) =>
  Object.entries(FIELDS[table]).map(([field, kind]): [id: string, text: string, needs: string] => {
    const [a, needs] = TABLES[table];
    return [`${table}.${field}`, `${a} has \`${field}\`, ${KINDS[kind][0]}.`, needs];
  }),
);

const LEASE = 'a tenant who has a lease';
const MANY = 'a lookup with more than one page, but no more than --max-pages';
const ACTIVE = 'a lease that is active and one that is not, each with both dates';
const GROUP = 'a tenant in a lease, with a group and an external reference';
const BOTH_NAMES = 'a group with both of its names, in `groups` of --known';
const LOCATED = 'a lease with two texts or more in its address, and a server that knows their names in requests';
const GROUPS = 'a token with access to two groups, and no more pages of tenants than --max-pages';
const HIDDEN =
  'a token of a caller with other groups, in --other-token, all of whose tenants are read, or `hidden` in --known';
const DATED = 'a lease with a move-in date';
const UNMATCHED = 'a search that matches no tenant and is not refused';
const LAST_ID = 'an answer with `last_id`';
const SOME = 'an answer with an array of records';
const ANSWER = 'an answer';

const OTHERS: readonly (readonly [id: string, text: string, needs: string])[] = [
  ['4.json', 'Response bodies are JSON.', ANSWER],
  ['4.paths', 'Paths are written with a trailing slash.', ANSWER],
  ['4.1-request.identifier', '`identifier`: internal tenant identifier.', LEASE],
  ['4.1-request.external_ref', '`external_ref`: external tenant identifier.', GROUP],
  ['4.1-request.email_address', '`email_address`: tenant e-mail address.', `${LEASE} and an e-mail address`],
  ['4.1-request.phone_number', '`phone_number`: tenant phone number.', `${LEASE} and a phone number`],
  ['4.1-request.active', '`active`: true: only active leases; default false.', ACTIVE],
  ['4.1-request.group_id', '`group_id`: identifier of the tenant’s group.', GROUP],
  ['4.1-request.group_external_ref', '`group_external_ref`: reference of the tenant’s group.', BOTH_NAMES],
  ['4.1-response.leases', '`leases` holds the leases found, empty when no tenant matches.', SOME],
  ['4.1-response.last_id', '`last_id` is an integer; -1 when there are no more.', LAST_ID],
  ['4.1-R1', 'Without an identification: 400 `no_tenant_information`.', ANSWER],
  ['4.1-R2', 'external_ref without a group is 400 `both_group_identifiers_provided`.', ANSWER],
  ['4.1-R3', 'Both group fields of find-for-tenant: 400 `both_group_identifiers_provided`.', ANSWER],
  ['4.1-R4', 'No tenant matches: an empty set of leases, no error.', UNMATCHED],
  ['4.1-R5', 'With active true only leases with a past start and a future end.', ACTIVE],
  ['4.2-request.identifier', '`identifier`: identifier of a lease whose tenants are returned.', LEASE],
  ['4.2-request.min_move_in_date', '`min_move_in_date`: lower bound of the move-in date.', DATED],
  ['4.2-request.max_move_in_date', '`max_move_in_date`: upper bound of the move-in date.', DATED],
  ['4.2-request.group_id', '`group_id`: identifier of the group.', GROUP],
  ['4.2-request.group_external_ref', '`group_external_ref`: reference of the group.', BOTH_NAMES],
  ['4.2-request.address', '`address`: address of a lease; more data narrows, less broadens.', LOCATED],
  ['4.2-response.tenants', '`tenants` holds the tenants found.', SOME],
  ['4.2-response.last_id', '`last_id` is an integer; -1 when there are no more.', LAST_ID],
  ['4.2-R1', 'Both group fields of tenants: 400 `both_group_identifiers_provided`.', ANSWER],
  ['4.2-R2', 'No group field: the records of every group that the caller has access to.', GROUPS],
  ['4.2-R4', 'No tenant record matches: 404 `not_found`.', UNMATCHED],
  ['5.1', 'Every request carries `Authorization` with a bearer token.', SOME],
  ['5.2', 'No header: 400 `missing_authorization`.', ANSWER],
  ['5.3', 'Expired token: 401 `expired_token`.', 'an expired token, in --expired-token'],
  ['5.4', 'Invalid token: 401 `invalid_authorization`.', ANSWER],
  ['5.5', 'A caller sees the groups to which it has access, and nothing else.', HIDDEN],
  ['7', 'An error is JSON: one object `error` of two strings, `type` and `message`.', 'an error'],
  ['8.records', 'At most 100 records a call.', MANY],
  ['8.default', '`after-id` is "1" by default.', 'a first page that stays the same when it is asked again'],
  ['8.end', '`last_id` is -1 when there are no more results.', 'a lookup that ends within --max-pages'],
  ['8.sequence', 'Passing `last_id` as `after-id` until it is -1 gives every record.', MANY],
];

/** By id: what is checked, and what would make it testable. */
export const CHECKS: ReadonlyMap<string, { readonly text: string; readonly needs: string }> = new Map(
  [...OF_FIELDS, ...OTHERS].map(([id, text, needs]) => [id, { text, needs }]),
);
