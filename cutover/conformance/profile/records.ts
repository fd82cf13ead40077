/** Behaviours that the records show: how they are matched, paged and shown. */

import { mediaType } from '../../compare/compare-answers';
import { identifierOf, isObject, type Json, type JsonObject } from '../../contract/answers';
import type { Sequence } from '../answer-checks';
import { CHECKS } from '../checks';
import { namesOn } from '../findings';
import { has, type Samples, tenantsIn } from '../samples';
import { addDays, ADDRESS_TEXTS, dayIn } from '../shape';
import { type Behaviours, type Discover, meaningOf, simpleTenants } from './requests';

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

type Rewrite = (value: string) => string;
const swapCase: Rewrite = (value) => (value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase());
const spaced: Rewrite = (value) => [...value].join(' ');
const padded: Rewrite = (value) => ` ${value} `;
const zeroed: Rewrite = (value) => value.replace(/^\+/, '00');

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

export const RECORDS: Behaviours = {
  'match.group': ['What is `group` of a tenant?', groupName],
  'match.identifier-case': ['An identifier in other letter case?', rewritten('identifier', swapCase)],
  'match.email-case': ['An e-mail address in other letter case?', rewritten('email_address', swapCase)],
  'match.email-spaces': ['An e-mail address with spaces around it?', rewritten('email_address', padded)],
  'match.phone-punctuation': ['A phone number with spaces between its digits?', rewritten('phone_number', spaced)],
  'match.phone-zeros': ['A phone number with 00 for +?', rewritten('phone_number', zeroed)],
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
