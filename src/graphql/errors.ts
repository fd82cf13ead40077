/** Errors of GraphQL answers: their `extensions.code` and `extensions.type`, and the HTTP status of the answer. */

import type { ApolloServerPlugin, HTTPGraphQLHead } from '@apollo/server';
import { GraphQLError, type GraphQLFormattedError, Kind } from 'graphql';

import { ServiceError, TOKEN_STATUS, asServiceError, errorHeaders } from '../errors';
import type { Observer } from '../observer';
import { locationsOf } from './parsed-documents';
import { type GraphQLContext, wantedOperations } from './checks-plugin';

/** Characters of a message of graphql-js. It repeats names and literals, however long the client wrote them. */
const LONGEST_MESSAGE = 500;

/** The message with which the parser stops at its limit. */
const TOO_MANY_TOKENS = /Document contains more that (\d+) tokens/;

/** V8's message when the parser, which calls itself for each level, has no stack left. How deep that is depends on the version of Node. */
const TOO_DEEP = 'Maximum call stack size exceeded';

/**
 * The catalogue entry for an error. A `ServiceError` is its own entry. What graphql-js and Apollo refuse themselves (syntax,
 * validation, variables, arguments) is `invalid_request` with their code. Anything else is `internal_error`.
 */
function refusalOf(error: unknown, requestId: string): ServiceError {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  const code = error instanceof GraphQLError ? ownCode(error, cause) : undefined;
  const text = error instanceof Error ? error.message.slice(0, LONGEST_MESSAGE) : '';
  const tokens = code === 'GRAPHQL_PARSE_FAILED' ? TOO_MANY_TOKENS.exec(text)?.[1] : undefined;
  if (tokens !== undefined) {
    const message = `The operation is too large: the document has more than ${tokens} tokens.`;
    return new ServiceError('invalidRequest', { message, code: 'MAX_TOKENS_LIMIT' });
  }
  if (code === 'GRAPHQL_PARSE_FAILED' && text === TOO_DEEP) {
    return new ServiceError('invalidRequest', { message: 'The document is nested too deeply.', code });
  }
  const variable = error instanceof GraphQLError ? refusedVariable(error) : undefined;
  if (code !== undefined) return new ServiceError('invalidRequest', { message: variable ?? withoutValue(text), code });
  return asServiceError(cause, requestId);
}

/** The code of a request that graphql-js or Apollo refused; undefined for what a resolver threw. */
function ownCode(error: GraphQLError, cause: unknown): string | undefined {
  if (cause instanceof ServiceError) return undefined;
  const { code } = error.extensions;
  if (typeof code === 'string' && code !== 'INTERNAL_SERVER_ERROR') return code;
  // During execution graphql-js points at the argument that it refuses. An error about a value of the answer has no nodes.
  const ofOperation = cause === error && error.path === undefined;
  const ofArgument = cause !== error && cause instanceof GraphQLError && cause.nodes !== undefined;
  return ofOperation || ofArgument ? 'BAD_USER_INPUT' : undefined;
}

/** graphql-js repeats the value that it refuses, which an answer must not (decision 23). `locations` still shows its place. */
function withoutValue(message: string): string {
  const token = /^(Syntax Error: .*?(?:Name|Int|Float|String|BlockString)) "/s.exec(message);
  if (token !== null) return `${token[1]}.`;
  const type = /^(?:Expected value of type "([^"]+)", found |(\w+) cannot represent )/.exec(message);
  return type === null ? message : `The value here must be of the type ${type[1] ?? type[2]}.`;
}

/** The reason for which graphql-js refuses a value begins with its type, and may go on with the value. */
const EXPECTED_TYPE =
  /^(?:Expected (?:non-nullable )?type "([\w![\]]+)"|(Int|Float|String|Boolean|ID) cannot |(LocalDate) must )/;

/** The message for a variable that graphql-js refuses: it names the variable, the path within it and the type, and not the value. */
function refusedVariable({ nodes: [node] = [], message, originalError }: GraphQLError): string | undefined {
  if (node?.kind !== Kind.VARIABLE_DEFINITION || !message.includes(' got invalid value ')) return undefined;
  const reason = originalError?.message ?? '';
  // Before the reason. A value may look like anything.
  const path = / at "([\w.[\]]+)"; $/.exec(message.slice(0, message.length - reason.length))?.[1];
  const place = path ?? node.variable.name.value;
  const [, input, scalar, date] = EXPECTED_TYPE.exec(reason) ?? [];
  const type = input ?? scalar ?? (date && `${date}: a valid date, YYYY-MM-DD`);
  const problem =
    type === undefined ? 'does not have the type that the schema asks for' : `must be of the type ${type}`;
  return `The variable \`$${place.slice(0, LONGEST_MESSAGE)}\` ${problem}.`;
}

/** Whether the error of a resolver refuses the whole operation: it is then reported alone, without data. */
export const refusesAll = (thrown: unknown): boolean => thrown instanceof ServiceError && thrown.refusesAll;

/** Apollo calls this for every error, also for those that occur before a request has a context. */
export function formatError({ locations, path }: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { message, entry } = refusalOf(error, 'that X-Request-Id gives');
  const shown = error instanceof GraphQLError ? (locationsOf(error.nodes) ?? locations) : locations;
  return {
    message,
    ...(shown && { locations: shown }),
    ...(path && { path }),
    extensions: { code: entry.code, type: entry.type },
  };
}

/** The body of a request that is refused before Apollo gets it. */
export function errorList({ message, entry: { code, type } }: ServiceError): { errors: GraphQLFormattedError[] } {
  return { errors: [{ message, extensions: { code, type } }] };
}

/** Reports failures, completes the messages of errors, and sets the status of an answer without data. */
export function errorPlugin(observer: Observer): ApolloServerPlugin<GraphQLContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ response: { http, body }, errors = [], contextValue, document, operation, request }) {
          if (errors.length === 0 || body.kind !== 'single') return;
          const { exchange, prefersGraphQLResponse, asking } = contextValue;
          const refusals = errors.map((error) => refusalOf(error, exchange.requestId));
          exchange.type = (refusals.find(({ entry }) => entry.status >= 500) ?? refusals[0]!).entry.type;
          for (const refusal of refusals) observer.requestFailed?.(exchange, refusal);
          asking.refused(refusals[0]!, () => wantedOperations(document, operation));

          const { singleResult: result } = body;
          const whole = refusals.findIndex(({ refusesAll }) => refusesAll);
          if (whole >= 0) {
            const { message, extensions } = result.errors![whole]!;
            body.singleResult = { errors: [{ message, ...(extensions && { extensions }) }] };
            setStatus(http, [refusals[whole]!], prefersGraphQLResponse);
            return;
          }
          result.errors = result.errors?.map((error, index) => ({
            ...error,
            message: refusals[index]?.message ?? error.message,
          }));
          // Apollo refuses a request without a document, with 400 in both media types.
          if (!request.query && !request.extensions?.persistedQuery) return;
          if (result.data === undefined || result.data === null) setStatus(http, refusals, prefersGraphQLResponse);
        },
      };
    },
  };
}

/** A server error decides first, then a refused token, then the rate limit; other refusals depend on the media type. */
function setStatus(http: HTTPGraphQLHead, refusals: readonly ServiceError[], prefersGraphQLResponse: boolean): void {
  // Apollo refused the method.
  if (http.status === 405) return;
  const failure = refusals.find(({ entry }) => entry.status >= 500);
  const unauthenticated = refusals.find(({ entry }) => entry.code === 'UNAUTHENTICATED');
  const limited = refusals.find(({ reason }) => reason === 'rateLimited');
  const decisive = failure ?? unauthenticated ?? limited;
  for (const [name, value] of Object.entries(decisive === undefined ? {} : errorHeaders(decisive))) {
    http.headers.set(name.toLowerCase(), value);
  }
  if (decisive !== undefined) http.status = decisive === unauthenticated ? TOKEN_STATUS : decisive.entry.status;
  else http.status = prefersGraphQLResponse && refusals.every(({ reason }) => reason === 'invalidRequest') ? 400 : 200;
}
