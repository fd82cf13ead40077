/** `openapi.json` describes what the checks of a request accept. */

import { Ajv2020 } from 'ajv/dist/2020';
import { fullFormats } from 'ajv-formats/dist/formats';

import { ServiceError } from '../../src/errors';
import { readFindForTenant, readTenants } from '../../src/rest/wire';
import { readOpenApi } from '../openapi/described';
import { LEASE_FILTERS, TENANT_FILTERS } from '../oracle/filters';
import { ADDRESS_TEXTS, COORDINATES } from '../oracle/world';

const { schemas } = readOpenApi().components;
const fieldsOf = (name: string): string[] => Object.keys(schemas[name]?.properties ?? {});
const GROUP_AND_PAGE = ['group_id', 'group_external_ref', 'after-id'];

test('contract 4.1 and 4.2: the fields of each request, and no others', () => {
  expect(fieldsOf('FindForTenant').toSorted()).toEqual(
    [...Object.keys(TENANT_FILTERS), 'active', ...GROUP_AND_PAGE].toSorted(),
  );
  expect(fieldsOf('FindTenants').toSorted()).toEqual(
    [...Object.keys(LEASE_FILTERS), 'address', ...GROUP_AND_PAGE].toSorted(),
  );
  expect(fieldsOf('AddressCriteria')).toEqual([...ADDRESS_TEXTS, ...COORDINATES]);
});

const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 90_071_992_547_409_920, [], ['x'], {}, { zip: 'x' }],
  ...['', '  ', ' x ', '-1', '-2', '007'],
  ...['2024-02-29', '2023-02-29', '2024-2-9', '2024-02-29T00:00:00Z'],
  ...['x'.repeat(255), 'x'.repeat(256), '\u{1F3E0}'.repeat(255), '\u{1F3E0}'.repeat(256)],
];

const ajv = new Ajv2020({ strict: false, formats: fullFormats });
ajv.addSchema(readOpenApi(), 'openapi');

const isRead = (read: (body: object) => unknown, body: object): boolean => {
  try {
    read(body);
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return false;
  }
};

const REQUESTS = [
  ['FindForTenant', (body: object) => readFindForTenant(body, () => '2024-01-01')],
  ['FindTenants', (body: object) => readTenants(body)],
] as const;

/** What the criteria of a tenant need beside a field: an identification, and a group for an external reference. */
const besides = (name: string, field: string): object => {
  if (name === 'FindTenants') return {};
  return field === 'external_ref'
    ? { email_address: 'x', group_id: 'x' }
    : { [field === 'identifier' ? 'email_address' : 'identifier']: 'x' };
};

const fields = REQUESTS.flatMap(([name, read]) => [
  ...fieldsOf(name).map((field) => ({
    name,
    read,
    field,
    bodyOf: (value: unknown): object => ({ ...besides(name, field), [field]: value }),
  })),
  ...(name === 'FindTenants' ? fieldsOf('AddressCriteria') : []).map((field) => ({
    name,
    read,
    field: `address.${field}`,
    bodyOf: (value: unknown): object => ({ address: { [field]: value } }),
  })),
]);

test.each(fields)('$name: $field is accepted exactly as its schema says', ({ name, read, bodyOf }) => {
  const accepts = ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
  const accepted = VALUES.filter((value) => isRead(read, bodyOf(value)));
  expect(accepted).toEqual(VALUES.filter((value) => accepts(bodyOf(value))));
  expect([accepted.length > 0, accepted.length < VALUES.length]).toEqual([true, true]);
});

test('an unknown key of an address is refused, as the schema says, and one of the request is ignored', () => {
  for (const [name, read] of REQUESTS) {
    const accepts = ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
    const body = { identifier: 'x', zip: 'x' };
    expect([accepts(body), isRead(read, body)]).toEqual([true, true]);
  }
});

test.each(REQUESTS)('contract 4.1 and 4.2: the rules that span fields of %s are those of its schema', (name, read) => {
  const accepts = ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
  const bodies = ['identifier', 'external_ref', 'email_address', 'phone_number', 'group_id', 'group_external_ref']
    .filter((field) => fieldsOf(name).includes(field))
    .reduce<object[]>(
      (all, field) => all.flatMap((body) => [body, ...[null, ' ', 'x'].map((value) => ({ ...body, [field]: value }))]),
      [{}],
    );
  const accepted = bodies.filter((body) => isRead(read, body));
  expect(accepted).toEqual(bodies.filter((body) => accepts(body)));
  expect([accepted.length > 0, accepted.length < bodies.length]).toEqual([true, true]);
});
