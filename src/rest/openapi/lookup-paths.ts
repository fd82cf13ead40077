/** Describes the two operations of contract section 4, from the definitions that check their requests. */

import { CATALOGUE, type ErrorReason, ServiceError } from '../../errors';
import { FIND_FOR_TENANT, TENANTS } from '../requests';
import {
  errorResponses,
  NO_STORE,
  RATE_LIMIT_HEADERS,
  REQUEST_ID,
  RETIRING_REST_HEADERS,
  STALE_HEADER,
  TRACING_HEADERS,
} from './error-responses';
import { FIND_FOR_TENANT_EXAMPLES, TENANTS_EXAMPLES } from './examples';

export const REQUEST_SCHEMAS = {
  FindForTenant: {
    description: 'Criteria for a tenant. At least one identification is required, and all conditions must hold.',
    ...FIND_FOR_TENANT.schema,
  },
  FindTenants: {
    description: 'Criteria for leases. All conditions must hold for the same lease; `{}` selects every visible one.',
    ...TENANTS.schema,
  },
} as const;

/** The error message for `body`. @throws {Error} when the body is valid */
function refusalOf({ read }: { read(body: object): unknown }, body: object): string {
  try {
    read(body);
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
  }
  throw new Error('The example of a refused request is valid.');
}

/** Errors that only the other operation has. */
const ONLY_FIND_FOR_TENANT: readonly ErrorReason[] = ['noTenantInformation', 'externalRefWithoutGroup'];
const ONLY_TENANTS: readonly ErrorReason[] = ['notFound'];

const reasonsExcept = (others: readonly ErrorReason[]): ErrorReason[] =>
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
      Object.entries(examples).map(([name, { summary: text, [part]: value }]) => [name, { summary: text, value }]),
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
            ...TRACING_HEADERS,
            ...STALE_HEADER,
            ...RETIRING_REST_HEADERS,
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
      'A tenant is identified by `identifier`, by `external_ref` together with a group, by `email_address` or by `phone_number`. Several tenants may match; each lease is returned once. Without a match the list is empty.',
    request: 'FindForTenant',
    answer: 'Leases',
    examples: FIND_FOR_TENANT_EXAMPLES,
    reasons: reasonsExcept(ONLY_TENANTS),
    invalidRequest: refusalOf(FIND_FOR_TENANT, { email_address: 7 }),
  }),
  '/leases/tenants/': lookup({
    operationId: 'findTenants',
    summary: 'Find the tenants of leases',
    description:
      'Leases are selected by identifier, range of move-in dates, group and address. Each tenant is returned once. A page without a tenant is `not_found`.',
    request: 'FindTenants',
    answer: 'Tenants',
    examples: TENANTS_EXAMPLES,
    reasons: reasonsExcept(ONLY_FIND_FOR_TENANT),
    invalidRequest: refusalOf(TENANTS, { min_move_in_date: '2025-02-30' }),
  }),
};
