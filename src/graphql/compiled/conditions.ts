/**
 * `@skip` and `@include`, decided before an operation is compiled. graphql-jit would mix up the conditions of selections that are
 * merged.
 */

import {
  type DocumentNode,
  getDirectiveValues,
  getVariableValues,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';

/** The selections of a valid document that have a condition. */
export function conditionalSelections(document: DocumentNode): readonly SelectionNode[] {
  const conditional: SelectionNode[] = [];
  // `@skip` and `@include` are the only directives that a selection can have.
  const collect = (node: SelectionNode): void => {
    if (node.directives !== undefined && node.directives.length > 0) conditional.push(node);
  };
  visit(document, { Field: collect, InlineFragment: collect, FragmentSpread: collect });
  return conditional;
}

/**
 * A digit for each of the selections: 1 if it is included.
 * @param variables as the client sent them
 * @returns null if graphql-js has to execute the operation, because a variable is wrong
 */
export function resultsOf(
  conditional: readonly SelectionNode[],
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): string | null {
  const { coerced } = getVariableValues(schema, variableDefinitions, variables, { maxErrors: 1 });
  if (coerced === undefined) return null;
  try {
    return conditional.map((node) => (isIncluded(node, coerced) ? '1' : '0')).join('');
  } catch {
    // A variable with a default is null.
    return null;
  }
}

function isIncluded(node: SelectionNode, variables: Readonly<Record<string, unknown>>): boolean {
  const skip = getDirectiveValues(GraphQLSkipDirective, node, variables);
  const include = getDirectiveValues(GraphQLIncludeDirective, node, variables);
  return skip?.if !== true && include?.if !== false;
}

/** The document with what is included, without conditions. Null if nothing is left of a selection. */
export function withoutConditions(
  document: DocumentNode,
  conditional: readonly SelectionNode[],
  results: string,
): DocumentNode | null {
  const left = new Set(conditional.filter((_, nth) => results[nth] === '0'));
  let hasEmpty = false;
  const enter = (node: SelectionNode) => {
    if (left.has(node)) return null;
    return node.directives !== undefined && node.directives.length > 0 ? { ...node, directives: [] } : undefined;
  };
  const isEmpty = ({ selectionSet }: { readonly selectionSet?: SelectionSetNode | undefined }) =>
    selectionSet?.selections.length === 0;
  const leave = (node: Parameters<typeof isEmpty>[0]): void => {
    hasEmpty ||= isEmpty(node);
  };
  const included = visit(document, {
    OperationDefinition: { leave },
    FragmentDefinition: { leave },
    Field: { enter, leave },
    FragmentSpread: { enter },
    InlineFragment: { enter, leave: (node) => (isEmpty(node) ? null : undefined) },
  });
  return hasEmpty ? null : included;
}
