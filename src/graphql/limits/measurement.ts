/** Measures how much work an operation asks for, with every fragment written out. */

import {
  type ConstValueNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLCompositeType,
  type GraphQLSchema,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';

import { type Cost, type Variables, costOf, definitionOf, pageSizeOf } from './cost';

export interface Measurement {
  readonly fields: number;
  /** Nested fields. */
  readonly depth: number;
  /** See {@link costOf}. */
  readonly cost: number;
}

/** A selection: its cost may depend on the page size of the connection that it selects from. */
type Selected = Omit<Measurement, 'cost'> & Cost & { readonly lookups: number };

const NOTHING: Selected = { fields: 0, depth: 0, lookups: 0, fixed: 0, perRecord: 0 };

/** The cost of each lookup of an operation after the first, besides its records. */
const LOOKUP = 200;

/** Higher costs count as this one: nested fragments can lead to numbers that are not finite. */
const MAX_COST = 1e15;

/**
 * Measures the operations of a document that is not validated yet. A field that is not in the schema counts with its nested
 * fields but has no cost of its own. A fragment that spreads itself counts once. Each fragment is measured once for all
 * operations, so the time depends on the length of the document and not on its length with fragments written out.
 * @param variables their values, see {@link withDefaults}
 */
export function measuring(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables,
): (operation: OperationDefinitionNode) => Measurement {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const measured = new Map<string, Selected>();
  const query = schema.getQueryType() ?? undefined;

  function ofSet(set: SelectionSetNode, type: GraphQLCompositeType | undefined): Selected {
    let [fields, depth, lookups, fixed, perRecord] = [0, 0, 0, 0, 0];
    for (const selection of set.selections) {
      const selected = ofSelection(selection, type);
      fields += selected.fields;
      depth = Math.max(depth, selected.depth);
      lookups += selected.lookups;
      fixed = Math.min(fixed + selected.fixed, MAX_COST);
      perRecord = Math.min(perRecord + selected.perRecord, MAX_COST);
    }
    return { fields, depth, lookups, fixed, perRecord };
  }

  function ofSelection(selection: SelectionNode, type: GraphQLCompositeType | undefined): Selected {
    if (selection.kind === Kind.FIELD) return ofField(selection, type);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
    const { typeCondition, selectionSet } = selection;
    return ofSet(selectionSet, typeCondition === undefined ? type : typeNamed(typeCondition.name.value));
  }

  function ofField(field: FieldNode, parent: GraphQLCompositeType | undefined): Selected {
    const definition = definitionOf(schema, parent, field.name.value);
    const named = definition && getNamedType(definition.type);
    const type = isCompositeType(named) ? named : undefined;
    const pageSize = pageSizeOf(field, parent, type, variables);
    const below = field.selectionSet === undefined ? NOTHING : ofSet(field.selectionSet, type);
    return {
      fields: below.fields + 1,
      depth: below.depth + 1,
      lookups: parent === query && !field.name.value.startsWith('__') ? 1 : 0,
      ...costOf(field, definition, { parent, pageSize, below, variables }),
    };
  }

  function ofFragment(name: string): Selected {
    const known = measured.get(name);
    if (known !== undefined) return known;
    measured.set(name, NOTHING);
    const fragment = fragments.get(name);
    if (fragment === undefined) return NOTHING;
    const selected = ofSet(fragment.selectionSet, typeNamed(fragment.typeCondition.name.value));
    measured.set(name, selected);
    return selected;
  }

  function typeNamed(name: string): GraphQLCompositeType | undefined {
    const type = schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  }

  return ({ selectionSet }) => {
    const { fields, depth, lookups, fixed } = ofSet(selectionSet, query);
    return { fields, depth, cost: fixed + LOOKUP * Math.max(0, lookups - 1) };
  };
}

/** The values of an operation's variables: those that the client sent, and the defaults for the others. */
export function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, given: Variables): Variables {
  const defaults = new Map(variableDefinitions.map((each) => [each.variable.name.value, literal(each.defaultValue)]));
  return (name) => {
    const value = given(name);
    // A null from the client replaces the default. The field then behaves as without the argument.
    return value === undefined ? defaults.get(name) : value;
  };
}

const literal = (value: ConstValueNode | undefined): unknown => value && valueFromASTUntyped(value);
