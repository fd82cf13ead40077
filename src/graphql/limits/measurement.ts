/**
 * Measures how much work an operation asks for, with every fragment written out. That is the estimate. While the operation runs,
 * `resolvers/selection.ts` says how often its answer shows each record, and `lookups/find-records.ts` adds them up.
 */

import {
  type ConstValueNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  valueFromASTUntyped,
} from 'graphql';

import { LEASES_PER_TENANT, LEAST_OF_NESTED_PAGE, PAGE_LIMIT } from '../../model/page';

/** Returns the value of a variable as the client sent it. */
export type Variables = (name: string) => unknown;

type Definition = GraphQLField<unknown, unknown>;

/** Counting reads as much as a whole page. */
const COUNT = PAGE_LIMIT;

/** Tenants of a typical lease. */
const TENANTS_OF_A_LEASE = 2;

/** Assumed length of a list in an introspection answer. */
const LISTED_BY_INTROSPECTION = 10;

/** The cost of a selection: `fixed` counts once, `perRecord` for each record of the connection that it selects from. */
interface Cost {
  readonly fixed: number;
  readonly perRecord: number;
}

interface FieldPlace {
  /** The type that the field belongs to. */
  readonly parent: GraphQLCompositeType | undefined;
  /** Page size of a connection; null for any other field. */
  readonly pageSize: number | null;
  /** The cost of the nested selection. */
  readonly below: Cost;
  readonly variables: Variables;
}

/**
 * A connection costs its page size, `totalCount` as much as a whole page, a list its length and `node` 1. The selection of a
 * record counts once for each record that there may be. An alias within introspection costs 1; elsewhere a field that is selected
 * again counts when its record is read.
 */
function costOf(field: FieldNode, definition: Definition | undefined, place: FieldPlace): Cost {
  const { parent, pageSize, variables } = place;
  // A cost per record below a field that is no connection occurs only in invalid documents.
  const below = place.below.fixed + (pageSize ?? 1) * place.below.perRecord;
  const isList = definition !== undefined && isListType(getNullableType(definition.type));
  if (parent !== undefined && isIntrospectionType(parent)) {
    const listed = isList && field.selectionSet !== undefined ? LISTED_BY_INTROSPECTION * (1 + below) : below;
    return { fixed: listed + (field.alias === undefined ? 0 : 1), perRecord: 0 };
  }
  if (definition === undefined) return { fixed: below, perRecord: 0 };
  if (pageSize !== null) {
    const page = isTenant(parent) ? Math.max(LEAST_OF_NESTED_PAGE, pageSize + below) : pageSize + below;
    return { fixed: page, perRecord: 0 };
  }
  if (isConnection(parent)) {
    if (definition.name.startsWith('totalCount')) return { fixed: COUNT, perRecord: 0 };
    return isList ? { fixed: 0, perRecord: below } : { fixed: below, perRecord: 0 };
  }
  if (definition.name === 'node' && field.arguments?.length) return { fixed: 1 + below, perRecord: 0 };
  return { fixed: isList ? lengthOf(field, definition, variables) * (1 + below) : below, perRecord: 0 };
}

const isConnection = (type: GraphQLCompositeType | undefined): boolean => type?.name.endsWith('Connection') === true;

const isTenant = (type: GraphQLCompositeType | undefined): boolean => type?.name === 'Tenant';

/** The assumed number of entries of a list; 0 for a list of scalars. */
function lengthOf(field: FieldNode, definition: Definition, variables: Variables): number {
  if (field.selectionSet === undefined) return 0;
  if (definition.name !== 'nodes') return TENANTS_OF_A_LEASE;
  const ids = argument(field, 'ids', variables);
  return Array.isArray(ids) ? ids.length : PAGE_LIMIT;
}

/** The page size of a connection; null for any other field. An invalid size counts as the largest, and is refused later. */
function pageSizeOf(
  field: FieldNode,
  parent: GraphQLCompositeType | undefined,
  type: GraphQLCompositeType | undefined,
  variables: Variables,
): number | null {
  if (!isConnection(type)) return null;
  const size = argument(field, 'first', variables) ?? argument(field, 'last', variables) ?? null;
  if (size === null) return isTenant(parent) ? LEASES_PER_TENANT : PAGE_LIMIT;
  return typeof size === 'number' && size >= 0 && size <= PAGE_LIMIT ? size : PAGE_LIMIT;
}

/** The value of an argument that costs depend on: an integer, a list, or undefined. */
function argument(field: FieldNode, name: string, variables: Variables): unknown {
  const value = field.arguments?.find((each) => each.name.value === name)?.value;
  if (value?.kind === Kind.VARIABLE) return variables(value.name.value);
  if (value?.kind === Kind.INT) return Number(value.value);
  return value?.kind === Kind.LIST ? value.values : undefined;
}

/** Undefined for a field or a type that is not in the schema. */
function definitionOf(
  schema: GraphQLSchema,
  parent: GraphQLCompositeType | undefined,
  name: string,
): Definition | undefined {
  if (parent !== undefined && parent === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
}

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
      lookups: field.name.value.startsWith('__') ? 0 : 1,
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
