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
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql';

import { MOST_ERRORS } from '../limits/operation-limits';

/** An operation without conditions, and its document. */
export interface Selected {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** The results of the conditions of one operation that are kept, the most recently used ones. */
export const MOST_KEPT = 2;

export class Conditions {
  /** By the results of the conditions. Null for what is not compiled. */
  readonly #kept = new Map<string, Selected | null>();

  private constructor(
    private readonly document: DocumentNode,
    private readonly operation: OperationDefinitionNode,
    private readonly conditional: readonly SelectionNode[],
  ) {}

  /** Null for a valid document without conditions. */
  static of(document: DocumentNode, operation: OperationDefinitionNode): Conditions | null {
    const conditional: SelectionNode[] = [];
    // `@skip` and `@include` are the only directives that a selection can have.
    const collect = (node: SelectionNode): void => {
      if (node.directives !== undefined && node.directives.length > 0) conditional.push(node);
    };
    const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
    for (const part of [operation, ...fragments])
      visit(part, { Field: collect, InlineFragment: collect, FragmentSpread: collect });
    return conditional.length === 0 ? null : new Conditions(document, operation, conditional);
  }

  /**
   * What an operation selects with these variables.
   * @param variables as the client sent them
   * @returns the same object for the same results; null if graphql-js has to execute the operation: a variable is wrong, or
   *   nothing is left of a selection
   */
  selected(schema: GraphQLSchema, variables: Readonly<Record<string, unknown>>): Selected | null {
    const { coerced } = getVariableValues(schema, this.operation.variableDefinitions ?? [], variables, {
      maxErrors: MOST_ERRORS,
    });
    if (coerced === undefined) return null;
    const left = this.#left(coerced);
    if (left === null) return null;
    const key = this.conditional.map((node) => (left.has(node) ? 0 : 1)).join('');
    const known = this.#kept.get(key);
    const found = known === undefined ? this.#without(left) : known;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    return found;
  }

  /** Null if a variable with a default is null. */
  #left(variables: Readonly<Record<string, unknown>>): ReadonlySet<SelectionNode> | null {
    try {
      return new Set(this.conditional.filter((node) => !isIncluded(node, variables)));
    } catch {
      return null;
    }
  }

  #without(left: ReadonlySet<SelectionNode>): Selected | null {
    let hasEmpty = false;
    const enter = (node: SelectionNode) => {
      if (left.has(node)) return null;
      return node.directives !== undefined && node.directives.length > 0 ? { ...node, directives: [] } : undefined;
    };
    const document = visit(this.document, {
      Field: { enter },
      FragmentSpread: { enter },
      InlineFragment: { enter, leave: ({ selectionSet }) => (selectionSet.selections.length === 0 ? null : undefined) },
      SelectionSet: {
        leave({ selections }, _key, parent) {
          const isInline = parent !== undefined && 'kind' in parent && parent.kind === Kind.INLINE_FRAGMENT;
          if (selections.length === 0 && !isInline) hasEmpty = true;
        },
      },
    });
    const at = this.document.definitions.indexOf(this.operation);
    const changed = document.definitions[at];
    if (hasEmpty || changed?.kind !== Kind.OPERATION_DEFINITION) return null;
    // A new object even if only fragments have conditions, because compiled operations are known by their nodes.
    const operation = { ...changed };
    return { document: { ...document, definitions: document.definitions.with(at, operation) }, operation };
  }
}

function isIncluded(node: SelectionNode, variables: Readonly<Record<string, unknown>>): boolean {
  const skip = getDirectiveValues(GraphQLSkipDirective, node, variables);
  const include = getDirectiveValues(GraphQLIncludeDirective, node, variables);
  return skip?.if !== true && include?.if !== false;
}
