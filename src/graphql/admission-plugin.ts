import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, OperationTypeNode } from 'graphql';

import type { LimitedDocuments } from './limits/limits';
import { ServiceError } from '../errors';
import type { Settings } from '../config/settings';
import type { GraphQLContext } from '../resolvers/context';
import type { DocumentStore } from './document-store';
import { kindOf, rootFields } from './root-fields';

/**
 * Refuses what asks for too much, and authenticates before anything is executed, so that without a good token there is no
 * `data` entry. Only a small operation that selects nothing but introspection needs no token; unless introspection is public,
 * nothing but `__typename`, which tells nothing of the schema (decisions 59 and 73).
 */
export function admissionPlugin(
  documents: LimitedDocuments,
  store: DocumentStore,
  introspection: Settings['introspection'],
): ApolloServerPlugin<GraphQLContext> {
  const open = introspection === 'public' ? /^__/ : /^__typename$/;
  return {
    async requestDidStart(request: { document?: DocumentNode; readonly contextValue: GraphQLContext }) {
      const { hasCaller } = request.contextValue;
      return {
        async parsingDidStart() {
          return async () => {
            if (request.document !== undefined) request.document = documents.admit(request.document, hasCaller);
          };
        },
        async validationDidStart() {
          return async (errors: readonly Error[] = []) => {
            if (introspection === 'public') return;
            for (const error of errors) error.message = withoutSuggestion(error.message);
          };
        },
        async didResolveOperation({ document, operation, request: { variables = {} }, contextValue }) {
          if (contextValue.refusal !== undefined) throw contextValue.refusal;
          documents.check(document, operation, variables);
          if (operation === undefined || operation.operation !== OperationTypeNode.QUERY) {
            throw new ServiceError('invalidRequest', { message: 'The schema has queries alone.' });
          }
          const fields = rootFields(document, operation.selectionSet);
          contextValue.exchange.operation = kindOf(fields);
          const isOpen = fields.every((name) => open.test(name));
          const needsToken = !isOpen || !(hasCaller || documents.isOfAnyone(document, operation));
          if (needsToken) await contextValue.authenticate();
          await store.keep(document, needsToken);
        },
      };
    },
  };
}

/** One rule of graphql-js suggests names even with `hideSuggestions`. */
function withoutSuggestion(message: string): string {
  const suggestion = message.lastIndexOf(' Did you mean ');
  return suggestion < 0 ? message : message.slice(0, suggestion);
}
