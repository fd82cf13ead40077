/** The GraphQL endpoint: Apollo Server behind `/graphql`. */

import type { IncomingMessage, ServerResponse } from 'node:http';

import { ApolloServer, type HTTPGraphQLRequest, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';

import type { Settings } from '../config/settings';
import { ServiceError, errorHeaders } from '../errors';
import { prefersPage } from '../http/accept';
import { type Admitted, type AdmittedHandler, type TokenCheck, allowOnly, endpointOf } from '../http/admitted';
import type { ErrorResponses } from '../http/error-responses';
import { exchangeOf } from '../http/exchange';
import { type AwaitClient, JSON_TYPE, jsonBodyReader, namesJson } from '../http/json-body';
import { send, sendJson } from '../http/send';
import type { Lookups } from '../lookups/lookups';
import { GraphQLContext } from '../resolvers/context';
import { buildSchema, printed } from './build-schema';
import { checksPlugin } from './checks-plugin';
import { compiledExecution } from './compiled/compiled-execution';
import { TOKEN_STATUS, errorList, errorPlugin, formatError, refusesAll } from './errors';
import { MOST_ERRORS, OperationLimits } from './limits/operation-limits';
import { GRAPHQL_RESPONSE, prefersGraphQLResponse } from './media-type';
import { documentStore } from './parsed-documents';

const BODY_LIMIT = 128 * 1024;

/** Without a token only introspection is answered, for which the usual tools send 2 kB (decision 73). */
const BODY_LIMIT_OF_ANYONE = 8 * 1024;

/** A page of another site cannot send these without a preflight. */
const SAFE_HEADERS = ['authorization', 'apollo-require-preflight', 'x-apollo-operation-name'];

export interface GraphQLOptions {
  readonly lookups: Lookups;
  readonly admitted: Admitted;
  readonly shareWithOrigins: RequestHandler;
  readonly errors: ErrorResponses;
  /** Sends the GraphQL explorer to whoever prefers a page; undefined when it is off. */
  readonly explorer: AdmittedHandler | undefined;
  readonly awaitClient: AwaitClient;
  readonly introspection: Settings['introspection'];
  /** Whether operations that come again are compiled. */
  readonly graphqlCompile: Settings['graphqlCompile'];
  readonly graphqlLimits: Settings['graphqlLimits'];
  readonly trustedDocuments: Settings['trustedDocuments'];
  readonly automaticPersistedQueries: Settings['automaticPersistedQueries'];
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
  readonly log: Logger;
  /** Told of every operation that was executed, and whether it was compiled. */
  readonly onExecution: (compiled: boolean) => void;
}

export interface GraphQLEndpoint {
  readonly router: Router;
  /** The schema in SDL. */
  printSchema(): string;
  stop(): Promise<void>;
}

export async function graphqlEndpoint(options: GraphQLOptions): Promise<GraphQLEndpoint> {
  const { lookups, awaitClient, introspection, graphqlCompile, graphqlLimits, log } = options;
  const {
    trustedDocuments,
    automaticPersistedQueries,
    onExecution,
    monotonicNow,
    admitted,
    shareWithOrigins,
    errors,
    explorer,
  } = options;
  const schema = buildSchema();
  const trusted = trustedDocuments && new (await import('./trusted-documents.ts')).TrustedDocuments(trustedDocuments);
  const registering = automaticPersistedQueries === 'on' && (await import('./persisted-queries.ts'));
  const isTrusted = trusted === null ? undefined : (sha256: string) => trusted.has(sha256);
  const compiled =
    graphqlCompile === 'on' ? compiledExecution(schema, { isTrusted, refusesAll, onExecution }) : undefined;
  const store = documentStore(isTrusted);
  const server = new ApolloServer<GraphQLContext>({
    ...(compiled === undefined ? { schema } : { gateway: compiled.gateway }),
    introspection: introspection !== 'off',
    // Apollo's own way to hide suggestions runs a regular expression over messages that repeat what the client wrote.
    validationOptions: { maxErrors: MOST_ERRORS, hideSuggestions: introspection !== 'public' },
    executionOptions: { maxCoercionErrors: MOST_ERRORS },
    includeStacktraceInErrorResponses: false,
    formatError,
    csrfPrevention: { requestHeaders: SAFE_HEADERS },
    persistedQueries: registering && { cache: registering.persistedQueryCache() },
    parseOptions: { maxTokens: graphqlLimits.tokens },
    documentStore: store,
    stopOnTerminationSignals: false,
    logger: log,
    plugins: [
      checksPlugin(new OperationLimits(schema, graphqlLimits), store, introspection),
      errorPlugin(log),
      ...(trusted === null ? [] : [trusted.loggingPlugin(log, monotonicNow)]),
      ...(registering ? [registering.registrationPlugin] : []),
      ...(compiled === undefined ? [] : [compiled.plugin]),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
  await server.start();
  const readBody = jsonBodyReader(BODY_LIMIT, awaitClient);
  const readShortBody = jsonBodyReader(BODY_LIMIT_OF_ANYONE, awaitClient);

  /** @throws {ServiceError} as {@link TokenCheck.requireCaller} does, for a body that is too large without a token */
  const readBodyOf = async (token: TokenCheck, request: IncomingMessage, response: ServerResponse) => {
    if (token.caller !== undefined) return readBody(request, response);
    try {
      return await readShortBody(request, response);
    } catch (error) {
      if (error instanceof ServiceError && error.reason === 'payloadTooLarge') await token.requireCaller();
      throw error;
    }
  };

  const run: AdmittedHandler = async (request, response, token) => {
    const isPost = request.method === 'POST';
    const exchange = exchangeOf(response);
    if (!isPost && mayBeForged(request)) throw new ServiceError('missingAuthorization');
    const wantsGraphQLResponse = prefersGraphQLResponse(request);
    const body = isPost ? await readBodyOf(token, request, response) : undefined;
    const sent = toGraphQLRequest(request, wantsGraphQLResponse, body);
    const { request: asked, refusal } = trusted === null ? { request: sent } : trusted.choose(sent, exchange.requestId);
    const context = new GraphQLContext({
      lookups: lookups.ofRequest('graphql', exchange.requestId, graphqlLimits.cost),
      token,
      exchange,
      prefersGraphQLResponse: wantsGraphQLResponse,
      refusal,
    });
    const answered = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: asked,
      context: async () => context,
    });
    // Apollo lets a client keep that a hash is unknown; here nothing is kept.
    answered.headers.delete('cache-control');
    // The schema has no @defer and no @stream, so an answer is always complete.
    const text = answered.body.kind === 'complete' ? answered.body.string : '';
    if (exchange.type === 'none' && (answered.status ?? 200) >= 400) exchange.type = 'invalid_request';
    send(response, answered.status ?? 200, text, Object.fromEntries(answered.headers));
  };

  const answer: AdmittedHandler = async (request, response, token) => {
    if (explorer !== undefined && request.method === 'GET' && prefersPage(request)) {
      return explorer(request, response, token);
    }
    try {
      await run(request, response, token);
    } catch (error) {
      if (!(error instanceof ServiceError && error.entry.code === 'UNAUTHENTICATED')) throw error;
      exchangeOf(response).type = error.entry.type;
      sendJson(response, TOKEN_STATUS, errorList(error), errorHeaders(error));
    }
  };

  const router = Router({ caseSensitive: true });
  router.all('/graphql', endpointOf('graphql'), shareWithOrigins, allowOnly('GET', 'POST'));
  router.all('/graphql', admitted('optional', answer));
  router.use('/graphql', errors.handler(errorList));
  return { router, printSchema: () => printed(schema), stop: () => server.stop() };
}

/** Whether another site's page may have sent it: a browser says so, and other programs say nothing (decision 45). */
function mayBeForged({ headers }: IncomingMessage): boolean {
  if (SAFE_HEADERS.some((name) => headers[name] !== undefined)) return false;
  const { origin, referer, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site !== 'none' && site !== 'same-origin';
  return origin !== undefined || referer !== undefined;
}

/** Any type that is neither JSON nor one that a form can send. */
const OTHER_TYPE = 'application/octet-stream';

/** Apollo gets the headers that it reads in one spelling each: a client can slow down its regular expressions for some of them. */
function toGraphQLRequest(
  { method = '', url = '', headers: sent }: IncomingMessage,
  wantsGraphQLResponse: boolean,
  body: unknown,
): HTTPGraphQLRequest {
  const headers = new HeaderMap();
  const contentType = sent['content-type'];
  if (contentType !== undefined) headers.set('content-type', namesJson(contentType) ? JSON_TYPE : OTHER_TYPE);
  // A GET came past `mayBeForged`, which knows more signs.
  if (method === 'GET' || SAFE_HEADERS.some((name) => sent[name])) headers.set('apollo-require-preflight', '1');
  // Without it Apollo answers as application/json.
  if (wantsGraphQLResponse) headers.set('accept', GRAPHQL_RESPONSE);
  const queryStart = url.indexOf('?');
  return { method, headers, search: queryStart < 0 ? '' : url.slice(queryStart), body };
}
