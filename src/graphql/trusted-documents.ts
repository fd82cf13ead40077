/** Trusted documents (decision 61): replaces an id by its document, before Apollo sees the request. Loaded only with a manifest. */

import type { ApolloServerPlugin, HTTPGraphQLRequest } from '@apollo/server';
import type { Logger } from 'pino';

import { type DocumentManifest, sha256Of } from '../config/document-manifest';
import type { Settings } from '../config/settings';
import { ServiceError, asServiceError } from '../errors';
import type { Secret } from '../model/secret';
import type { GraphQLContext } from './checks-plugin';
import { PLACEHOLDER } from './parsed-documents';

/** Always trusted: what probes send, and what the web pages send with the token of their user. */
export const OWN_DOCUMENTS: readonly string[] = [
  '{ __typename }',
  '{__typename}',
  '{ viewer { subject tokenExpiresAt allGroups groups(first: 3) { nodes { identifier } totalCount } } }',
  'query LeasesOfTenant($tenant: TenantMatch!, $active: Boolean! = false, $after: String) { leasesForTenant(tenant: $tenant, active: $active, first: 20, after: $after) { totalCount nodes { identifier startDate endDate rent unitNumber address { buildingName addressLine1 postalCode city } tenants { identifier firstName lastName } } pageInfo { hasNextPage endCursor } } }',
  'query TenantsOfLeases($lease: LeaseMatch, $after: String) { tenantsByLease(lease: $lease, first: 20, after: $after) { totalCount nodes { identifier firstName lastName emailAddress phoneNumber group { identifier } } pageInfo { hasNextPage endCursor } } }',
];

/** How many unlisted documents are logged per minute, each once. */
const LOGGED_PER_MINUTE = 60;

/** A request to execute. */
interface ChosenRequest {
  readonly request: HTTPGraphQLRequest;
  /** If present, the request holds a placeholder, so that its answer has the form of every other refusal. */
  readonly refusal?: ServiceError;
}

/** How a request names its document. Each value is as the client sent it. */
interface SentDocument {
  readonly query?: unknown;
  /** GraphQL over HTTP, appendix A. */
  readonly documentId?: unknown;
  /** Of Apollo's `extensions.persistedQuery`. */
  readonly sha256Hash?: unknown;
}

export class TrustedDocuments {
  readonly #manifest: Secret<DocumentManifest>;
  /** The texts that {@link textsOf} gave for a manifest. */
  #listed: { readonly manifest: DocumentManifest; readonly texts: ReadonlyMap<string, string> } | undefined;
  readonly #isEnforced: boolean;

  constructor({ manifest, mode }: NonNullable<Settings['trustedDocuments']>) {
    this.#isEnforced = mode === 'enforce';
    this.#manifest = manifest;
  }

  /** Those of the manifest, which changes with its file. */
  get #texts(): ReadonlyMap<string, string> {
    const manifest = this.#manifest.reveal();
    if (this.#listed?.manifest !== manifest) this.#listed = { manifest, texts: textsOf(manifest) };
    return this.#listed.texts;
  }

  /** @param sha256 hash of a document's text, in hexadecimal digits */
  has(sha256: string): boolean {
    // An id in the form of a hash is the hash of its text.
    return this.#texts.has(sha256);
  }

  /** Replaces the id of a document by its text. */
  choose(request: HTTPGraphQLRequest, requestId: string): ChosenRequest {
    try {
      const text = this.#textFor(request.method === 'GET' ? sentByGet(request.search) : sentByPost(request.body));
      return { request: text === undefined ? request : withText(request, text) };
    } catch (error) {
      return { request: withText(request, PLACEHOLDER), refusal: asServiceError(error, requestId) };
    }
  }

  /** Logs the hash of each executed document that is not in the manifest; the text may hold personal data. */
  loggingPlugin(log: Logger, monotonicNow: () => number): ApolloServerPlugin<GraphQLContext> {
    const logged = new Set<string>();
    let minuteStart = -Infinity;
    return {
      requestDidStart: async () => ({
        didResolveSource: async ({ queryHash: sha256 = '', contextValue: { exchange } }) => {
          if (this.has(sha256)) return;
          const now = monotonicNow();
          if (now - minuteStart >= 60_000) {
            logged.clear();
            minuteStart = now;
          }
          if (logged.size >= LOGGED_PER_MINUTE || logged.has(sha256)) return;
          logged.add(sha256);
          log.warn({ sha256, requestId: exchange.requestId }, 'document not in the manifest');
        },
      }),
    };
  }

  /**
   * The text to execute; undefined to leave the request as it is.
   * @throws {ServiceError} `invalid_request`, with the code `PERSISTED_QUERY_NOT_IN_LIST` for a document that is not listed
   */
  #textFor({ query, documentId, sha256Hash }: SentDocument): string | undefined {
    const hasText = isGiven(query) && query !== '';
    if (isGiven(documentId)) {
      if (hasText) throw new ServiceError('invalidRequest', { message: 'Send a `query` or a `documentId`, not both.' });
      return this.#find(documentId) ?? refuseUnlisted();
    }
    if (hasText) {
      if (!this.#isEnforced) return undefined;
      return this.#find(typeof query === 'string' && sha256Of(query)) ?? refuseUnlisted();
    }
    if (!isGiven(sha256Hash)) return undefined;
    return this.#find(sha256Hash) ?? (this.#isEnforced ? refuseUnlisted() : undefined);
  }

  #find(id: unknown): string | undefined {
    return typeof id === 'string' ? this.#texts.get(id) : undefined;
  }
}

/** The texts of documents by the ids of the manifest, and by the hash with and without the prefix `sha256:`. */
function textsOf(manifest: DocumentManifest): ReadonlyMap<string, string> {
  const texts = new Map(manifest);
  for (const text of [...manifest.values(), ...OWN_DOCUMENTS]) {
    const hash = sha256Of(text);
    texts.set(hash, text).set(`sha256:${hash}`, text);
  }
  return texts;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function refuseUnlisted(): never {
  const message = 'The document is not one of those that this gateway runs.';
  throw new ServiceError('invalidRequest', { message, code: 'PERSISTED_QUERY_NOT_IN_LIST' });
}

function sentByPost(body: unknown): SentDocument {
  const { query, documentId, extensions } = body as Readonly<Record<string, unknown>>;
  return { query, documentId, sha256Hash: hashOf(extensions) };
}

function sentByGet(search: string): SentDocument {
  const parameters = new URLSearchParams(search);
  const [query, documentId] = [parameters.get('query'), parameters.get('documentId')];
  return { query, documentId, sha256Hash: hashOf(parsed(parameters.get('extensions') ?? '')) };
}

/** Undefined for invalid JSON, which Apollo refuses. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const hashOf = (extensions: unknown): unknown =>
  (extensions as { persistedQuery?: { sha256Hash?: unknown } | null } | null | undefined)?.persistedQuery?.sha256Hash;

/** Replaces the id or hash by the text, and drops the extensions, of which only `persistedQuery` has a meaning. */
function withText(request: HTTPGraphQLRequest, query: string): HTTPGraphQLRequest {
  if (request.method !== 'GET') return { ...request, body: { ...(request.body as object), query, extensions: null } };
  const parameters = new URLSearchParams(request.search);
  parameters.set('query', query);
  parameters.delete('extensions');
  return { ...request, search: `?${parameters.toString()}` };
}
