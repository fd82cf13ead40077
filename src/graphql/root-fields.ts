import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';

import { OPERATIONS, type Operation } from '../model/operations';

/** The names of all fields of `Query` that an operation selects. Each fragment is read once, however often it is spread. */
export function rootFields(document: DocumentNode, root: SelectionSetNode): string[] {
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

/** How metrics and the log name an operation. Its document must be valid, so that the client has invented no name in it. */
export function operationLabel(fields: readonly string[]): string {
  const [first = 'none', ...others] = new Set(fields.filter((name) => !name.startsWith('__')));
  if (first === 'none') return 'introspection';
  return others.length === 0 ? first : 'several';
}

/** The lookups that a valid query asks for. None for an invalid document, because the client may have invented its names. */
export function wantedOperations(
  document: DocumentNode | undefined,
  operation: OperationDefinitionNode | undefined,
): Operation[] {
  if (document === undefined || operation?.operation !== OperationTypeNode.QUERY) return [];
  const names = new Set(rootFields(document, operation.selectionSet));
  return OPERATIONS.filter((name) => names.has(name));
}
