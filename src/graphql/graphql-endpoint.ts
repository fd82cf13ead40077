/** The GraphQL endpoint: Apollo Server behind `/graphql`. */

import type { IncomingMessage, ServerResponse } from 'node:http';

import { ApolloServer, HeaderMap, type HTTPGraphQLRequest } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';

import type { Settings } from '../config/settings';
import { ServiceError, TOKEN_STATUS } from '../errors';
import { prefersPage, negotiation } from '../http/accept';
import {
  type AdmittedHandler,
  allowOnly,
  type EndpointOptions,
  markTransport,
  type TokenCheck,
} from '../http/admitted';
import type { ErrorResponses } from '../http/error-responses';
import { exchangeOf } from '../http/exchange';
import { JSON_TYPE, jsonBodyReader, namesJson, send } from '../http/bodies';
import type { Lookups } from '../lookups/lookups';
import type { Observer } from '../observer';
import { buildSchema, printed } from './build-schema';
import { checksPlugin, type GraphQLContext } from './checks-plugin';
import { compiledBytes, compiledExecution } from './compiled/compiled-operations';
import { errorList, errorPlugin, formatError } from './errors';
import { MOST_ERRORS, OperationLimits } from './limits/operation-limits';
import { documentStore } from './parsed-documents';
import type { TrustedDocuments } from './trusted-documents';

const BODY_LIMIT = 128 * 1024;

/** Without a token only introspection is answered, for which common tools send 2 kB (decision 44). */
const BODY_LIMIT_WITHOUT_TOKEN = 8 * 1024;

type GraphQLSettings = Pick<Settings, 'introspection' | 'graphqlCompile' | 'graphqlLimits' | 'trustedDocuments'>;

interface GraphQLOptions extends EndpointOptions, GraphQLSettings {
  readonly lookups: Lookups;
  readonly errors: ErrorResponses;
  /** Sends the GraphQL explorer to a client that prefers HTML; undefined if it is off. */
  readonly explorer: AdmittedHandler | undefined;
  /** Monotonic clock in milliseconds. */
  readonly monotonicNow: () => number;
  readonly log: Logger;
  readonly observer: Observer;
}

interface GraphQLEndpoint {
  /** The schema in SDL. */
  printSchema(): string;
  stop(): Promise<void>;
}

export async function addGraphQLEndpoint(options: GraphQLOptions): Promise<GraphQLEndpoint> {
  const { routes, lookups, admitted, shareWithOrigins, errors, explorer, awaitClient, graphqlLimits } = options;
  const schema = buildSchema();
  const trusted =
    options.trustedDocuments && new (await import('./trusted-documents.ts')).TrustedDocuments(options.trustedDocuments);
  const server = apolloServer(schema, trusted, options);
  await server.start();
  const readBody = jsonBodyReader(BODY_LIMIT, awaitClient);
  const readBodyWithoutToken = jsonBodyReader(BODY_LIMIT_WITHOUT_TOKEN, awaitClient);

  /** @throws {ServiceError} as {@link TokenCheck.requireCaller} does, if only a request with a token may have such a large body */
  const readBodyOf = async (token: TokenCheck, request: IncomingMessage, response: ServerResponse) => {
    if (token.caller !== undefined) return readBody(request, response);
    try {
      return await readBodyWithoutToken(request, response);
    } catch (error) {
      if (error instanceof ServiceError && error.reason === 'payloadTooLarge') await token.requireCaller();
      throw error;
    }
  };

  const handler: AdmittedHandler = async (request, response, token) => {
    if (explorer !== undefined && request.method === 'GET' && prefersPage(request)) {
      return explorer(request, response, token);
    }
    const isPost = request.method === 'POST';
    const exchange = exchangeOf(response);
    if (!isPost && mayBeForged(request)) throw new ServiceError('missingAuthorization');
    const wantsGraphQLResponse = prefersGraphQLResponse(request);
    const body = isPost ? await readBodyOf(token, request, response) : undefined;
    const sent = toGraphQLRequest(request, wantsGraphQLResponse, body);
    const chosen = trusted === null ? { request: sent } : trusted.choose(sent, exchange.requestId);
    const context: GraphQLContext = {
      asking: lookups.ofRequest(exchange, graphqlLimits.cost),
      token,
      exchange,
      prefersGraphQLResponse: wantsGraphQLResponse,
      refusal: chosen.refusal,
    };
    const answer = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: chosen.request,
      context: async () => context,
    });
    // Apollo would let a client cache that a hash is unknown.
    answer.headers.delete('cache-control');
    // The schema has no @defer and no @stream, so an answer is always complete.
    const text = answer.body.kind === 'complete' ? answer.body.string : '';
    const status = answer.status ?? 200;
    if (exchange.type === 'none' && status >= 400) exchange.type = 'invalid_request';
    send(response, status, text, Object.fromEntries(answer.headers));
  };

  const start = [markTransport('graphql'), shareWithOrigins, allowOnly('GET', 'POST')];
  routes.all('/graphql', start, admitted('optional', handler));
  routes.use('/graphql', errors.handler(errorList, { status: TOKEN_STATUS }));
  return { printSchema: () => printed(schema), stop: () => server.stop() };
}

function apolloServer(
  schema: GraphQLSchema,
  trusted: TrustedDocuments | null,
  options: GraphQLOptions,
): ApolloServer<GraphQLContext> {
  const { introspection, graphqlCompile, graphqlLimits, log, monotonicNow, observer } = options;
  const isTrusted = trusted === null ? undefined : (sha256: string) => trusted.has(sha256);
  const limits = new OperationLimits(schema, graphqlLimits);
  const measurementOf = limits.measurementOf.bind(limits);
  const store = documentStore(isTrusted, (operation) => compiledBytes(measurementOf(operation)));
  return new ApolloServer<GraphQLContext>({
    schema,
    introspection: introspection !== 'off',
    // Apollo itself would hide suggestions with a regular expression over messages that repeat what the client wrote.
    validationOptions: { maxErrors: MOST_ERRORS, hideSuggestions: introspection !== 'public' },
    executionOptions: { maxCoercionErrors: MOST_ERRORS },
    includeStacktraceInErrorResponses: false,
    formatError,
    csrfPrevention: { requestHeaders: PREFLIGHT_HEADERS },
    persistedQueries: false,
    parseOptions: { maxTokens: graphqlLimits.tokens },
    documentStore: store,
    stopOnTerminationSignals: false,
    logger: log,
    plugins: [
      checksPlugin(limits, store, introspection),
      errorPlugin(observer),
      ...(trusted === null ? [] : [trusted.loggingPlugin(log, monotonicNow)]),
      ...(graphqlCompile === 'on' ? [compiledExecution(schema, measurementOf, observer.operationExecuted)] : []),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
}

const GRAPHQL_RESPONSE = 'application/graphql-response+json';

/** Nearly all `Accept` headers are one of these, and prefer `application/json`. */
const USUAL: readonly (string | undefined)[] = [undefined, '', JSON_TYPE, '*/*'];

const preferred = negotiation([
  [JSON_TYPE, 'application/*', '*/*'],
  [GRAPHQL_RESPONSE, 'application/*', '*/*'],
]);

/** Whether a client prefers `application/graphql-response+json` to `application/json`. */
function prefersGraphQLResponse({ headers: { accept } }: IncomingMessage): boolean {
  return !USUAL.includes(accept) && preferred(accept ?? '') === GRAPHQL_RESPONSE;
}

/** A page of another site cannot send these without a preflight. */
const PREFLIGHT_HEADERS = ['authorization', 'apollo-require-preflight', 'x-apollo-operation-name'];

/** Whether the page of another site may have sent a GET. Browsers mark such requests, and other programs do not (decision 45). */
function mayBeForged({ headers }: IncomingMessage): boolean {
  if (PREFLIGHT_HEADERS.some((name) => headers[name] !== undefined)) return false;
  const { origin, referer, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site !== 'none' && site !== 'same-origin';
  return origin !== undefined || referer !== undefined;
}

/** Replaces every type but JSON. A form cannot send it. */
const OTHER_TYPE = 'application/octet-stream';

/** Apollo gets one fixed value of each header that it reads, because some values take its regular expressions very long. */
function toGraphQLRequest(
  { method = '', url = '', headers: sent }: IncomingMessage,
  wantsGraphQLResponse: boolean,
  body: unknown,
): HTTPGraphQLRequest {
  const headers = new HeaderMap();
  const contentType = sent['content-type'];
  if (contentType !== undefined && !namesJson(contentType)) headers.set('content-type', OTHER_TYPE);
  // For a GET `mayBeForged` has checked more headers than Apollo does. JSON needs a preflight, and Apollo would parse its name.
  if (method === 'GET' || contentType !== undefined || PREFLIGHT_HEADERS.some((name) => sent[name]))
    headers.set('apollo-require-preflight', '1');
  // Without it Apollo answers with application/json.
  if (wantsGraphQLResponse) headers.set('accept', GRAPHQL_RESPONSE);
  const queryStart = url.indexOf('?');
  return { method, headers, search: queryStart < 0 ? '' : url.slice(queryStart), body };
}
