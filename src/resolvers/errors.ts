/** How errors leave over GraphQL: `extensions.code` and `extensions.type`, and the status that belongs to them. */

import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';

import { logFailure } from '../doors/failure-log';
import { asServiceError, CATALOGUE, errorHeaders, ServiceError } from '../errors';
import type { GraphQLContext } from './context';

const INTERNAL = CATALOGUE.internalError;

/**
 * Deliberate refusals as they are; what graphql-js and Apollo refuse by themselves (syntax, validation, variables)
 * as `invalid_request` with their own code; all else masked.
 */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { locations, path } = formatted;
  const place = { ...(locations && { locations }), ...(path && { path }) };
  const cause = thrown(error);
  if (cause instanceof ServiceError) {
    const { code, type } = cause.entry;
    return { message: cause.message, ...place, extensions: { code, type } };
  }
  const code = formatted.extensions?.code;
  if (typeof code !== 'string' || code === INTERNAL.code) {
    return { message: INTERNAL.message, ...place, extensions: { code: INTERNAL.code, type: INTERNAL.type } };
  }
  return { message: formatted.message, ...place, extensions: { code, type: CATALOGUE.invalidRequest.type } };
}

/** The body for what is refused before GraphQL sees it. */
export function errorList({ message, entry: { code, type } }: ServiceError): { errors: GraphQLFormattedError[] } {
  return { errors: [{ message, extensions: { code, type } }] };
}

/** Logs failures, names the request in them, and sets the status of an answer of which no data is left. */
export function errorPlugin(log: Logger): ApolloServerPlugin<GraphQLContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({
          response: { http, body },
          errors,
          contextValue: { requestId, prefersGraphQLResponse },
        }) {
          if (errors === undefined || errors.length === 0 || body.kind !== 'single') return;
          const { singleResult } = body;
          const told = singleResult.errors ?? [];
          const failures = errors.map((error, index) =>
            told[index]?.extensions?.type === INTERNAL.type || thrown(error) instanceof ServiceError
              ? asServiceError(thrown(error), requestId)
              : new ServiceError('invalidRequest'),
          );
          singleResult.errors = told.map((error, index) =>
            failures[index]?.reason === 'internalError' ? { ...error, message: failures[index].message } : error,
          );
          for (const failure of failures) logFailure(log, failure, requestId);

          if (singleResult.data !== undefined && singleResult.data !== null) return;
          const worst =
            failures.find(({ entry }) => entry.status >= 500) ??
            failures.find(({ entry }) => entry.code === 'UNAUTHENTICATED');
          if (worst !== undefined) {
            // GraphQL clients know a missing token as 401, too.
            http.status = worst.entry.code === 'UNAUTHENTICATED' ? 401 : worst.entry.status;
            for (const [name, value] of Object.entries(errorHeaders(worst)))
              http.headers.set(name.toLowerCase(), value);
          } else {
            const refused = failures.every(({ reason }) => reason === 'invalidRequest');
            http.status = refused && prefersGraphQLResponse ? 400 : 200;
          }
        },
      };
    },
  };
}

/** What a resolver or a plugin threw, without the wrapping of graphql-js. */
function thrown(error: unknown): unknown {
  return error instanceof GraphQLError ? (error.originalError ?? error) : error;
}
