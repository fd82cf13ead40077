/** Reads the HTTP side of a GraphQL request: its media types, where it comes from, and what Apollo gets of it. */

import type { IncomingMessage } from 'node:http';

import { HeaderMap, type HTTPGraphQLRequest } from '@apollo/server';

import { negotiation } from '../http/accept';
import { JSON_TYPE, namesJson } from '../http/bodies';

const GRAPHQL_RESPONSE = 'application/graphql-response+json';

/** Nearly all `Accept` headers are one of these, and prefer `application/json`. */
const USUAL: readonly (string | undefined)[] = [undefined, '', JSON_TYPE, '*/*'];

const preferred = negotiation([
  [JSON_TYPE, 'application/*', '*/*'],
  [GRAPHQL_RESPONSE, 'application/*', '*/*'],
]);

/** Whether a client prefers `application/graphql-response+json` to `application/json`. */
export function prefersGraphQLResponse({ headers: { accept } }: IncomingMessage): boolean {
  return !USUAL.includes(accept) && preferred(accept ?? '') === GRAPHQL_RESPONSE;
}

/** A page of another site cannot send these without a preflight. */
export const PREFLIGHT_HEADERS = ['authorization', 'apollo-require-preflight', 'x-apollo-operation-name'];

/** Whether the page of another site may have sent a GET. Browsers mark such requests, and other programs do not (decision 45). */
export function mayBeForged({ headers }: IncomingMessage): boolean {
  if (PREFLIGHT_HEADERS.some((name) => headers[name] !== undefined)) return false;
  const { origin, referer, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site !== 'none' && site !== 'same-origin';
  return origin !== undefined || referer !== undefined;
}

/** Replaces every type but JSON. A form cannot send it. */
const OTHER_TYPE = 'application/octet-stream';

/** Apollo gets one fixed value of each header that it reads, because some values take its regular expressions very long. */
export function toGraphQLRequest(
  { method = '', url = '', headers: sent }: IncomingMessage,
  wantsGraphQLResponse: boolean,
  body: unknown,
): HTTPGraphQLRequest {
  const headers = new HeaderMap();
  const contentType = sent['content-type'];
  if (contentType !== undefined) headers.set('content-type', namesJson(contentType) ? JSON_TYPE : OTHER_TYPE);
  // For a GET `mayBeForged` has checked more headers than Apollo does.
  if (method === 'GET' || PREFLIGHT_HEADERS.some((name) => sent[name])) headers.set('apollo-require-preflight', '1');
  // Without it Apollo answers with application/json.
  if (wantsGraphQLResponse) headers.set('accept', GRAPHQL_RESPONSE);
  const queryStart = url.indexOf('?');
  return { method, headers, search: queryStart < 0 ? '' : url.slice(queryStart), body };
}
