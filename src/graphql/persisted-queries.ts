/** Apollo's automatic persisted queries, limited to what may be kept (decision 64). Loaded only if they are on. */

import type { ApolloServerPlugin } from '@apollo/server';
import { InMemoryLRUCache, type KeyValueCache } from '@apollo/utils.keyvaluecache';
import { BREAK, type DocumentNode, visit } from 'graphql';

import type { GraphQLContext } from './context';
import { rootFields } from './root-fields';

/** Entries, and bytes of memory. */
const LIMITS = { max: 1000, maxSize: 4 * 1024 * 1024 };

/** The texts that clients have registered, of which the most recently used are kept. A character takes up to two bytes. */
export const persistedQueryCache = (): KeyValueCache =>
  new InMemoryLRUCache<string>({ ...LIMITS, sizeCalculation: (text) => 2 * text.length });

/**
 * Does not register a query that needs no token, so that anonymous queries never evict those of callers. Nor one that contains
 * values: everyone can find out whether a hash is registered, and so whether somebody has asked about these values.
 */
export const registrationPlugin: ApolloServerPlugin<GraphQLContext> = {
  async requestDidStart({ request }) {
    const persistedQuery: unknown = request.extensions?.persistedQuery;
    if (persistedQuery) request.extensions = { persistedQuery: withTextHash(persistedQuery) };
    return {
      async didResolveOperation({ metrics, document, operation }) {
        if (!metrics.persistedQueryRegister || operation === undefined) return;
        const needsToken = rootFields(document, operation.selectionSet).some((name) => !name.startsWith('__'));
        metrics.persistedQueryRegister = needsToken && !containsValues(document);
      },
    };
  },
};

/** Apollo uses the hash as a key without checking its type, and fails for some objects. */
function withTextHash(sent: unknown): { version: unknown; sha256Hash: string } {
  const { version, sha256Hash } = sent as { readonly version?: unknown; readonly sha256Hash?: unknown };
  return { version, sha256Hash: typeof sha256Hash === 'string' ? sha256Hash : '' };
}

/** Whether a document contains a string or a decimal, such as an e-mail address or a latitude, instead of a variable. */
function containsValues(document: DocumentNode): boolean {
  let isFound = false;
  const found = () => {
    isFound = true;
    return BREAK;
  };
  visit(document, { StringValue: found, FloatValue: found });
  return isFound;
}
