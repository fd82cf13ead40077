/** The errors of a gateway. The lists repeat `src/errors.ts`, which the client does not import; a test compares them. */

/** `error.type` in REST, `extensions.type` in GraphQL. */
export const ERROR_TYPES = [
  'missing_authorization',
  'expired_token',
  'invalid_authorization',
  'no_tenant_information',
  'both_group_identifiers_provided',
  'not_found',
  'unknown_endpoint',
  'method_not_allowed',
  'unsupported_media_type',
  'payload_too_large',
  'invalid_json',
  'invalid_request',
  'invalid_cursor',
  'missing_group',
  'headers_too_large',
  'request_timeout',
  'bad_request',
  'foreign_request',
  'rate_limited',
  'bad_gateway',
  'overloaded',
  'service_unavailable',
  'timeout',
  'internal_error',
] as const;

/** `extensions.code` in GraphQL. */
export const ERROR_CODES = [
  'UNAUTHENTICATED',
  'BAD_USER_INPUT',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'BAD_REQUEST',
  'HEADERS_TOO_LARGE',
  'REQUEST_TIMEOUT',
  'FORBIDDEN',
  'RATE_LIMITED',
  'BAD_GATEWAY',
  'OVERLOADED',
  'SERVICE_UNAVAILABLE',
  'TIMEOUT',
  'INTERNAL_SERVER_ERROR',
  // For an operation that GraphQL refuses; the type is `invalid_request`.
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'MAX_TOKENS_LIMIT',
  'MAX_DEPTH_LIMIT',
  'MAX_COST_LIMIT',
  // For an unknown document or hash.
  'PERSISTED_QUERY_NOT_IN_LIST',
  'PERSISTED_QUERY_NOT_SUPPORTED',
] as const;

export type ErrorType = (typeof ERROR_TYPES)[number];
export type ErrorCode = (typeof ERROR_CODES)[number];

/** One entry of `errors` in a GraphQL answer. */
export interface GraphQLFailure {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: ErrorCode; readonly type?: ErrorType };
}

const NO_ANSWER = 'Leasegate could not be reached, or the connection was lost before its answer was complete.';

/** An error answer, or none. After an abort, the error of `fetch` is thrown. */
export class LeasegateError extends Error {
  override readonly name = 'LeasegateError';
  /**
   * `unexpected_answer` for an answer that this version of the client does not know, such as the page of a proxy. `no_answer`
   * for a connection that failed or was lost; `cause` is the error of `fetch`.
   */
  readonly type: ErrorType | 'unexpected_answer' | 'no_answer';
  /** Code of the first GraphQL error; undefined in REST. */
  readonly code: ErrorCode | undefined;
  /** HTTP status; 0 without an answer. GraphQL uses 200 for the errors of a lookup. */
  readonly status: number;
  /** Seconds after which the request may be sent again. */
  readonly retryAfter: number | undefined;
  /** Identifies the request in the gateway's log. */
  readonly requestId: string | undefined;
  /** Every error of a GraphQL answer. */
  readonly errors: readonly GraphQLFailure[];
  /** The data of a GraphQL answer that also had errors. */
  readonly data: unknown;

  constructor(status: number, headers: Headers, body: AnswerBody | undefined, cause?: unknown) {
    const { error, errors, data } = body ?? {};
    const failures = Array.isArray(errors) ? (errors as readonly GraphQLFailure[]) : [];
    const [first] = failures;
    const foreign = `The answer with status ${status} is not from Leasegate.`;
    super(
      status === 0 ? NO_ANSWER : (error?.message ?? first?.message ?? foreign),
      cause === undefined ? {} : { cause },
    );
    const type = error?.type ?? first?.extensions?.type;
    this.type = status === 0 ? 'no_answer' : (ERROR_TYPES.find((known) => known === type) ?? 'unexpected_answer');
    this.code = ERROR_CODES.find((known) => known === first?.extensions?.code);
    this.status = status;
    const seconds = Number(headers.get('retry-after') ?? NaN);
    this.retryAfter = Number.isFinite(seconds) ? seconds : undefined;
    this.requestId = headers.get('x-request-id') ?? undefined;
    this.errors = failures;
    this.data = data;
  }
}

/** The fields of REST and GraphQL answers. */
export interface AnswerBody {
  readonly error?: { readonly type?: string; readonly message?: string };
  readonly errors?: unknown;
  readonly data?: unknown;
  readonly leases?: unknown;
  readonly tenants?: unknown;
}
