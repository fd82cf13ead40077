/**
 * All errors that Leasegate returns, and the class that carries them. REST renders an error as `{ error: { type, message } }`
 * (contract section 7), GraphQL as `extensions.type` and `extensions.code`.
 * This file imports nothing, so that every layer can throw.
 */

interface ErrorEntry {
  readonly status: number;
  /** The type of contract section 7, the same for REST and GraphQL. */
  readonly type: string;
  /** `extensions.code` of GraphQL. */
  readonly code: string;
  readonly message: string;
  /** Seconds after which a caller may try again, if that is a constant. */
  readonly retryAfter?: number;
}

export const CATALOGUE = {
  // Contract section 7, rows 1 to 7.
  missingAuthorization: {
    status: 400,
    type: 'missing_authorization',
    code: 'UNAUTHENTICATED',
    message: 'Send the header `Authorization: Bearer <ACCESS_TOKEN>`.',
  },
  expiredToken: {
    status: 401,
    type: 'expired_token',
    code: 'UNAUTHENTICATED',
    message: 'The access token has expired; obtain a new one.',
  },
  invalidAuthorization: {
    status: 401,
    type: 'invalid_authorization',
    code: 'UNAUTHENTICATED',
    message: 'The access token is not valid.',
  },
  noTenantInformation: {
    status: 400,
    type: 'no_tenant_information',
    code: 'BAD_USER_INPUT',
    message:
      'Provide the tenant’s identifier, external reference together with a group, e-mail address or phone number.',
  },
  bothGroupIdentifiers: {
    status: 400,
    type: 'both_group_identifiers_provided',
    code: 'BAD_USER_INPUT',
    message: 'Provide only one of the two group identifiers: the group’s id or its external reference.',
  },
  externalRefWithoutGroup: {
    status: 400,
    type: 'both_group_identifiers_provided',
    code: 'BAD_USER_INPUT',
    message: 'An external reference needs a group: provide either the group’s id or its external reference.',
  },
  notFound: {
    status: 404,
    type: 'not_found',
    code: 'NOT_FOUND',
    message: 'No tenant records match the parameters.',
  },

  // Beyond the contract.
  unknownEndpoint: {
    status: 404,
    type: 'unknown_endpoint',
    code: 'NOT_FOUND',
    message: 'There is nothing at this path.',
  },
  methodNotAllowed: {
    status: 405,
    type: 'method_not_allowed',
    code: 'METHOD_NOT_ALLOWED',
    message: 'This path does not support this method. The Allow header lists those that it supports.',
  },
  unsupportedMediaType: {
    status: 415,
    type: 'unsupported_media_type',
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'Send the body as application/json in UTF-8, plain or compressed with gzip, deflate or br.',
  },
  payloadTooLarge: {
    status: 413,
    type: 'payload_too_large',
    code: 'PAYLOAD_TOO_LARGE',
    message: 'The body is larger than this path accepts.',
  },
  invalidJson: {
    status: 400,
    type: 'invalid_json',
    code: 'BAD_REQUEST',
    message: 'The body is not well-formed JSON in UTF-8.',
  },
  invalidRequest: {
    status: 400,
    type: 'invalid_request',
    code: 'BAD_USER_INPUT',
    message: 'The request is not valid.',
  },
  invalidCursor: {
    status: 400,
    type: 'invalid_cursor',
    code: 'BAD_USER_INPUT',
    message: 'This operation did not issue this paging cursor.',
  },
  // GraphQL alone: over REST it is row 6.
  missingGroup: {
    status: 400,
    type: 'missing_group',
    code: 'BAD_USER_INPUT',
    message: 'An external reference needs a group: provide `group` with its identifier or its external reference.',
  },
  headersTooLarge: {
    status: 431,
    type: 'headers_too_large',
    code: 'HEADERS_TOO_LARGE',
    message: 'The first line and the headers of the request are together larger than 16 kB.',
  },
  requestTimeout: {
    status: 408,
    type: 'request_timeout',
    code: 'REQUEST_TIMEOUT',
    message: 'The request did not arrive in time: its headers may take 5 seconds, and all of it 10 seconds.',
  },
  badRequest: {
    status: 400,
    type: 'bad_request',
    code: 'BAD_REQUEST',
    message: 'This is not well-formed HTTP.',
  },
  foreignRequest: {
    status: 403,
    type: 'foreign_request',
    code: 'FORBIDDEN',
    message: 'This path does not answer requests for this host or from this origin.',
  },
  rateLimited: {
    status: 429,
    type: 'rate_limited',
    code: 'RATE_LIMITED',
    message: 'The rate limit is reached. Retry-After gives the seconds after which you may send more requests.',
  },
  badGateway: {
    status: 502,
    type: 'bad_gateway',
    code: 'BAD_GATEWAY',
    message: 'The service behind this one did not answer; try again shortly.',
    retryAfter: 1,
  },
  overloaded: {
    status: 503,
    type: 'overloaded',
    code: 'OVERLOADED',
    message: 'Too many requests are in flight; try again shortly.',
    retryAfter: 1,
  },
  serviceUnavailable: {
    status: 503,
    type: 'service_unavailable',
    code: 'SERVICE_UNAVAILABLE',
    message: 'The service cannot answer at the moment; try again shortly.',
    retryAfter: 1,
  },
  timeout: {
    status: 504,
    type: 'timeout',
    code: 'TIMEOUT',
    message: 'The answer took longer than allowed.',
  },
  internalError: {
    status: 500,
    type: 'internal_error',
    code: 'INTERNAL_SERVER_ERROR',
    message: 'An unexpected error occurred.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorReason = keyof typeof CATALOGUE;

const kilobytes = (bytes: number): string => `${bytes / 1024} kB`;

/** Messages with a limit that depends on the path or on a setting. They replace those of the catalogue. */
export const LIMIT_MESSAGES = {
  body: (bytes: number) => `The body is larger than ${kilobytes(bytes)}, the limit of this path.`,
  decompressedBody: (bytes: number) =>
    `The body is larger than ${kilobytes(bytes)} after decompression, the limit of this path.`,
  brotliBody: (bytes: number) =>
    `The body is larger than ${kilobytes(bytes)}, the limit of this path for Brotli before decompression.`,
  bodyParts: (parts: number) => `The body arrived in more than ${parts} parts, the limit.`,
  rate: (requests: number, seconds: number) =>
    `The rate limit of ${requests} requests in ${seconds} seconds is reached. Retry-After gives the seconds after which you may send more requests.`,
  step: (milliseconds: number) => `A step of the lookup took longer than ${milliseconds} ms, the limit.`,
};

/** A deliberate refusal. Its `message` is safe to show: it never repeats a value or mentions SQL, hosts or other groups. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly entry: ErrorEntry;
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number | undefined;
  /** Whether the whole operation is refused, even if only one field threw this. */
  readonly refusesAll: boolean;

  constructor(
    readonly reason: ErrorReason,
    {
      message,
      cause,
      retryAfter,
      code,
      refusesAll = false,
    }: { message?: string; cause?: unknown; retryAfter?: number; code?: string; refusesAll?: boolean } = {},
  ) {
    const { stackTraceLimit } = Error;
    // One answer may have thousands of refusals, and nobody reads their stacks.
    if (CATALOGUE[reason].status < 500) Error.stackTraceLimit = 0;
    super(message ?? CATALOGUE[reason].message, { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.entry = code === undefined ? CATALOGUE[reason] : { ...CATALOGUE[reason], code };
    this.retryAfter = retryAfter ?? this.entry.retryAfter;
    this.refusesAll = refusesAll;
  }
}

/**
 * Why a token was refused, in the order of the checks. It is for the log and the metrics: an answer has its type alone, because the
 * sender may be a stranger.
 */
export const TOKEN_FAULTS = [
  'missing',
  'scheme',
  'malformed',
  'algorithm',
  'key',
  'signature',
  'claim_missing',
  'issuer',
  'audience',
  'not_yet_valid',
  'claim_invalid',
  'expires_too_late',
  'expired',
  'unknown',
] as const;
export type TokenFault = (typeof TOKEN_FAULTS)[number];

const REASON_OF_FAULT: Partial<Record<TokenFault, ErrorReason>> = {
  missing: 'missingAuthorization',
  scheme: 'missingAuthorization',
  expired: 'expiredToken',
};

/** A token that is not accepted. */
export class TokenError extends ServiceError {
  constructor(
    readonly fault: TokenFault,
    cause?: unknown,
  ) {
    super(REASON_OF_FAULT[fault] ?? 'invalidAuthorization', { cause });
  }
}

/** The error that a client sees: a deliberate refusal unchanged, anything else as `internal_error` with the request's id. */
export function asServiceError(error: unknown, requestId: string): ServiceError {
  if (error instanceof ServiceError) return error;
  const message = `${CATALOGUE.internalError.message} Quote the request id ${requestId} when you report it.`;
  return new ServiceError('internalError', { message, cause: error });
}

/** For every problem with a token over GraphQL and MCP. Their clients expect 401 for a missing one as well, for which the contract has 400. */
export const TOKEN_STATUS = 401;

/** The headers of an error, for every transport (decision 31 for tokens). */
export function errorHeaders({ reason, retryAfter }: ServiceError): Record<string, string> {
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
  if (reason === 'missingAuthorization') headers['WWW-Authenticate'] = 'Bearer realm="leasegate"';
  if (reason === 'expiredToken' || reason === 'invalidAuthorization') {
    const description = reason === 'expiredToken' ? 'The token has expired' : 'The token is not valid';
    headers['WWW-Authenticate'] = `Bearer realm="leasegate", error="invalid_token", error_description="${description}"`;
  }
  return headers;
}

/** Contract section 7: one object `error` with exactly two string fields. */
export function errorEnvelope(error: ServiceError): { error: { type: string; message: string } } {
  return { error: { type: error.entry.type, message: error.message } };
}
