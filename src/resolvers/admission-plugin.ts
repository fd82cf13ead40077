import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, OperationTypeNode } from 'graphql';

import type { LimitedDocuments } from '../documents/limits';
import { ServiceError } from '../errors';
import type { Settings } from '../settings';
import type { GraphQLContext } from './context';
import { kindOf, rootFields } from './root-fields';

/**
 * Refuses what asks for too much, and authenticates before anything is executed, so that without a good token there is no
 * `data` entry. Only an operation that selects nothing but introspection goes without; unless it is public, nothing but
 * `__typename`, which tells nothing of the schema (decision 59).
 */
export function admissionPlugin(
  documents: LimitedDocuments,
  introspection: Settings['introspection'],
): ApolloServerPlugin<GraphQLContext> {
  const open = introspection === 'public' ? /^__/ : /^__typename$/;
  return {
    async requestDidStart(request: { document?: DocumentNode }) {
      return {
        async parsingDidStart() {
          return async () => {
            if (request.document !== undefined) request.document = documents.admit(request.document);
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
          if (fields.every((name) => open.test(name))) return;
          await contextValue.authenticate();
        },
      };
    },
  };
}
