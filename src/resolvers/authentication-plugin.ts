import type { ApolloServerPlugin } from '@apollo/server';
import { type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

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
          const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
          const introspects = operation !== undefined && introspectsOnly(operation.selectionSet, fragments);
          if (introspection === 'public' && introspects) return;
          await contextValue.authenticate();
        },
      };
    },
  };
}

/** Whether every root field is `__schema`, `__type` or `__typename`; validation has refused fragments that go in circles. */
function introspectsOnly({ selections }: SelectionSetNode, fragments: readonly FragmentDefinitionNode[]): boolean {
  return selections.every((selection) => {
    switch (selection.kind) {
      case Kind.FIELD:
        return selection.name.value.startsWith('__');
      case Kind.INLINE_FRAGMENT:
        return introspectsOnly(selection.selectionSet, fragments);
      case Kind.FRAGMENT_SPREAD: {
        const fragment = fragments.find(({ name }) => name.value === selection.name.value);
        return fragment !== undefined && introspectsOnly(fragment.selectionSet, fragments);
      }
    }
  });
}
