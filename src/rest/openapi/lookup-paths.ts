/** The two operations of contract section 4, from the definitions by which their requests are checked. */

import { CATALOGUE, type ErrorReason, ServiceError } from '../../errors';
import type { JsonSchema } from '../../lookups/fields';
import { FIND_FOR_TENANT, TENANTS } from '../requests';
import { errorResponses, NO_STORE, RATE_LIMIT_HEADERS, REQUEST_ID, WATCHING_HEADERS } from './error-responses';
import { FIND_FOR_TENANT_EXAMPLES, TENANTS_EXAMPLES } from './examples';

type Texts = Readonly<Record<string, string>>;

const PAGING: Texts = {
  'after-id':
    'Paging cursor: the `last_id` of the answer before, as text or as a number. 1 is the beginning; -1, which says that nothing follows, gives nothing.',
};
const GROUP: Texts = {
  group_id: 'Only this group, by its identifier. Not beside `group_external_ref`.',
  group_external_ref: 'Only this group, by its external reference. Not beside `group_id`.',
};

/** Contract 4.1. */
const FIND_FOR_TENANT_TEXTS: Texts = {
  identifier: 'The internal tenant identifier.',
  external_ref: 'The external tenant identifier; needs a group beside it.',
  email_address: 'The tenant’s e-mail address; letter case and surrounding blanks do not count.',
  phone_number: 'The tenant’s phone number; blanks and `.` `-` `/` `(` `)` `[` `]` do not count, and `00` is `+`.',
  active: 'When true, only leases that are active today: started before it and ending after it.',
  ...GROUP,
  ...PAGING,
};

/** Contract 4.2. */
const TENANTS_TEXTS: Texts = {
  identifier: 'The identifier of the lease.',
  min_move_in_date: 'The first day of a range of move-in dates, itself included.',
  max_move_in_date: 'The last day of a range of move-in dates, itself included.',
  ...GROUP,
  address: 'What is known of the address; all of it must match. Another key than these nine is refused.',
  ...PAGING,
};

const ADDRESS_TEXTS: Texts = {
  building_name: 'Name of the building; letter case and accents do not count, here and in every text of an address.',
  address_line_1: 'First line of the address.',
  address_line_2: 'Second line of the address.',
  city: 'City.',
  country: 'Country.',
  state: 'State.',
  postal_code: 'Postal code.',
  latitude: 'Decimal degrees; it matches within 0.0001.',
  longitude: 'Decimal degrees; it matches within 0.0001.',
};

const isObjectSchema = (schema: JsonSchema): boolean => 'properties' in schema;

/** `schema` with a text for each of its fields; one that has none goes without, which the linter does not let pass. */
function described(schema: JsonSchema, texts: Texts): JsonSchema {
  const properties = Object.entries(schema.properties as Readonly<Record<string, JsonSchema>>).map(([name, field]) => {
    const within = isObjectSchema(field) ? described(field, ADDRESS_TEXTS) : field;
    return [name, { ...within, description: texts[name] }];
  });
  return { ...schema, properties: Object.fromEntries(properties) as JsonSchema };
}

export const REQUEST_SCHEMAS = {
  FindForTenant: {
    description: 'Who the tenant is. At least one identification must be there, and all that is given must hold.',
    ...described(FIND_FOR_TENANT.schema, FIND_FOR_TENANT_TEXTS),
  },
  FindTenants: {
    description: 'Which leases. All that is given must hold for the same lease; `{}` is every visible one.',
    ...described(TENANTS.schema, TENANTS_TEXTS),
  },
} as const;

/** The message with which `body` is refused. @throws {Error} when it is taken */
function refusalOf({ read }: { read(body: object): unknown }, body: object): string {
  try {
    read(body);
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
  }
  throw new Error('An example of a refused request is taken.');
}

/** Errors that only the other operation has. */
const OF_FIND_FOR_TENANT: readonly ErrorReason[] = ['noTenantInformation', 'externalRefWithoutGroup'];
const OF_TENANTS: readonly ErrorReason[] = ['notFound'];

const reasonsBut = (others: readonly ErrorReason[]): ErrorReason[] =>
  (Object.keys(CATALOGUE) as ErrorReason[]).filter((reason) => !others.includes(reason));

interface Lookup {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly request: keyof typeof REQUEST_SCHEMAS;
  readonly answer: 'Leases' | 'Tenants';
  readonly examples: typeof TENANTS_EXAMPLES;
  readonly reasons: readonly ErrorReason[];
  readonly invalidRequest: string;
}

function lookup({ operationId, summary, description, request, answer, examples, reasons, invalidRequest }: Lookup) {
  const exampleOf = (part: 'request' | 'answer') =>
    Object.fromEntries(
      Object.entries(examples).map(([name, { summary: told, [part]: value }]) => [name, { summary: told, value }]),
    );
  const content = (name: string, part: 'request' | 'answer') => ({
    'application/json': { schema: { $ref: `#/components/schemas/${name}` }, examples: exampleOf(part) },
  });
  return {
    post: {
      operationId,
      summary,
      description,
      tags: ['Lookups'],
      requestBody: {
        description: 'Null counts as absent in every field. No body is the same as `{}`.',
        content: content(request, 'request'),
      },
      responses: {
        '200': {
          description: 'A page of at most 100 records, in an order that never changes.',
          headers: {
            'X-Request-Id': { ...REQUEST_ID, required: true },
            'Cache-Control': { ...NO_STORE, required: true },
            ...RATE_LIMIT_HEADERS,
            ...WATCHING_HEADERS,
          },
          content: content(answer, 'answer'),
        },
        ...errorResponses({ reasons, methods: ['POST'], messages: { invalidRequest } }),
      },
    },
  };
}

export const LOOKUP_PATHS = {
  '/leases/find-for-tenant/': lookup({
    operationId: 'findLeasesForTenant',
    summary: 'Find the leases of a tenant',
    description:
      'The tenant is identified by `identifier`, by `external_ref` together with a group, by `email_address` or by `phone_number`. Several may match, and each lease comes once. No match is an empty list.',
    request: 'FindForTenant',
    answer: 'Leases',
    examples: FIND_FOR_TENANT_EXAMPLES,
    reasons: reasonsBut(OF_TENANTS),
    invalidRequest: refusalOf(FIND_FOR_TENANT, { email_address: 7 }),
  }),
  '/leases/tenants/': lookup({
    operationId: 'findTenants',
    summary: 'Find the tenants of leases',
    description:
      'Leases are chosen by identifier, range of move-in dates, group and address. Each tenant comes once. A page without a tenant is `not_found`.',
    request: 'FindTenants',
    answer: 'Tenants',
    examples: TENANTS_EXAMPLES,
    reasons: reasonsBut(OF_FIND_FOR_TENANT),
    invalidRequest: refusalOf(TENANTS, { min_move_in_date: '2025-02-30' }),
  }),
};
