/**
 * The Model Context Protocol at `POST /mcp`: two tools with the requests and answers of REST. Every request stands alone, without
 * a session, and its answer ends at once. Loaded only if `MCP` is on, since its library is an optional dependency.
 */

import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';

import { asServiceError, errorEnvelope, ServiceError, TOKEN_STATUS } from '../errors';
import { EVENTS, prefersEvents } from '../http/accept';
import { type AdmittedHandler, allowOnly, type EndpointOptions, markTransport } from '../http/admitted';
import type { ErrorResponses } from '../http/error-responses';
import { type Exchange, exchangeOf } from '../http/exchange';
import { JSON_TYPE, jsonBodyReader, send, sendJson } from '../http/bodies';
import type { CallerLookups, Lookups, RequestLookups } from '../lookups/lookups';
import type { Observer } from '../observer';
import { BODY_LOOKUPS, refuseUnknownFields } from '../rest/router';
import { resourceMetadata, type ResourceSettings, refuseForeign } from './protected-resource';
import { INSTRUCTIONS, lookupTools } from './tools';

export interface McpOptions extends EndpointOptions {
  readonly settings: ResourceSettings;
  readonly version: string;
  /** The text of `openapi.json`. */
  readonly openApi: string;
  readonly lookups: Lookups;
  readonly observer: Observer;
  readonly errors: ErrorResponses;
}

/** Bytes. The library’s checks of a message cost more for each byte than those of a REST body. */
const MCP_BODY_LIMIT = 16 * 1024;

/** Serves `/mcp` and the metadata that leads a client to its authorization server. */
export function addMcpEndpoint(options: McpOptions): void {
  const { routes, settings, version, lookups, admitted, shareWithOrigins, awaitClient, observer, errors } = options;
  const tools = lookupTools(options.openApi);
  // The list never changes, so its text is made once.
  const listed = `"tools":${JSON.stringify([...tools.values()].map(({ tool }) => tool))}`;
  const readBody = jsonBodyReader(MCP_BODY_LIMIT, awaitClient);
  const metadata = resourceMetadata(settings);
  const about = { name: 'leasegate', version };

  /** The server of one request. @param criteria of a lookup, as they were sent */
  const serverOf = (own: CallerLookups, asking: RequestLookups, exchange: Exchange, criteria: object): Server => {
    const server = new Server(about, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
    server.setRequestHandler('tools/list', () => ({ tools: [] }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      const called = tools.get(params.name);
      if (called === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool.');
      const { operation } = called;
      const lookup = BODY_LOOKUPS[operation];
      exchange.operation = operation;
      try {
        // A model may invent a field. Without it the lookup would find more than was asked for.
        refuseUnknownFields(criteria, lookup.fields);
        const found = await lookup.find(own, criteria);
        return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: { ...found } };
      } catch (failure) {
        const error = asServiceError(failure, exchange.requestId);
        asking.refused(error, () => [operation]);
        exchange.type = error.entry.type;
        observer.requestFailed?.(exchange, error);
        return { isError: true, content: [{ type: 'text', text: JSON.stringify(errorEnvelope(error)) }] };
      }
    });
    return server;
  };

  // A stream of notifications would have to be kept open, and nothing here ever changes.
  const handler = createMcpHandler(({ authInfo }) => authInfo?.extra?.server as Server, {
    keepAliveMs: 0,
    maxSubscriptions: 0,
  });

  const answer: AdmittedHandler = async (request, response, token) => {
    const exchange = exchangeOf(response);
    const asking = lookups.ofRequest(exchange);
    try {
      const own = asking.ofCaller(await token.requireCaller());
      const body = await readBody(request, response);
      const params = body.params as { readonly arguments?: object } | undefined;
      const server = serverOf(own, asking, exchange, params?.arguments ?? {});
      const authInfo = { token: '', clientId: '', scopes: [], extra: { server } };
      const answered = await handler.fetch(webRequest(request), { parsedBody: body, authInfo });
      // A tool may run until the last byte.
      const answerText = await answered.text();
      const sent = body.method === 'tools/list' ? answerText.replace('"tools":[]', () => listed) : answerText;
      // The library answers clients of 2025 with a stream of one event.
      const message = /^data: (.*)$/m.exec(sent)?.[1] ?? sent;
      if (answered.status >= 500) throw new Error(`The library for MCP answered ${answered.status}.`);
      if (answered.status >= 400) exchange.type = 'invalid_request';
      // The library refuses a call that it cannot read, or the tool is unknown.
      if (body.method === 'tools/call' && exchange.operation === 'none') {
        exchange.type = 'invalid_request';
        asking.refused(new ServiceError('invalidRequest'), () => []);
      }
      const isStream = answered.status === 200 && prefersEvents(request);
      const text = isStream ? `event: message\ndata: ${message}\n\n` : message;
      send(response, answered.status, text, message === '' ? {} : { 'Content-Type': isStream ? EVENTS : JSON_TYPE });
    } catch (failure) {
      asking.refused(asServiceError(failure, exchange.requestId), () => []);
      throw failure;
    }
  };

  const start = [markTransport('mcp'), refuseForeign(settings), shareWithOrigins];
  routes.all('/mcp', start, allowOnly('POST'), admitted('required', answer));
  routes.use('/mcp', errors.handler(errorEnvelope, { status: TOKEN_STATUS, challenge: metadata.challenge }));
  for (const path of metadata.paths)
    routes.all(path, start, allowOnly('GET', 'HEAD'), (_request: Request, response: Response) =>
      sendJson(response, 200, metadata.document),
    );
}

/** The head of a request, whose body is read already. The library demands that every client accepts both forms. */
function webRequest({ headers, method }: Request): globalThis.Request {
  const head = { ...headers, accept: `${JSON_TYPE}, ${EVENTS}`, 'content-type': JSON_TYPE };
  const entries = Object.entries(head).map(([name, value]): [string, string] => [name, String(value)]);
  // Only the head is looked at, so any URL will do.
  return new globalThis.Request('http://gateway/mcp', { method, headers: entries });
}
