/** Describes error responses from the catalogue of errors, one for each status, with an example of each type. */

import { STATUS_CODES } from 'node:http';

import { asServiceError, CATALOGUE, errorHeaders, type ErrorReason, LIMIT_MESSAGES, ServiceError } from '../../errors';
import { STALE_SECONDS } from '../../http/send';
import type { JsonSchema } from '../../lookups/fields';
import { IGNORED_FIELDS } from '../ignored-fields';
import { BODY_LIMIT } from '../requests';

/** Errors of input that is not a valid request and therefore has no id. */
const WITHOUT_REQUEST: readonly ErrorReason[] = ['headersTooLarge', 'requestTimeout', 'badRequest'];

const EXAMPLE_ID = 'b0e1b6c4-5d0f-4c3e-9a49-0f6d9b9d3a51';

export const REQUEST_ID = {
  description: 'The id of the request. The log has the same id.',
  schema: { type: 'string' },
  example: EXAMPLE_ID,
};
export const NO_STORE = { description: 'Answers contain personal data.', schema: { const: 'no-store' } };

/** For a known caller, if the gateway has a rate limit (decision 55). */
export const RATE_LIMIT_HEADERS = {
  'RateLimit-Policy': {
    description: 'The number of requests that a caller may make, and in how many seconds. Only with a rate limit.',
    schema: { type: 'string' },
    example: '"default";q=100;w=60',
  },
  RateLimit: {
    description: 'The number of requests left, and the seconds until it is reset. Only with a rate limit.',
    schema: { type: 'string' },
    example: '"default";r=99;t=60',
  },
};

/** For a request with a trace, or if a setting turns them on (decisions 67 and 68). */
export const TRACING_HEADERS = {
  traceparent: {
    description: 'The trace of W3C Trace Context. Only if the request has one, or the gateway traces.',
    schema: { type: 'string', pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$' },
    example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  },
  'Server-Timing': {
    description: 'Milliseconds that the answer took. Only with `SERVER_TIMING`.',
    schema: { type: 'string' },
    example: 'total;dur=4.2, auth;dur=0.1, db;dur=3.4',
  },
};

/** For an answer that was read from a replica while the primary was away (decision 79). */
export const STALE_HEADER = {
  [STALE_SECONDS]: {
    description:
      'How many seconds old the data is at most. Only while the primary database is away and a replica is read instead.',
    schema: { type: 'integer', minimum: 0 },
    example: 12,
  },
};

/** If settings announce the end of a path, or report ignored fields (decision 80). */
export const RETIRING_REST_HEADERS = {
  Deprecation: {
    description: 'When the path was or will be deprecated, as RFC 9745 writes it. Only with `REST_DEPRECATION`.',
    schema: { type: 'string', pattern: '^@-?[0-9]+$' },
    example: '@1798675200',
  },
  Sunset: {
    description: 'When the path may be gone, as RFC 8594 writes it. Only with `REST_SUNSET`.',
    schema: { type: 'string' },
    example: 'Wed, 30 Jun 2027 00:00:00 GMT',
  },
  Link: {
    description: 'A page about the end of the path. Only with `REST_DEPRECATION_LINK`.',
    schema: { type: 'string' },
    example: '<https://docs.example.com/rest>; rel="deprecation sunset"',
  },
  [IGNORED_FIELDS]: {
    description:
      'Fields of the request that were ignored, because the path has no such fields. Only with `REST_UNKNOWN_FIELDS=report`.',
    schema: { type: 'string' },
    example: 'identifer',
  },
};

/** Seconds in the example. */
const RETRY_AFTER = 30;

/** Examples of messages that depend on the request, the path or a setting. */
const EXAMPLE_MESSAGES: Partial<Record<ErrorReason, string>> = {
  payloadTooLarge: LIMIT_MESSAGES.body(BODY_LIMIT),
  rateLimited: LIMIT_MESSAGES.rate(100, 60),
  timeout: LIMIT_MESSAGES.step(2000),
  internalError: asServiceError(undefined, EXAMPLE_ID).message,
};

const HEADER_TEXTS: Readonly<Record<string, string>> = {
  'Retry-After': 'Seconds after which to try again.',
  'WWW-Authenticate': 'The challenge of RFC 6750. Only with a token error.',
  Allow: 'The methods that the path allows.',
};

/** Contract section 7: one object `error` with exactly two string fields. */
const errorSchema = (types: readonly string[]): JsonSchema => ({
  type: 'object',
  description: 'The body of every error.',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      description: 'The first error that was found.',
      required: ['type', 'message'],
      additionalProperties: false,
      properties: {
        type: { type: 'string', enum: types, description: 'The machine-readable type of the error.' },
        message: {
          type: 'string',
          description: 'A text for people. It may change, and never repeats a value of the request.',
        },
      },
    },
  },
});

export interface Refusals {
  readonly reasons: readonly ErrorReason[];
  /** The value of `Allow`. */
  readonly methods: readonly string[];
  /** Messages that replace those of the catalogue. */
  readonly messages?: Partial<Record<ErrorReason, string>>;
}

const ALL = Object.keys(CATALOGUE) as ErrorReason[];
const ofStatus = (status: number, reasons: readonly ErrorReason[]): ErrorReason[] =>
  reasons.filter((reason) => CATALOGUE[reason].status === status);
const statusesOf = (reasons: readonly ErrorReason[]): number[] =>
  [...new Set(reasons.map((reason) => CATALOGUE[reason].status))].sort((a, b) => a - b);

/** Statuses whose responses depend on the path, because of their messages or of `Allow`. */
const PATH_SPECIFIC = [400, 405];
const nameOf = (status: number): string => (STATUS_CODES[status] ?? '').replaceAll(' ', '');

/** One response for each status of `reasons`, in ascending order. A response with every error of its status is a reference. */
export function errorResponses({ reasons, methods, messages = {} }: Refusals): Record<string, object> {
  const responses = statusesOf(reasons).map((status) => {
    const own = ofStatus(status, reasons);
    const shared = !PATH_SPECIFIC.includes(status) && own.length === ofStatus(status, ALL).length;
    const reference = { $ref: `#/components/responses/${nameOf(status)}` };
    return [String(status), shared ? reference : response(status, own, { methods, messages })];
  });
  return Object.fromEntries(responses) as Record<string, object>;
}

/** The responses that {@link errorResponses} refers to. */
export function sharedResponses(): Record<string, object> {
  const shared = statusesOf(ALL).filter((status) => !PATH_SPECIFIC.includes(status));
  const responses = shared.map((status) => [nameOf(status), response(status, ofStatus(status, ALL), { methods: [] })]);
  return Object.fromEntries(responses) as Record<string, object>;
}

function response(
  status: number,
  reasons: readonly ErrorReason[],
  { methods, messages = {} }: Omit<Refusals, 'reasons'>,
): object {
  const texts: typeof messages = { ...EXAMPLE_MESSAGES, ...messages };
  const errors = reasons.map(
    (reason) =>
      new ServiceError(reason, {
        message: texts[reason],
        ...(reason === 'rateLimited' && { retryAfter: RETRY_AFTER }),
      }),
  );
  const types = [...new Set(errors.map(({ entry }) => entry.type))];
  const examples = errors.map((error) => [
    error.reason,
    {
      summary: CATALOGUE[error.reason].message,
      value: { error: { type: error.entry.type, message: error.message } },
    },
  ]);
  return {
    description: `${STATUS_CODES[status]}: ${types.map((type) => `\`${type}\``).join(', ')}.`,
    headers: headersOf(errors, methods),
    content: {
      'application/json': {
        schema: errorSchema(types),
        examples: Object.fromEntries(examples) as Record<string, object>,
      },
    },
  };
}

/** A header is required if every error of the response carries it. */
function headersOf(errors: readonly ServiceError[], methods: readonly string[]): Record<string, object> {
  const carried = errors.map((error) => ({
    ...errorHeaders(error),
    ...(error.reason === 'methodNotAllowed' && { Allow: methods.join(', ') }),
  })) as Record<string, string>[];
  const named = [...new Set(carried.flatMap((headers) => Object.keys(headers)))].map((name) => {
    const values = carried.flatMap((headers) => headers[name] ?? []);
    const enumerated = name === 'Retry-After' ? { pattern: '^[1-9][0-9]*$' } : { enum: [...new Set(values)] };
    const schema = { type: 'string', ...enumerated };
    return [
      name,
      { description: HEADER_TEXTS[name], required: values.length === errors.length, schema, example: values[0] },
    ];
  });
  const requests = errors.filter(({ reason }) => !WITHOUT_REQUEST.includes(reason)).length;
  return {
    ...(requests > 0 && { 'X-Request-Id': { ...REQUEST_ID, required: requests === errors.length } }),
    'Cache-Control': { ...NO_STORE, required: true },
    ...(Object.fromEntries(named) as Record<string, object>),
    ...(requests > 0 && { ...RATE_LIMIT_HEADERS, ...TRACING_HEADERS, ...STALE_HEADER, ...RETIRING_REST_HEADERS }),
  };
}
