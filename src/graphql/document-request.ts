/** Puts a trusted document in the place of its id, before Apollo sees the request. */

import type { HTTPGraphQLRequest } from '@apollo/server';

import { type AskedDocument, HARMLESS, type TrustedDocuments } from './trusted-documents';
import { asServiceError, type ServiceError } from '../errors';

export interface ChosenDocument {
  readonly request: HTTPGraphQLRequest;
  /** The request then has a document that does nothing, so that it is answered as any other that is refused. */
  readonly refusal?: ServiceError;
}

export function withTrustedDocument(
  trusted: TrustedDocuments,
  request: HTTPGraphQLRequest,
  requestId: string,
): ChosenDocument {
  try {
    const text = trusted.textFor(request.method === 'GET' ? askedByGet(request.search) : askedByPost(request.body));
    return { request: text === undefined ? request : withText(request, text) };
  } catch (error) {
    return { request: withText(request, HARMLESS), refusal: asServiceError(error, requestId) };
  }
}

function askedByPost(body: unknown): AskedDocument {
  const { query, documentId, extensions } = body as Readonly<Record<string, unknown>>;
  return { query, documentId, sha256Hash: hashOf(extensions) };
}

function askedByGet(search: string): AskedDocument {
  const parameters = new URLSearchParams(search);
  const [query, documentId] = [parameters.get('query'), parameters.get('documentId')];
  return { query, documentId, sha256Hash: hashOf(parsed(parameters.get('extensions') ?? '')) };
}

/** Undefined for what is no JSON, which Apollo refuses. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const hashOf = (extensions: unknown): unknown =>
  (extensions as { persistedQuery?: { sha256Hash?: unknown } | null } | null | undefined)?.persistedQuery?.sha256Hash;

/** Nothing but `persistedQuery` is ever read of the extensions, and that is done with. */
function withText(request: HTTPGraphQLRequest, query: string): HTTPGraphQLRequest {
  if (request.method !== 'GET') return { ...request, body: { ...(request.body as object), query, extensions: null } };
  const parameters = new URLSearchParams(request.search);
  parameters.set('query', query);
  parameters.delete('extensions');
  return { ...request, search: `?${parameters.toString()}` };
}
