/** The cost of a field: the number of records that its answer may hold, whether they are selected or not. */

import {
  type FieldNode,
  getNullableType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  isIntrospectionType,
  isListType,
  isObjectType,
  isInterfaceType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
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
export interface Cost {
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
export function costOf(field: FieldNode, definition: Definition | undefined, place: FieldPlace): Cost {
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
    if (definition.name === 'totalCount') return { fixed: COUNT, perRecord: 0 };
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
export function pageSizeOf(
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
export function definitionOf(
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
