/** The memory that parsed documents take: what is dropped of each, and how many Apollo keeps. */

import { InMemoryLRUCache, type KeyValueCache } from '@apollo/utils.keyvaluecache';
import { type DocumentNode, Kind, type Location, type OperationDefinitionNode, type SourceLocation } from 'graphql';

/** Runs in place of a document that is refused. */
export const PLACEHOLDER = '{ __typename }';

/**
 * Upper bounds in bytes, measured with documents of a single construct. Of a token: a name with its node. Of a line: a comment,
 * which the parser keeps although its limit does not count it. Of a character: a string with escapes is a rope.
 */
const BYTES = { token: 500, line: 100, character: 20 };

/** Bytes of the heap that a document takes, its text included; never less than the true size. */
export function heldBytes({ loc, tokenCount = 0 }: DocumentNode): number {
  if (loc === undefined) throw new Error('A document without locations was given.');
  return BYTES.token * tokenCount + BYTES.line * loc.endToken.line + BYTES.character * charactersOf(loc);
}

/** The length of the text that a document was parsed from, even after {@link dropText}. */
const charactersOf = (loc: Location): number => loc.end;

/**
 * Drops the text of a parsed document: for every error graphql-js searches it for line breaks from its start, and one operation
 * may fail thousands of times. {@link locationsOf} takes the location of an error from the tokens instead.
 */
export function dropText({ loc }: DocumentNode): void {
  if (loc !== undefined) loc.source.body = '';
}

/** The locations of nodes; undefined when none has one. */
export function locationsOf(
  nodes: readonly { readonly loc?: Location | undefined }[] = [],
): SourceLocation[] | undefined {
  const positions = nodes.flatMap(({ loc }) =>
    loc === undefined ? [] : [{ line: loc.startToken.line, column: loc.startToken.column }],
  );
  return positions.length > 0 ? positions : undefined;
}

/** Bytes of the heap. */
const LARGEST_CACHE = 32 * 1024 * 1024;

/** The end of a key is the SHA-256 hash of the document's text. */
const HASH_DIGITS = 64;

/** The documents that Apollo has parsed and validated, with their compiled operations, of which the most recently used are kept. */
export interface DocumentStore extends KeyValueCache<DocumentNode> {
  /**
   * Keeps a document that Apollo has set, once its operation may run. Until then it may be the placeholder of a document that
   * was refused.
   * @param isOfCaller whether the caller is known; any other document is kept only if it is trusted, so that nobody
   *   else evicts the documents of callers
   */
  keep(document: DocumentNode, isOfCaller: boolean): Promise<void>;
}

/**
 * @param isTrusted whether the document with this hash is never evicted
 * @param compiledBytes bytes that the operations of a document may take once they are compiled
 */
export function documentStore(
  isTrusted: (sha256: string) => boolean = () => false,
  compiledBytes: (operation: OperationDefinitionNode) => number = () => 0,
): DocumentStore {
  const bytesOf = (document: DocumentNode): number =>
    document.definitions.reduce(
      (sum, each) => (each.kind === Kind.OPERATION_DEFINITION ? sum + compiledBytes(each) : sum),
      heldBytes(document),
    );
  const recent = new InMemoryLRUCache<DocumentNode>({ maxSize: LARGEST_CACHE, sizeCalculation: bytesOf });
  const trusted = new Map<string, DocumentNode>();
  const keys = new WeakMap<DocumentNode, string>();
  return {
    get: async (key) => trusted.get(key) ?? (await recent.get(key)),
    async set(key, document) {
      keys.set(document, key);
    },
    async keep(document, isOfCaller) {
      const key = keys.get(document);
      if (key === undefined) return;
      keys.delete(document);
      const isOfManifest = (each: string) => isTrusted(each.slice(-HASH_DIGITS));
      if (isOfManifest(key)) {
        // The manifest may have changed.
        for (const each of trusted.keys()) if (!isOfManifest(each)) trusted.delete(each);
        trusted.set(key, document);
      } else if (isOfCaller) await recent.set(key, document);
    },
    delete: async (key) => trusted.delete(key) || (await recent.delete(key)),
  };
}
