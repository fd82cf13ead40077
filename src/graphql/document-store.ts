import { InMemoryLRUCache, type KeyValueCache } from '@apollo/utils.keyvaluecache';
import type { DocumentNode } from 'graphql';

import { heldBytes } from './limits/held';

/** Bytes of the heap. */
const LARGEST = 32 * 1024 * 1024;

/** Of a key, whose end is the SHA-256 hash of the document's text. */
const HASH_DIGITS = 64;

/** Where Apollo finds what it has parsed and validated, as long as it is in use. */
export interface DocumentStore extends KeyValueCache<DocumentNode> {
  /**
   * Keeps a document that has been set, once its operation may run. What is set may also stand in place of a document that
   * was refused, so nothing is kept before.
   * @param isOfCaller whether its caller was identified; any other document is kept only if it is trusted, so that nobody
   *   else drops the documents of callers
   */
  keep(document: DocumentNode, isOfCaller: boolean): Promise<void>;
}

/** @param isTrusted whether the document with this hash is kept for ever, whoever asks */
export function documentStore(isTrusted: (sha256: string) => boolean = () => false): DocumentStore {
  const inUse = new InMemoryLRUCache<DocumentNode>({ maxSize: LARGEST, sizeCalculation: heldBytes });
  const trusted = new Map<string, DocumentNode>();
  const keys = new WeakMap<DocumentNode, string>();
  return {
    get: async (key) => trusted.get(key) ?? (await inUse.get(key)),
    async set(key, document) {
      keys.set(document, key);
    },
    async keep(document, isOfCaller) {
      const key = keys.get(document);
      if (key === undefined) return;
      keys.delete(document);
      if (isTrusted(key.slice(-HASH_DIGITS))) trusted.set(key, document);
      else if (isOfCaller) await inUse.set(key, document);
    },
    delete: async (key) => trusted.delete(key) || (await inUse.delete(key)),
  };
}
