/** Pages, and how answers show unknown values. */

import type { Json, JsonObject } from '../exchange';
import { isObject } from '../exchange';
import { type Samples, tenantsIn } from '../samples';
import { askUnchecked } from '../ask';
import { recordsOf, type Reply } from '../session';
import { FIELDS, type Table } from '../shape';
import { lastIdOf, type Walk } from '../walk';
import { everyone, leasesOf, meaning, simpleTenants, withTenant } from './outcome';
import type { Behaviours, Discover } from './profile';

const BEGINNING = 'the first page again';

const tenantsAfter =
  (cursor: Json): Discover =>
  (session, samples) =>
    meaning(session, 'tenants', { 'after-id': cursor }, { [BEGINNING]: everyone(samples) });

const leasesAfter = (cursor: Json): Discover =>
  withTenant((session, tenant) =>
    meaning(
      session,
      'leases',
      { identifier: tenant.identifier, 'after-id': cursor },
      { [BEGINNING]: leasesOf(tenant) },
    ),
  );

const walksOf = ({ everyone: all, tenants }: Samples): Walk[] => [all, ...tenants.map(({ leases }) => leases)];

/** How the last of several pages is recognised. */
const ending: Discover = async (_session, samples) => {
  const long = walksOf(samples).filter(({ pages, ending: how }) => pages.length > 1 && how !== 'open');
  return [...new Set(long.map(({ ending: how }) => how))].toSorted().join(', or ') || undefined;
};

const lastIdIn = (reply: Reply | undefined): string | undefined => {
  if (reply === undefined) return undefined;
  const cursor = lastIdOf(reply);
  return cursor === undefined ? 'absent' : cursor === '-1' ? '-1' : 'an id';
};

/** Whether `after-id` may be an integer, tried where another page follows. */
const integerCursor: Discover = async (session, samples) => {
  const [first, second] = samples.everyone.pages;
  if (first === undefined || second === undefined) return undefined;
  const cursor = Number(lastIdOf(first));
  const names = recordsOf(second).map(({ identifier }) => (typeof identifier === 'string' ? identifier : undefined));
  return meaning(session, 'tenants', { 'after-id': cursor }, { [BEGINNING]: everyone(samples), accepted: names });
};

const unknownValues =
  (table: Table, records: (samples: Samples) => JsonObject[]): Discover =>
  async (_session, samples) => {
    const values = records(samples).flatMap((record) => Object.keys(FIELDS[table]).map((field) => record[field]));
    const ways = [
      ...(values.includes(null) ? ['null'] : []),
      ...(values.includes(undefined) ? ['left out'] : []),
      ...(values.includes('') ? ['an empty text'] : []),
    ];
    return ways.join(', or ') || undefined;
  };

const leaseRecords = ({ leases }: Samples): JsonObject[] => [...leases.values()];

const mediaType = ({ headers }: Reply): string =>
  headers['content-type']?.split(';')[0]!.trim().toLowerCase() ?? 'none';

export const PAGES: Behaviours = {
  'answer.media-type': [
    'What is the media type of a success?',
    async (_session, { everyone: { pages } }) => pages[0] && mediaType(pages[0]),
  ],
  'answer.error-media-type': [
    'What is the media type of an error?',
    async (session) => mediaType(await askUnchecked(session, 'tenants', {}, { token: null })),
  ],
  'answer.repeated-records': [
    'Does a tenant with several leases appear several times?',
    async (_session, { everyone: { records, identifiers } }) =>
      records.length === 0 ? undefined : records.length > identifiers.size ? 'yes' : 'no',
  ],
  'page.size': [
    'How many records has the largest page that another one follows?',
    async (_session, samples) => {
      const sizes = walksOf(samples).flatMap(({ pages }) => pages.slice(0, -1).map((page) => recordsOf(page).length));
      return sizes.length === 0 ? undefined : String(Math.max(...sizes));
    },
  ],
  'page.ending': ['What ends a sequence of several pages?', ending],
  'page.last-id': [
    'What is last_id on an only page?',
    async (_session, samples) => lastIdIn(simpleTenants(samples)[0]?.leases.pages[0]),
  ],
  'page.last-id-empty': [
    'What is last_id when no tenant matches?',
    async (session) => lastIdIn(await askUnchecked(session, 'leases', { email_address: 'no-such-tenant@example.com' })),
  ],
  'page.after-end.leases': ['The leases after -1?', leasesAfter('-1')],
  'page.after-end.tenants': ['The tenants after -1?', tenantsAfter('-1')],
  'page.beyond.leases': ['The leases after a very large id?', leasesAfter('9007199254740991')],
  'page.beyond.tenants': ['The tenants after a very large id?', tenantsAfter('9007199254740991')],
  'page.zero': ['The tenants after 0?', tenantsAfter('0')],
  'page.integer': ['after-id as an integer?', integerCursor],
  'page.words': ['after-id that is not a number?', tenantsAfter('no-such-id')],
  'page.fraction': ['after-id with a fraction?', tenantsAfter(1.5)],
  'unknown-value.lease': ['How does a lease show an unknown value?', unknownValues('2.1', leaseRecords)],
  'unknown-value.tenant': [
    'How does a tenant show an unknown value?',
    unknownValues('2.3', ({ everyone: { records } }) => [...records]),
  ],
  'unknown-value.tenant-in-lease': [
    'How does a tenant in a lease show an unknown value?',
    unknownValues('2.2', (samples) => leaseRecords(samples).flatMap(tenantsIn)),
  ],
  'unknown-value.address': [
    'How does an address show an unknown value?',
    unknownValues('2.4', (samples) =>
      leaseRecords(samples).flatMap(({ address }) => (isObject(address) ? [address] : [])),
    ),
  ],
};
