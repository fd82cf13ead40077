import { type DocumentManifest, sha256Of } from '../config/document-manifest';
import { ServiceError } from '../errors';

/** How a request names its document; each is what was sent, whatever that is. */
export interface AskedDocument {
  readonly query?: unknown;
  /** GraphQL over HTTP, appendix A. */
  readonly documentId?: unknown;
  /** Of Apollo's `extensions.persistedQuery`. */
  readonly sha256Hash?: unknown;
}

/** What stands in place of a document that is refused. */
export const HARMLESS = '{ __typename }';

/** What probes send, and what the web pages ask for whoever gives them a token: listed always. */
export const OWN_DOCUMENTS: readonly string[] = [
  HARMLESS,
  '{__typename}',
  '{ viewer { subject tokenExpiresAt allGroups groups(first: 3) { nodes { identifier } totalCount } } }',
];

/** The documents of a manifest (decision 63). */
export class TrustedDocuments {
  /** By the ids of the manifest, and by their hash with and without `sha256:` before it. */
  readonly #texts = new Map<string, string>();
  readonly #hashes = new Set<string>();

  /** @param isList whether nothing else is run */
  constructor(
    manifest: DocumentManifest,
    private readonly isList: boolean,
  ) {
    for (const [id, text] of manifest) this.#texts.set(id, text);
    for (const text of [...manifest.values(), ...OWN_DOCUMENTS]) {
      const hash = sha256Of(text);
      this.#hashes.add(hash);
      this.#texts.set(hash, text).set(`sha256:${hash}`, text);
    }
  }

  /** @param hash SHA-256 of a document's text, in hexadecimal digits */
  has(hash: string): boolean {
    return this.#hashes.has(hash);
  }

  /**
   * The text to run for a request; undefined where the request is to be taken as it stands.
   * @throws {ServiceError} `invalid_request`, with the code `PERSISTED_QUERY_NOT_IN_LIST` for what may not run
   */
  textFor({ query, documentId, sha256Hash }: AskedDocument): string | undefined {
    const isTextSent = isGiven(query) && query !== '';
    if (isGiven(documentId)) {
      if (isTextSent)
        throw new ServiceError('invalidRequest', { message: 'Send a `query` or a `documentId`, not both.' });
      return this.#find(documentId) ?? unlisted();
    }
    if (isTextSent)
      return this.isList ? (this.#find(typeof query === 'string' && sha256Of(query)) ?? unlisted()) : undefined;
    if (!isGiven(sha256Hash)) return undefined;
    return this.#find(sha256Hash) ?? (this.isList ? unlisted() : undefined);
  }

  #find(id: unknown): string | undefined {
    return typeof id === 'string' ? this.#texts.get(id) : undefined;
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function unlisted(): never {
  const message = 'The document is not one of those that this gateway runs.';
  throw new ServiceError('invalidRequest', { message, code: 'PERSISTED_QUERY_NOT_IN_LIST' });
}
