import type { ApolloServerPlugin } from '@apollo/server';
import type { Logger } from 'pino';

import type { TrustedDocuments } from './trusted-documents';
import type { GraphQLContext } from '../resolvers/context';

/** Documents that are told of in a minute, each once. */
const TOLD_PER_MINUTE = 60;

/** Tells the operator which documents are run that are not in the manifest, by their hash: the text may hold personal data. */
export function unlistedPlugin(
  trusted: TrustedDocuments,
  log: Logger,
  monotonicNow: () => number,
): ApolloServerPlugin<GraphQLContext> {
  const told = new Set<string>();
  let minuteSince = -Infinity;
  return {
    requestDidStart: async () => ({
      async didResolveSource({ queryHash: sha256 = '', contextValue: { exchange } }) {
        if (trusted.has(sha256)) return;
        const now = monotonicNow();
        if (now - minuteSince >= 60_000) {
          told.clear();
          minuteSince = now;
        }
        if (told.size >= TOLD_PER_MINUTE || told.has(sha256)) return;
        told.add(sha256);
        log.warn({ sha256, requestId: exchange.requestId }, 'document not in the manifest');
      },
    }),
  };
}
