/** The queries of the readers, and the households that an answer must contain whatever the writers do. */

import type { Operation } from '../oracle/answer';
import type { Asker } from '../oracle/generate/callers';
import { type GroupName, GROUPS, type Household, isOfHub, OFFICE } from './town';

export interface Question {
  readonly name: string;
  readonly operation: Operation;
  readonly rest: object;
  readonly graphql: object;
  /** Whether it always matches the household, for a caller who may see all groups. */
  holds(household: Household): boolean;
}

const within = (first: string, last: string) => (household: Household) =>
  first <= household.days[0] && household.days[1] <= last;
const of = (group: GroupName) => (household: Household) => household.groups.every((one) => one === group);
const inCity = (city: string) => (household: Household) => household.city === city;
const ofOffice = ({ office }: Household): boolean => office;

const tenants = (name: string, rest: object, graphql: object, ...conditions: Question['holds'][]): Question => ({
  name: `tenants, ${name}`,
  operation: 'tenants',
  rest,
  graphql,
  holds: (household) => conditions.every((condition) => condition(household)),
});
const leases = (name: string, rest: object, graphql: object, ...conditions: Question['holds'][]): Question => ({
  ...tenants(name, rest, graphql, ...conditions),
  name: `leases, ${name}`,
  operation: 'find-for-tenant',
});
const range = (min_move_in_date: string, max_move_in_date: string) =>
  [
    { min_move_in_date, max_move_in_date },
    { minMoveInDate: min_move_in_date, maxMoveInDate: max_move_in_date },
    within(min_move_in_date, max_move_in_date),
  ] as const;
const NORTH = { group: { identifier: 'north' } };
const EMAIL = { emailAddress: OFFICE.email_address };
const YEAR = range('2023-01-01', '2023-12-31');

export const QUESTIONS: readonly Question[] = [
  tenants('no filter', {}, {}),
  tenants('two years', ...range('2023-01-01', '2024-12-31')),
  tenants('one year', ...YEAR),
  tenants('a year across two', ...range('2023-07-01', '2024-06-29')),
  tenants(
    'from a day on',
    { min_move_in_date: '2024-01-01' },
    { minMoveInDate: '2024-01-01' },
    within('2024-01-01', '9'),
  ),
  tenants('30 days', ...range('2023-03-11', '2023-04-09')),
  tenants('one day', ...range('2024-05-05', '2024-05-05')),
  tenants('a group', { group_id: 'north' }, NORTH, of('north')),
  tenants('a city', { address: { city: 'köln' } }, { address: { city: 'köln' } }, inCity('Köln')),
  tenants(
    'a group, a city and a year',
    { group_id: 'north', address: { city: 'Bonn' }, ...YEAR[0] },
    { ...NORTH, address: { city: 'Bonn' }, ...YEAR[1] },
    of('north'),
    inCity('Bonn'),
    YEAR[2],
  ),
  tenants('a lease', { identifier: 'l20' }, { identifier: 'l20' }, ({ number }) => number === 20),
  leases('an e-mail address', { email_address: OFFICE.email_address }, EMAIL, ofOffice),
  leases('an e-mail address, active', { email_address: OFFICE.email_address, active: true }, EMAIL, ofOffice),
  leases('a phone number', { phone_number: OFFICE.phone_number }, { phoneNumber: OFFICE.phone_number }, ofOffice),
  leases(
    'an e-mail address in a group',
    { email_address: OFFICE.email_address, group_id: 'north' },
    { ...EMAIL, ...NORTH },
    ofOffice,
    of('north'),
  ),
  leases(
    'an external reference in a group',
    { external_ref: 'north', group_id: 'north' },
    { externalRef: 'north', ...NORTH },
    of('north'),
  ),
  leases('a tenant of many', { identifier: 'hub-north' }, { identifier: 'hub-north' }, isOfHub, of('north')),
];

export const ASKERS: readonly (Asker & { readonly sight: readonly GroupName[] })[] = [
  { subject: 'everything', by: 'claim', sight: GROUPS },
  { subject: 'half', by: 'claim', sight: ['north', 'south'] },
  { subject: 'one', by: 'claim', sight: ['north'] },
];
export type TownAsker = (typeof ASKERS)[number];

/** The identifiers that a walk must return once each, in the order of their paging ids. */
export function certain(town: readonly Household[], question: Question, { sight }: TownAsker): string[] {
  const prefixes = question.operation === 'tenants' ? ['t', 's'] : ['l'];
  return town
    .filter(({ role }) => role !== 'passes')
    .filter(({ groups }) => groups.every((group) => sight.includes(group)))
    .filter((household) => question.holds(household))
    .flatMap(({ number }) =>
      prefixes.filter((prefix) => prefix !== 's' || number % 3 === 0).map((prefix) => `${prefix}${number}`),
    );
}
