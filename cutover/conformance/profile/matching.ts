/** How tenants and leases are matched. */

import { addDays, dayIn } from '../days';
import type { Json, JsonObject } from '../exchange';
import { has, type Samples, tenantsIn } from '../samples';
import { askUnchecked } from '../ask';
import { recordsOf, type Session } from '../session';
import { identifierOf, walk } from '../walk';
import { leasesOf, meaning, simpleTenants, withTenant } from './outcome';
import type { Behaviours, Discover } from './profile';

const FOUND = 'found';
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Whether a value finds the same leases when it is written in another way. */
const rewritten = (field: string, rewrite: (value: string) => string): Discover =>
  withTenant(
    async (session, tenant) => {
      const value = text(tenant.fields[field]);
      const usual = recordsOf(await askUnchecked(session, 'leases', { [field]: value })).map(identifierOf);
      return meaning(session, 'leases', { [field]: rewrite(value) }, { [FOUND]: usual });
    },
    ({ fields }, { everyone }) => {
      const [value, other] = [text(fields[field]), rewrite(text(fields[field]))];
      return has(fields, field) && other !== value && !everyone.identifiers.has(other);
    },
  );

const swapCase = (value: string): string => (value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase());

/** Two tenants without a common lease, the second one with an e-mail address. */
const severalIdentifications: Discover = async (session, samples) => {
  const tenants = simpleTenants(samples);
  const pairs = tenants.flatMap((first) => tenants.map((second) => ({ first, second })));
  const pair = pairs.find(
    ({ first, second }) =>
      has(second.fields, 'email_address') && [...leasesOf(first)].every((lease) => !leasesOf(second).has(lease)),
  );
  if (pair === undefined) return undefined;
  const { first, second } = pair;
  const body = { identifier: first.identifier, email_address: second.fields.email_address ?? null };
  return meaning(session, 'leases', body, {
    'the leases of both': [...leasesOf(first), ...leasesOf(second)],
    'the identifier decides': leasesOf(first),
    'the e-mail address decides': leasesOf(second),
  });
};

/** Whether a bound is included. */
const bound =
  (field: 'min_move_in_date' | 'max_move_in_date'): Discover =>
  async (session, samples) => {
    const leases = [...samples.leases].map(([identifier, lease]) => ({ identifier, day: dayIn(lease.move_in_date) }));
    const dated = leases.find(({ day }) => day !== undefined);
    if (dated?.day === undefined) return undefined;
    const { pages } = await walk(session, 'tenants', { identifier: dated.identifier, [field]: dated.day }, { most: 1 });
    return pages.length > 0 ? 'included' : 'excluded';
  };

const reversedRange: Discover = (session) =>
  meaning(session, 'tenants', { min_move_in_date: '9000-01-01', max_move_in_date: '1000-01-01' }, {});

/** Whether a lease without an end date is active. */
const openEnd: Discover = async (session, { tenants }) => {
  for (const { identifier, leases } of tenants) {
    const open = leases.records.find(
      ({ start_date, end_date }) =>
        (dayIn(start_date) ?? '9999') < addDays(session.target.today, -1) && (end_date ?? null) === null,
    );
    if (open === undefined) continue;
    const found = await walk(session, 'leases', { identifier, active: true });
    return found.identifiers.has(identifierOf(open) ?? '') ? 'active' : 'not active';
  }
  return undefined;
};

const groupName: Discover = async (session, { groupOf }) => {
  for (const group of groupOf.values()) {
    for (const field of ['group_id', 'group_external_ref'])
      if (recordsOf(await askUnchecked(session, 'tenants', { [field]: group })).length > 0)
        return `what ${field} accepts`;
    return 'neither group_id nor group_external_ref';
  }
  return undefined;
};

/** Finds an address by one text of it, which may be rewritten. */
async function byText(session: Session, samples: Samples, field: string, rewrite = (value: string) => value) {
  for (const [, lease] of samples.leases) {
    const address = (lease.address ?? {}) as JsonObject;
    const [tenant] = tenantsIn(lease).map(identifierOf);
    if (
      !has(address, field) ||
      tenant === undefined ||
      (rewrite !== same && rewrite(text(address[field])) === address[field])
    )
      continue;
    const body = { address: { [field]: rewrite(text(address[field])) } };
    const found = await walk(session, 'tenants', body, { most: 20 });
    if (found.identifiers.has(tenant)) return FOUND;
    return found.pages.length > 0 ? 'other records are found' : meaning(session, 'tenants', body, {});
  }
  return undefined;
}

const same = (value: string): string => value;
const ADDRESS = ['building_name', 'address_line_1', 'address_line_2', 'city', 'country', 'state', 'postal_code'];

export const MATCHING: Behaviours = {
  'match.several-identifications': ['An identifier and the e-mail address of someone else?', severalIdentifications],
  'match.other-group': [
    'A tenant’s identifier with a group that does not exist?',
    withTenant((session, tenant) =>
      meaning(
        session,
        'leases',
        { identifier: tenant.identifier, group_id: 'no-such-group' },
        { 'the group is ignored': leasesOf(tenant) },
      ),
    ),
  ],
  'match.reference-without-group': [
    'An external reference without a group, beside an identifier?',
    withTenant((session, tenant) =>
      meaning(
        session,
        'leases',
        { identifier: tenant.identifier, external_ref: 'no-such-reference' },
        { 'the reference is ignored': leasesOf(tenant) },
      ),
    ),
  ],
  'match.unknown-group': [
    'A search in a group that does not exist?',
    (session) => meaning(session, 'tenants', { group_id: 'no-such-group' }, {}),
  ],
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
  'match.reversed-range': ['A lower bound after the upper one?', reversedRange],
  ...Object.fromEntries(
    ADDRESS.map((field) => [
      `match.address.${field}`,
      [
        `A search by ${field} of an address?`,
        (session: Session, samples: Samples) => byText(session, samples, field, same),
      ] as const,
    ]),
  ),
  'match.address-case': [
    'A city in other letter case?',
    (session, samples) => byText(session, samples, 'city', swapCase),
  ],
};
