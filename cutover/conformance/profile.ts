/** The behaviour profile: what the contract leaves open. A request shows its form and odd values; records show how they are matched. */

import { mediaType } from '../compare/compare-answers';
import { errorTypeIn, identifierOf, isObject, type Json, type JsonObject, succeeded } from '../contract/answers';
import type { Sequence } from './answer-checks';
import { CHECKS } from './checks';
import { describeReply, namesOn, type Reply } from './findings';
import { has, type Samples, type Tenant, tenantsIn } from './samples';
import type { How, Session } from './session';
import { addDays, ADDRESS_TEXTS, dayIn } from './shape';

type Rows<Value = JsonObject> = Readonly<Record<string, readonly [question: string, value: Value]>>;

const FORMS: Rows<How> = {
  'request.no-content-type': ['A body without Content-Type?', { type: null }],
  'request.other-content-type': ['A JSON body as text/plain?', { type: 'text/plain' }],
  'request.empty-body': ['An empty body as JSON?', { raw: '' }],
  'request.broken-json': ['A body that is not JSON?', { raw: '{' }],
  'request.get': ['GET on tenants?', { method: 'GET', type: null }],
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

const REQUESTS: Behaviours = {
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
type Discover = (session: Session, samples: Samples) => Promise<string | undefined>;

/** By a permanent id. */
type Behaviours = Readonly<Record<string, readonly [question: string, discover: Discover]>>;

type Names = Iterable<string | undefined>;

/** What an answer means, or how it was refused. @param same what it means that it has the records `as` */
function meaningOf(reply: Reply, same = '', as: Names = []): string {
  if (!succeeded(reply) && errorTypeIn(reply) !== 'not_found') return `refused: ${describeReply(reply)}`;
  const names = namesOn(reply);
  if (names.length === 0) return 'nothing is found';
  return keyOf(names) === keyOf(as) ? same : 'other records are found';
}

const keyOf = (names: Names): string => JSON.stringify([...new Set(names)].toSorted());

/** The names on the first page of all tenants. */
const everyoneIn = ({ everyone: { pages } }: Samples): Names => pages.slice(0, 1).flatMap(namesOn);

/** Tenants whose leases fill one page or less. */
const simpleTenants = ({ tenants }: Samples): Tenant[] =>
  tenants.filter(({ leases }) => leases.pages.length === 1 && leases.isWhole && leases.identifiers.size > 0);

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

type Rewrite = (value: string) => string;
const swapCase: Rewrite = (value) => (value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase());

/** Whether a value finds the same leases when it is written in another way. */
const rewritten =
  (field: string, rewrite: Rewrite): Discover =>
  async (session, samples) => {
    const tenant = simpleTenants(samples).find(({ fields }) => {
      const other = rewrite(text(fields[field]));
      return has(fields, field) && other !== fields[field] && !samples.everyone.identifiers.has(other);
    });
    if (tenant === undefined) return undefined;
    const value = text(tenant.fields[field]);
    const usual = namesOn(await session.askUnchecked('leases', { [field]: value }));
    return meaningOf(await session.askUnchecked('leases', { [field]: rewrite(value) }), 'found', usual);
  };

const located =
  (field: string, rewrite?: Rewrite): Discover =>
  async (session, { leases }) => {
    for (const lease of leases.values()) {
      const address = isObject(lease.address) ? lease.address : {};
      const [tenant] = tenantsIn(lease).map(identifierOf);
      const value = rewrite?.(text(address[field])) ?? text(address[field]);
      if (!has(address, field) || tenant === undefined) continue;
      if (rewrite && value === address[field]) continue;
      const { identifiers, page } = await session.walk('tenants', { address: { [field]: value } }, 20);
      return identifiers.has(tenant) ? 'found' : meaningOf(page);
    }
    return undefined;
  };

const bound =
  (field: string): Discover =>
  async (session, { leases }) => {
    const [dated] = [...leases].flatMap(([identifier, lease]) => {
      const day = dayIn(lease.move_in_date);
      return day === undefined ? [] : [{ identifier, [field]: day }];
    });
    if (dated === undefined) return undefined;
    return (await session.walk('tenants', dated, 1)).pages.length > 0 ? 'included' : 'excluded';
  };

const openEnd: Discover = async (session, { tenants }) => {
  const yesterday = addDays(session.target.today, -1);
  const isOpen = ({ start_date, end_date }: JsonObject): boolean =>
    (dayIn(start_date) ?? '9999') < yesterday && (end_date ?? null) === null;
  const tenant = tenants.find(({ leases }) => leases.records.some(isOpen));
  if (tenant === undefined) return undefined;
  const { identifiers } = await session.walk('leases', { identifier: tenant.identifier, active: true });
  return identifiers.has(identifierOf(tenant.leases.records.find(isOpen)) ?? '') ? 'active' : 'not active';
};

const groupName: Discover = async (session, { groupOf }) => {
  const [group] = groupOf.values();
  if (group === undefined) return undefined;
  for (const field of ['group_id', 'group_external_ref'])
    if (namesOn(await session.askUnchecked('tenants', { [field]: group })).length > 0) return `what ${field} accepts`;
  return 'neither group_id nor group_external_ref';
};

const absentFields: Discover = async ({ seen }) => {
  const absent = [...CHECKS.keys()].filter((id) => id.startsWith('2.') && !seen.has(id));
  return seen.size === 0 ? undefined : absent.join(', ') || 'none';
};

const longWalks = ({ everyone, tenants }: Samples): Sequence[] =>
  [everyone, ...tenants.map(({ leases }) => leases)].filter(({ pages }) => pages.length > 1);

const RECORDS: Behaviours = {
  'match.group': ['What is `group` of a tenant?', groupName],
  'match.identifier-case': ['An identifier in other letter case?', rewritten('identifier', swapCase)],
  'match.email-case': ['An e-mail address in other letter case?', rewritten('email_address', swapCase)],
  'match.email-spaces': [
    'An e-mail address with spaces around it?',
    rewritten('email_address', (value) => ` ${value} `),
  ],
  'match.phone-punctuation': [
    'A phone number with spaces between its digits?',
    rewritten('phone_number', (value) => [...value].join(' ')),
  ],
  'match.phone-zeros': [
    'A phone number with 00 for +?',
    rewritten('phone_number', (value) => value.replace(/^\+/, '00')),
  ],
  'match.open-end': ['Is a lease active whose end date is not known?', openEnd],
  'match.min-bound': ['Is min_move_in_date included?', bound('min_move_in_date')],
  'match.max-bound': ['Is max_move_in_date included?', bound('max_move_in_date')],
  ...Object.fromEntries(
    ADDRESS_TEXTS.map((field) => [`match.address.${field}`, [`A search by ${field} of an address?`, located(field)]]),
  ),
  'match.address-case': ['A city in other letter case?', located('city', swapCase)],
  'answer.media-type': [
    'What is the media type of a success?',
    async (_session, { everyone: { pages } }) => pages[0] && mediaType(pages[0]),
  ],
  'answer.error-media-type': [
    'What is the media type of an error?',
    async (session) => mediaType(await session.askUnchecked('tenants', {}, { token: null })),
  ],
  'answer.absent-fields': ['Which fields are in no record?', absentFields],
  'answer.repeated-records': [
    'Does a tenant with several leases appear several times?',
    async (_session, { everyone: { records, identifiers } }) =>
      records.length === 0 ? undefined : records.length > identifiers.size ? 'yes' : 'no',
  ],
  'page.ending': [
    'What ends a sequence of several pages?',
    async (_session, samples) => {
      const endings = longWalks(samples).flatMap(({ isWhole, ending }) => (isWhole ? ending : []));
      return [...new Set(endings)].toSorted().join(', or ') || undefined;
    },
  ],
};

export const BEHAVIOURS: Behaviours = { ...REQUESTS, ...RECORDS };
