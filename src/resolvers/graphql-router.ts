/** The GraphQL door: Apollo Server behind `/graphql`. */

import { ApolloServer, HeaderMap, type HTTPGraphQLRequest } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache';
import { type Request, type RequestHandler, Router } from 'express';
import type { DocumentNode } from 'graphql';
import type { Logger } from 'pino';

import type { Authenticate } from '../auth/authenticate';
import type { Database } from '../db/database';
import { authorizationOf } from '../doors/authorization';
import { methodNotAllowed } from '../doors/error-responses';
import { jsonBodyReader } from '../doors/json-body';
import { requestIdOf } from '../doors/request-id';
import { errorHeaders, ServiceError } from '../errors';
import { compilingGateway } from '../execution/compiling-gateway';
import type { LocalDate } from '../model/local-date';
import type { Settings } from '../settings';
import { authenticationPlugin } from './authentication-plugin';
import { buildSchema } from './build-schema';
import { GraphQLContext } from './context';
import { errorList, errorPlugin, formatError, TOKEN_STATUS } from './errors';

const BODY_LIMIT = 128 * 1024;

/** Bytes of documents as JSON, which Apollo counts; in memory they are four times as much. */
const DOCUMENTS_LIMIT = 8 * 1024 * 1024;

const GRAPHQL_RESPONSE = 'application/graphql-response+json';

/** A page of another site cannot send these without a preflight. */
const SAFE_HEADERS = ['authorization', 'apollo-require-preflight', 'x-apollo-operation-name'];

export interface GraphQLOptions {
  readonly db: Database;
  readonly authenticate: Authenticate;
  /** The business day that it is now (decision 14). */
  readonly today: () => LocalDate;
  readonly introspection: Settings['introspection'];
  /** Whether operations that come again are compiled. */
  readonly graphqlCompile: Settings['graphqlCompile'];
  readonly log: Logger;
}

export async function graphqlRouter(options: GraphQLOptions): Promise<{ router: Router; stop(): Promise<void> }> {
  const { db, authenticate, today, introspection, graphqlCompile, log } = options;
  const schema = buildSchema();
  const server = new ApolloServer<GraphQLContext>({
    ...(graphqlCompile === 'on' ? { gateway: compilingGateway(schema) } : { schema }),
    introspection: introspection !== 'off',
    hideSchemaDetailsFromClientErrors: introspection !== 'public',
    includeStacktraceInErrorResponses: false,
    formatError,
    csrfPrevention: { requestHeaders: SAFE_HEADERS },
    persistedQueries: false,
    // Parsed and validated once, as long as they are in use.
    documentStore: new InMemoryLRUCache<DocumentNode>({ maxSize: DOCUMENTS_LIMIT }),
    stopOnTerminationSignals: false,
    logger: log,
    plugins: [
      authenticationPlugin(introspection),
      errorPlugin(log),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
  await server.start();
  const readBody = jsonBodyReader(BODY_LIMIT);

  const answer: RequestHandler = async (request, response) => {
    const isPost = request.method === 'POST';
    if (!isPost && SAFE_HEADERS.every((name) => request.headers[name] === undefined)) {
      const refusal = new ServiceError('missingAuthorization');
      response.status(TOKEN_STATUS).set(errorHeaders(refusal)).json(errorList(refusal));
      return;
    }
    const accepted = request.accepts('application/json', GRAPHQL_RESPONSE) || 'application/json';
    const body = isPost ? await readBody(request, response) : undefined;
    const context = new GraphQLContext({
      db,
      authenticate,
      authorization: authorizationOf(request),
      requestId: requestIdOf(response),
      today: today(),
      prefersGraphQLResponse: accepted === GRAPHQL_RESPONSE,
    });
    const {
      status,
      headers,
      body: result,
    } = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: toGraphQLRequest(request, accepted, body),
      context: async () => context,
    });
    response.status(status ?? 200);
    for (const [name, value] of headers) response.setHeader(name, value);
    // The schema has no @defer and no @stream, so an answer is always complete.
    response.send(result.kind === 'complete' ? result.string : '');
  };

  const router = Router({ caseSensitive: true });
  router.route('/graphql').get(answer).post(answer).all(methodNotAllowed('GET, POST'));
  return { router, stop: () => server.stop() };
}

function toGraphQLRequest(request: Request, accepted: string, body: unknown): HTTPGraphQLRequest {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set('accept', accepted);
  const queryStart = request.url.indexOf('?');
  return { method: request.method, headers, search: queryStart < 0 ? '' : request.url.slice(queryStart), body };
}
