import type { JsonSchema } from '../../src/lookups/fields';
import { FIND_FOR_TENANT, TENANTS } from '../../src/rest/requests';
import { LEASE_FILTERS, TENANT_FILTERS } from '../oracle/filters';
import { ADDRESS_TEXTS, COORDINATES } from '../oracle/world';

/** The schema of a request describes what its check accepts: one definition produces both. */

const ADDRESS_NAMES = [...ADDRESS_TEXTS, ...COORDINATES];

const SAMPLES: Readonly<Record<string, unknown>> = {
  string: 'x',
  boolean: true,
  number: 1.5,
  object: {},
  array: [],
  null: null,
};

interface Property {
  readonly title: string;
  readonly schema: JsonSchema;
  readonly takes: (value: unknown) => boolean;
}

const propertiesOf = (schema: JsonSchema) => schema.properties as Readonly<Record<string, JsonSchema>>;

const takes = (request: { read(body: object): unknown }, body: object): boolean => {
  try {
    request.read(body);
    return true;
  } catch {
    return false;
  }
};

const checked: readonly Property[] = [
  ...[FIND_FOR_TENANT, TENANTS].flatMap((request) =>
    Object.entries(propertiesOf(request.schema)).map(([name, schema]) => ({
      title: `${request === TENANTS ? 'tenants' : 'find-for-tenant'}: ${name}`,
      schema,
      takes: (value: unknown) => takes(request, { [name]: value }),
    })),
  ),
  ...Object.entries(propertiesOf(propertiesOf(TENANTS.schema).address ?? {})).map(([name, schema]) => ({
    title: `tenants: address.${name}`,
    schema,
    takes: (value: unknown) => takes(TENANTS, { address: { [name]: value } }),
  })),
].filter(({ title }) => !title.endsWith('after-id'));

test('contract 4.1 and 4.2: the fields of each request, and no others', () => {
  const { properties } = FIND_FOR_TENANT.schema;
  expect(Object.keys(properties as object).sort()).toEqual(
    [...Object.keys(TENANT_FILTERS), 'active', 'group_id', 'group_external_ref', 'after-id'].sort(),
  );
  expect(Object.keys(propertiesOf(TENANTS.schema))).toEqual([
    ...Object.keys(LEASE_FILTERS),
    'group_id',
    'group_external_ref',
    'address',
    'after-id',
  ]);
});

test('contract 2.4: an address has these fields only', () => {
  const schema = propertiesOf(TENANTS.schema).address ?? {};
  expect([Object.keys(propertiesOf(schema)), schema.additionalProperties]).toEqual([ADDRESS_NAMES, false]);
  expect(takes(TENANTS, { address: { zip: 'x' } })).toBe(false);
});

describe.each(checked.map((property) => [property.title, property] as const))('%s', (_title, property) => {
  const { schema } = property;
  const types = schema.type as readonly string[];
  const text = schema.format === 'date' ? '2024-02-29' : 'x';

  test('accepts the types that its schema names', () => {
    const taken = Object.entries({ ...SAMPLES, string: text }).filter(([, value]) => property.takes(value));
    expect(taken.map(([type]) => type).sort()).toEqual([...types].sort());
  });

  test('accepts the texts that its schema describes', () => {
    const isText = types.includes('string');
    const {
      maxLength = 10,
      pattern = '',
      format,
    } = schema as { maxLength?: number; pattern?: string; format?: string };
    expect(property.takes(text.padEnd(maxLength, 'x'))).toBe(isText);
    expect(property.takes(text.padEnd(maxLength + 1, 'x'))).toBe(false);
    expect(property.takes('  ')).toBe(isText && format === undefined && new RegExp(pattern).test('  '));
    expect(property.takes('2023-02-29')).toBe(isText && format === undefined);
  });
});

test('decisions 1 and 2: after-id is a string or an integer, and is checked after the criteria', () => {
  for (const { schema } of [FIND_FOR_TENANT, TENANTS]) {
    expect(propertiesOf(schema)['after-id']).toEqual({
      description: expect.any(String) as string,
      type: ['string', 'integer', 'null'],
      pattern: '^(-1|[0-9]{1,19})$',
      minimum: -1,
      maximum: 9007199254740991,
      default: '1',
    });
  }
});
