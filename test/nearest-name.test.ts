import { nearestName } from '../src/config/nearest-name';

const NAMES = [
  'identifier',
  'external_ref',
  'address.city',
  'address.postal_code',
  'first_name',
  'last_name',
  'email_address',
];

test.each([
  ['identifer', 'identifier'],
  ['IDENTIFIER ', 'identifier'],
  ['externalRef', 'external_ref'],
  ['adress.city', 'address.city'],
  ['city', 'address.city'],
  ['postalcode', 'address.postal_code'],
  ['mail', 'email_address'],
  ['fist_name', 'first_name'],
  ['name', undefined],
  ['colour', undefined],
  ['ab', undefined],
  ['', undefined],
])('%s: %s', (name, expected) => expect(nearestName(name, NAMES)).toBe(expected));
