/** Behaviours that one request shows: its form, and values that are unknown, null, blank or of a wrong type. */

import { errorTypeIn, type JsonObject, succeeded } from '../../contract/answers';
import { describeReply, namesOn, type Reply } from '../findings';
import type { Samples, Tenant } from '../samples';
import type { How, Session } from '../session';

type Rows<Value = JsonObject> = Readonly<Record<string, readonly [question: string, value: Value]>>;

const FORMS: Rows<How> = {
  'request.no-content-type': ['A body without Content-Type?', { headers: {} }],
  'request.other-content-type': ['A JSON body as text/plain?', { headers: { 'Content-Type': 'text/plain' } }],
  'request.empty-body': ['An empty body as JSON?', { raw: '' }],
  'request.broken-json': ['A body that is not JSON?', { raw: '{' }],
  'request.get': ['GET on tenants?', { method: 'GET', headers: {} }],
  'request.no-slash': ['A path without its trailing slash?', { path: '/leases/tenants' }],
  'request.scheme-capital': ['The scheme word Bearer?', { scheme: 'Bearer' }],
  'request.bad-token': ['An invalid token?', { token: 'unknown' }],
  'request.token-before-body': ['An invalid token with a body that is not JSON?', { token: 'unknown', raw: '{' }],
};

/** In the far future, where a date that is understood finds nothing. */
const date = (value: string | number | null): JsonObject => ({ min_move_in_date: value });

/** In a search for every tenant. */
const OF_TENANTS: Rows = {
  'unknown-field.tenants': ['An unknown field of tenants?', { 'no-such-field': 'true' }],
  'unknown-field.address': ['An unknown field of the address?', { address: { 'no-such-field': 'true' } }],
  'null.lease': ['A lease identifier that is null?', { identifier: null }],
  'null.date': ['A date that is null?', date(null)],
  'null.address': ['An address that is null?', { address: null }],
  'blank.lease': ['An empty lease identifier?', { identifier: '' }],
  'blank.date': ['An empty date?', date('')],
  'blank.city': ['An empty city?', { address: { city: '' } }],
  'date.day': ['The date 9000-02-30?', date('9000-02-30')],
  'date.slashes': ['The date 9000/01/01?', date('9000/01/01')],
  'date.time': ['The date 9000-01-01T00:00:00Z?', date('9000-01-01T00:00:00Z')],
  'date.reversed': ['A lower bound after the upper one?', { ...date('9000-01-01'), max_move_in_date: '1000-01-01' }],
  'match.unknown-group': ['A search in a group that does not exist?', { group_id: 'no-such-group' }],
  'page.after-end.tenants': ['The tenants after -1?', { 'after-id': '-1' }],
  'page.integer': ['after-id 1 as an integer?', { 'after-id': 1 }],
  'page.words': ['after-id that is not a number?', { 'after-id': 'no-such-id' }],
};

/** Beside the identifier of a tenant. */
const BESIDE_IDENTIFIER: Rows = {
  'unknown-field.leases': ['An unknown field of find-for-tenant?', { 'no-such-field': 'true' }],
  'null.group': ['A group that is null?', { group_id: null }],
  'blank.group': ['An empty group?', { group_id: '' }],
  'type.active': ['"true" as a boolean?', { active: 'true' }],
  'match.other-group': ['A tenant’s identifier with a group that does not exist?', { group_id: 'no-such-group' }],
  'match.reference-without-group': [
    'An external reference without a group, beside an identifier?',
    { external_ref: 'no-such-reference' },
  ],
  'page.after-end.leases': ['The leases after -1?', { 'after-id': '-1' }],
};

/** Identifications that may be absent. */
const ALONE: Rows = {
  'null.identification': ['An identification that is null?', { identifier: null }],
  'blank.identifier': ['An empty tenant identifier?', { identifier: '' }],
  'blank.email': ['An empty e-mail address?', { email_address: '' }],
};

const behavioursOf = <Value>(rows: Rows<Value>, discover: (value: Value) => Discover): Behaviours =>
  Object.fromEntries(Object.entries(rows).map(([id, [question, value]]) => [id, [question, discover(value)]]));

export const REQUESTS: Behaviours = {
  ...behavioursOf(FORMS, (how) => async (session, samples) => {
    return meaningOf(await session.askUnchecked('tenants', {}, how), 'served', everyoneIn(samples));
  }),
  ...behavioursOf(OF_TENANTS, (body) => async (session, samples) => {
    return meaningOf(await session.askUnchecked('tenants', body), 'ignored', everyoneIn(samples));
  }),
  ...behavioursOf(BESIDE_IDENTIFIER, (body) => async (session, samples) => {
    const [tenant] = simpleTenants(samples);
    if (tenant === undefined) return undefined;
    const reply = await session.askUnchecked('leases', { identifier: tenant.identifier, ...body });
    return meaningOf(reply, 'ignored', tenant.leases.identifiers);
  }),
  ...behavioursOf(ALONE, (body) => async (session) => {
    const meaning = meaningOf(await session.askUnchecked('leases', body));
    return meaning.includes('no_tenant_information') ? 'absent' : meaning;
  }),
};

/** Undefined if the records that were found cannot show it. */
export type Discover = (session: Session, samples: Samples) => Promise<string | undefined>;

/** By a permanent id. */
export type Behaviours = Readonly<Record<string, readonly [question: string, discover: Discover]>>;

type Names = Iterable<string | undefined>;

/** What an answer means, or how it was refused. @param same what it means that it has the records `as` */
export function meaningOf(reply: Reply, same = '', as: Names = []): string {
  if (!succeeded(reply) && errorTypeIn(reply) !== 'not_found') return `refused: ${describeReply(reply)}`;
  const names = namesOn(reply);
  if (names.length === 0) return 'nothing is found';
  return keyOf(names) === keyOf(as) ? same : 'other records are found';
}

const keyOf = (names: Names): string => JSON.stringify([...new Set(names)].toSorted());

/** The names on the first page of all tenants. */
const everyoneIn = ({ everyone: { pages } }: Samples): Names => pages.slice(0, 1).flatMap(namesOn);

/** Tenants whose leases fill one page or less. */
export const simpleTenants = ({ tenants }: Samples): Tenant[] =>
  tenants.filter(({ leases }) => leases.pages.length === 1 && leases.isWhole && leases.identifiers.size > 0);
