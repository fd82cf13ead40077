import { InMemoryLRUCache, type KeyValueCache } from '@apollo/utils.keyvaluecache';
import type { DocumentNode } from 'graphql';

/** Bytes of documents as JSON, which Apollo counts; in memory they are four times as much. */
const LARGEST = 8 * 1024 * 1024;

/** Of a key, whose end is the SHA-256 hash of the document's text. */
const HASH_DIGITS = 64;

/**
 * Where Apollo keeps what it has parsed and validated, as long as it is in use.
 * @param isKept whether the document with this hash is kept for ever
 */
export function documentStore(isKept?: (sha256: string) => boolean): KeyValueCache<DocumentNode> {
  const inUse = new InMemoryLRUCache<DocumentNode>({ maxSize: LARGEST });
  if (isKept === undefined) return inUse;
  const kept = new Map<string, DocumentNode>();
  return {
    get: async (key) => kept.get(key) ?? (await inUse.get(key)),
    async set(key, document) {
      if (isKept(key.slice(-HASH_DIGITS))) kept.set(key, document);
      else await inUse.set(key, document);
    },
    delete: async (key) => kept.delete(key) || (await inUse.delete(key)),
  };
}
