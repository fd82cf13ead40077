import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, Kind, OperationTypeNode, type SelectionSetNode } from 'graphql';

import { ServiceError } from '../errors';
import type { Settings } from '../settings';
import type { GraphQLContext } from './context';

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

/** The names of all fields that an operation selects of `Query`. Each fragment is looked at once, however often it is spread. */
function rootFields(document: DocumentNode, root: SelectionSetNode): string[] {
  const fragments = new Map<string, SelectionSetNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition.selectionSet);
  }
  const fields: string[] = [];
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const selection of next.selections) {
      if (selection.kind === Kind.FIELD) fields.push(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) waiting.push(selection.selectionSet);
      else {
        const fragment = fragments.get(selection.name.value);
        if (fragment !== undefined && fragments.delete(selection.name.value)) waiting.push(fragment);
      }
    }
  }
  return fields;
}
