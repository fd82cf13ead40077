import type { ApolloServerPlugin } from '@apollo/server';
import { OperationTypeNode } from 'graphql';

import { ServiceError } from '../errors';
import type { Settings } from '../settings';
import type { GraphQLContext } from './context';
import { rootFields } from './root-fields';

/**
 * Authenticates before anything is executed, so that without a good token there is no `data` entry.
 * Only an operation that selects nothing but introspection goes without, and with `INTROSPECTION=token` not even that.
 */
export function authenticationPlugin(introspection: Settings['introspection']): ApolloServerPlugin<GraphQLContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ document, operation, contextValue }) {
          if (operation === undefined || operation.operation !== OperationTypeNode.QUERY) {
            throw new ServiceError('invalidRequest', { message: 'The schema has queries alone.' });
          }
          const introspects = rootFields(document, operation.selectionSet).every((name) => name.startsWith('__'));
          if (introspection === 'public' && introspects) return;
          await contextValue.authenticate();
        },
      };
    },
  };
}
