/** How errors leave over GraphQL: `extensions.code` and `extensions.type`, and the status that belongs to them. */

import type { ApolloServerPlugin, HTTPGraphQLHead } from '@apollo/server';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';

import { placesOf } from './limits/held';
import { logFailure } from '../http/failure-log';
import { asServiceError, errorHeaders, ServiceError } from '../errors';
import type { GraphQLContext } from '../resolvers/context';
import { refusedVariables } from './refused-variables';
import { wantedOperations } from './root-fields';

/** For every fault of a token: GraphQL clients know a missing one as 401, too, where the contract has 400. */
export const TOKEN_STATUS = 401;

/** Characters of what graphql-js says. */
const LONGEST_MESSAGE = 500;

/** How the parser says that it stopped at its limit. */
const TOO_MANY_TOKENS = /Document contains more that (\d+) tokens/;

/**
 * What an error stands for: a deliberate refusal as it is; what graphql-js and Apollo refuse by themselves (syntax,
 * validation, variables, arguments) as `invalid_request` under their own code; all else as `internal_error`.
 */
function refusalOf(error: unknown, requestId: string): { readonly refusal: ServiceError; readonly code: string } {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  const code = error instanceof GraphQLError ? ownCode(error, cause) : undefined;
  // A message of graphql-js repeats names and literals, as long as the client wrote them.
  const told = error instanceof Error ? error.message.slice(0, LONGEST_MESSAGE) : '';
  const tokens = code === 'GRAPHQL_PARSE_FAILED' ? TOO_MANY_TOKENS.exec(told)?.[1] : undefined;
  if (tokens !== undefined) {
    const message = `The operation is too large: the document has more than ${tokens} tokens.`;
    return { refusal: new ServiceError('invalidRequest', { message }), code: 'MAX_TOKENS_LIMIT' };
  }
  if (code !== undefined) {
    return { refusal: new ServiceError('invalidRequest', { message: withoutValue(told) }), code };
  }
  const refusal = asServiceError(cause, requestId);
  return { refusal, code: refusal.entry.code };
}

/** The code of a request that GraphQL itself refused; undefined for what a resolver threw. */
function ownCode(error: GraphQLError, cause: unknown): string | undefined {
  if (cause instanceof ServiceError) return undefined;
  const { code } = error.extensions;
  if (typeof code === 'string' && code !== 'INTERNAL_SERVER_ERROR') return code;
  // While it runs an operation, graphql-js points at the argument that it refuses; a value that it cannot show has no place.
  const ofOperation = cause === error && error.path === undefined;
  const ofArgument = cause !== error && cause instanceof GraphQLError && cause.nodes !== undefined;
  return ofOperation || ofArgument ? 'BAD_USER_INPUT' : undefined;
}

/** graphql-js repeats the value that it refuses, which an answer never does (decision 23); its place stays in `locations`. */
function withoutValue(message: string): string {
  const type = /^(?:Expected value of type "([^"]+)", found |(\w+) cannot represent )/.exec(message);
  return type === null ? message : `The value here must be of the type ${type[1] ?? type[2]}.`;
}

/** Whether what a resolver threw refuses its operation as a whole, whatever else of it there is. */
export const refusesAll = (thrown: unknown): boolean => thrown instanceof ServiceError && thrown.refusesAll;

/** Apollo's hook for every error, those before a request has a context included. */
export function formatError({ locations, path }: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { refusal, code } = refusalOf(error, 'that X-Request-Id gives');
  const places = error instanceof GraphQLError ? (placesOf(error.nodes) ?? locations) : locations;
  return {
    message: refusal.message,
    ...(places && { locations: places }),
    ...(path && { path }),
    extensions: { code, type: refusal.entry.type },
  };
}

/** The body for what is refused before GraphQL sees it. */
export function errorList({ message, entry: { code, type } }: ServiceError): { errors: GraphQLFormattedError[] } {
  return { errors: [{ message, extensions: { code, type } }] };
}

/** Logs failures, completes their messages, and sets the status of an answer of which no data is left. */
export function errorPlugin(log: Logger): ApolloServerPlugin<GraphQLContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({
          response: { http, body },
          errors = [],
          contextValue,
          schema,
          document,
          operation,
          request,
        }) {
          if (errors.length === 0 || body.kind !== 'single') return;
          const { exchange, prefersGraphQLResponse, trail } = contextValue;
          const refusals = errors.map((error) => refusalOf(error, exchange.requestId).refusal);
          exchange.type = (refusals.find(({ entry }) => entry.status >= 500) ?? refusals[0]!).entry.type;
          for (const refusal of refusals) logFailure(log, refusal, exchange);
          trail.refused(refusals[0]!, () => wantedOperations(document, operation));

          const { singleResult: result } = body;
          const whole = refusals.findIndex(({ refusesAll }) => refusesAll);
          if (whole >= 0) {
            const { message, extensions } = result.errors![whole]!;
            body.singleResult = { errors: [{ message, ...(extensions && { extensions }) }] };
            setStatus(http, [refusals[whole]!], prefersGraphQLResponse);
            return;
          }
          const reworded = refusedVariables(errors, schema, operation, request.variables ?? {});
          result.errors = result.errors?.map((error, index) => ({
            ...error,
            message: reworded[index] ?? refusals[index]?.message ?? error.message,
          }));
          // Without a document it is no GraphQL request, and Apollo's to refuse, with 400 in either media type.
          if (!request.query && !request.extensions?.persistedQuery) return;
          if (result.data === undefined || result.data === null) setStatus(http, refusals, prefersGraphQLResponse);
        },
      };
    },
  };
}

/** A failure of ours first, then what authentication refused, then the statuses that refused requests have in either media type. */
function setStatus(http: HTTPGraphQLHead, refusals: readonly ServiceError[], prefersGraphQLResponse: boolean): void {
  // A query by another method is Apollo's to refuse.
  if (http.status === 405) return;
  const failure = refusals.find(({ entry }) => entry.status >= 500);
  const unauthenticated = refusals.find(({ entry }) => entry.code === 'UNAUTHENTICATED');
  const limited = refusals.find(({ reason }) => reason === 'rateLimited');
  const telling = failure ?? unauthenticated ?? limited;
  for (const [name, value] of Object.entries(telling === undefined ? {} : errorHeaders(telling))) {
    http.headers.set(name.toLowerCase(), value);
  }
  if (failure !== undefined) http.status = failure.entry.status;
  else if (unauthenticated !== undefined) http.status = TOKEN_STATUS;
  else if (limited !== undefined) http.status = limited.entry.status;
  else http.status = prefersGraphQLResponse && refusals.every(({ reason }) => reason === 'invalidRequest') ? 400 : 200;
}
