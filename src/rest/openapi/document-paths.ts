/** The paths of the documents: the OpenAPI document itself and the GraphQL schema. */

import { CATALOGUE, type ErrorReason } from '../../errors';
import { errorResponses, REQUEST_ID, TRACING_HEADERS } from './error-responses';

const METHODS = ['GET', 'HEAD'];

/** The errors of a request that has no body, needs no token and makes no lookup. */
const WITHOUT_TOKEN: readonly ErrorReason[] = [
  'badRequest',
  'unknownEndpoint',
  'methodNotAllowed',
  'requestTimeout',
  'headersTooLarge',
  'internalError',
  'overloaded',
];
const TOKEN_ERRORS: readonly ErrorReason[] = [
  'missingAuthorization',
  'expiredToken',
  'invalidAuthorization',
  'serviceUnavailable',
  'timeout',
];

/** In the order of the catalogue. */
const reasonsOf = (...lists: (readonly ErrorReason[])[]): ErrorReason[] =>
  (Object.keys(CATALOGUE) as ErrorReason[]).filter((reason) => lists.flat().includes(reason));

const HEADERS = {
  'X-Request-Id': { ...REQUEST_ID, required: true },
  ETag: {
    description: 'Changes when the document does.',
    required: true,
    schema: { type: 'string', pattern: '^"[A-Za-z0-9_-]+"$' },
    example: '"4kPpvJxWJmNwVhbGhbDkXA"',
  },
  'Cache-Control': {
    description: 'It may be cached, and must be revalidated each time.',
    required: true,
    schema: { enum: ['public, no-cache', 'private, no-cache'] },
    example: 'public, no-cache',
  },
  ...TRACING_HEADERS,
};

interface DocumentOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly content: object;
  readonly reasons: readonly ErrorReason[];
}

const documentPath = ({ operationId, summary, description, security, content, reasons }: DocumentOperation) => ({
  get: {
    operationId,
    summary,
    description,
    tags: ['Documents'],
    security,
    responses: {
      '200': { description: 'The document.', headers: HEADERS, content },
      '304': { description: 'Not Modified: `If-None-Match` names the current document.', headers: HEADERS },
      ...errorResponses({ reasons, methods: METHODS }),
    },
  },
});

export const DOCUMENT_PATHS = {
  '/openapi.json': documentPath({
    operationId: 'getOpenApi',
    summary: 'This document',
    description: 'The REST interface as OpenAPI 3.1. HEAD is allowed too.',
    security: [],
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['openapi'],
          properties: { openapi: { type: 'string', description: 'The version of OpenAPI.', pattern: '^3\\.1\\.' } },
          additionalProperties: true,
        },
        example: { openapi: '3.1.1' },
      },
    },
    reasons: reasonsOf(WITHOUT_TOKEN),
  }),
  '/schema.graphql': documentPath({
    operationId: 'getGraphqlSchema',
    summary: 'The GraphQL schema',
    description:
      'The schema of `/graphql` in SDL. HEAD is allowed too. With `INTROSPECTION=token` it needs a valid token; with `off` it is `unknown_endpoint`.',
    security: [{}, { bearer: [] }],
    content: { 'text/plain': { schema: { type: 'string' }, example: 'type Query {\n  viewer: Viewer!\n}\n' } },
    reasons: reasonsOf(WITHOUT_TOKEN, TOKEN_ERRORS),
  }),
};
