/** Apollo's automatic persisted queries, and what may be kept of them (decision 64). Loaded only where they are on. */

import type { ApolloServerPlugin } from '@apollo/server';
import { InMemoryLRUCache, type KeyValueCache } from '@apollo/utils.keyvaluecache';

import { quotesValues } from './limits/literals';
import type { GraphQLContext } from '../resolvers/context';
import { rootFields } from './root-fields';

/** Bytes in memory. */
const LIMITS = { max: 1000, maxSize: 4 * 1024 * 1024 };

/** The texts that clients have registered, those last used. A character takes up to two bytes. */
export const registeredTexts = (): KeyValueCache =>
  new InMemoryLRUCache<string>({ ...LIMITS, sizeCalculation: (text) => 2 * text.length });

/**
 * Leaves unregistered what needs no token, so that nobody's place is taken by who need not say who he is, and what holds
 * values: whether a hash is known is told to everyone, and with it whether somebody has asked just that.
 */
export const registrationPlugin: ApolloServerPlugin<GraphQLContext> = {
  async requestDidStart({ request }) {
    const asked: unknown = request.extensions?.persistedQuery;
    if (asked) request.extensions = { persistedQuery: withTextForHash(asked) };
    return {
      async didResolveOperation({ metrics, document, operation }) {
        if (!metrics.persistedQueryRegister || operation === undefined) return;
        const needsToken = rootFields(document, operation.selectionSet).some((name) => !name.startsWith('__'));
        metrics.persistedQueryRegister = needsToken && !quotesValues(document);
      },
    };
  },
};

/** Apollo makes a key of the hash, whatever it is, and fails for some objects. */
function withTextForHash(asked: unknown): { version: unknown; sha256Hash: string } {
  const { version, sha256Hash } = asked as { readonly version?: unknown; readonly sha256Hash?: unknown };
  return { version, sha256Hash: typeof sha256Hash === 'string' ? sha256Hash : '' };
}
