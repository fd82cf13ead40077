/** How much work an operation asks for, with every fragment written out. */

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

import { costOf, definitionOf, pageSizeOf, type Variables } from './cost';

export interface Extent {
  /** Of the selection itself: those of an operation are its root fields. */
  readonly fields: number;
  /** Fields within fields. */
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  /** See {@link costOf}. */
  readonly cost: number;
}

const NOTHING: Extent = { fields: 0, depth: 0, aliases: 0, directives: 0, cost: 0 };

/**
 * Measures an operation of a document that nobody has validated yet: what the schema does not know counts by its form alone,
 * and a fragment within itself counts once. A fragment is measured once for each page size that it meets, so the work grows
 * with the document and not with what it amounts to.
 */
export function measure(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  given: Variables,
): Extent {
  const defaults = defaultsOf(operation);
  const variables: Variables = (name) => {
    const value = given(name);
    // A null that is sent is no default: the field then takes what it takes without the argument.
    return value === undefined ? defaults.get(name) : value;
  };
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const measured = new Map<string, Extent>();

  /** @param pageSize of the connection that the selection is made of; null of anything else */
  function ofSet(set: SelectionSetNode, type: GraphQLCompositeType | undefined, pageSize: number | null): Extent {
    let [fields, depth, aliases, directives, cost] = [0, 0, 0, 0, 0];
    for (const selection of set.selections) {
      const extent = ofSelection(selection, type, pageSize);
      fields += extent.fields;
      depth = Math.max(depth, extent.depth);
      aliases += extent.aliases;
      directives += extent.directives + (selection.directives?.length ?? 0);
      cost += extent.cost;
    }
    return { fields, depth, aliases, directives, cost };
  }

  function ofSelection(
    selection: SelectionNode,
    type: GraphQLCompositeType | undefined,
    pageSize: number | null,
  ): Extent {
    if (selection.kind === Kind.FIELD) return ofField(selection, type, pageSize);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value, pageSize);
    const { typeCondition, selectionSet } = selection;
    return ofSet(selectionSet, typeCondition === undefined ? type : typeNamed(typeCondition.name.value), pageSize);
  }

  function ofField(field: FieldNode, parent: GraphQLCompositeType | undefined, pageSize: number | null): Extent {
    const definition = definitionOf(schema, parent, field.name.value);
    const named = definition && getNamedType(definition.type);
    const type = isCompositeType(named) ? named : undefined;
    const ownSize = pageSizeOf(field, parent, type, variables);
    const below = field.selectionSet === undefined ? NOTHING : ofSet(field.selectionSet, type, ownSize);
    return {
      fields: 1,
      depth: below.depth + 1,
      aliases: below.aliases + (field.alias === undefined ? 0 : 1),
      directives: below.directives,
      cost: costOf(field, definition, { pageSize, ownSize, below: below.cost, variables }),
    };
  }

  function ofFragment(name: string, pageSize: number | null): Extent {
    const key = `${name} ${pageSize}`;
    const known = measured.get(key);
    if (known !== undefined) return known;
    measured.set(key, NOTHING);
    const fragment = fragments.get(name);
    if (fragment === undefined) return NOTHING;
    const extent = ofSet(fragment.selectionSet, typeNamed(fragment.typeCondition.name.value), pageSize);
    measured.set(key, extent);
    return extent;
  }

  function typeNamed(name: string): GraphQLCompositeType | undefined {
    const type = schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  }

  const extent = ofSet(operation.selectionSet, schema.getQueryType() ?? undefined, null);
  return { ...extent, directives: extent.directives + (operation.directives?.length ?? 0) };
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): ReadonlyMap<string, unknown> {
  return new Map(variableDefinitions.map((each) => [each.variable.name.value, literal(each.defaultValue)]));
}

const literal = (value: ConstValueNode | undefined): unknown => value && valueFromASTUntyped(value);
