/** What a field costs: the records that its answer may hold, whether the selection shows them or not. */

import {
  type FieldNode,
  getNamedType,
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

/** The value of a variable, as the client sent it. */
export type Variables = (name: string) => unknown;

type Definition = GraphQLField<unknown, unknown>;

/** A count looks at as much as a whole page does. */
const COUNT = PAGE_LIMIT;

/** Tenants of a lease, as a rule. */
const TENANTS_OF_A_LEASE = 2;

/** Types, fields or arguments in a list of the schema’s description of itself. */
const LISTED_BY_INTROSPECTION = 10;

/** What a selection costs: `fixed` once, and `perRecord` for each record of the connection that it selects from. */
export interface Cost {
  readonly fixed: number;
  readonly perRecord: number;
}

interface Surroundings {
  /** The type that the field is of. */
  readonly parent: GraphQLCompositeType | undefined;
  /** Of the connection that the field is; null for any other field. */
  readonly pageSize: number | null;
  /** The cost of what is selected below. */
  readonly below: Cost;
  readonly variables: Variables;
}

/**
 * A connection costs its page size, `totalCount` as much as a whole page, a list its length and `node` 1; what is selected
 * of a record costs as often as there may be records.
 */
export function costOf(field: FieldNode, definition: Definition | undefined, around: Surroundings): Cost {
  const { parent, pageSize, variables } = around;
  // Below a field that is no connection, only a document that is not valid has a cost per record.
  const below = around.below.fixed + (pageSize ?? 1) * around.below.perRecord;
  if (definition === undefined) return { fixed: below, perRecord: 0 };
  if (pageSize !== null) {
    const page = isTenant(parent) ? Math.max(LEAST_OF_NESTED_PAGE, pageSize + below) : pageSize + below;
    return { fixed: page, perRecord: 0 };
  }
  const isList = isListType(getNullableType(definition.type));
  if (isConnection(parent)) {
    if (definition.name === 'totalCount') return { fixed: COUNT, perRecord: 0 };
    return isList ? { fixed: 0, perRecord: below } : { fixed: below, perRecord: 0 };
  }
  if (definition.name === 'node' && field.arguments?.length) return { fixed: 1 + below, perRecord: 0 };
  return { fixed: isList ? lengthOf(field, definition, variables) * (1 + below) : below, perRecord: 0 };
}

const isConnection = (type: GraphQLCompositeType | undefined): boolean => type?.name.endsWith('Connection') === true;

const isTenant = (type: GraphQLCompositeType | undefined): boolean => type?.name === 'Tenant';

/** How many entries a field’s list has, where the field has a selection. */
function lengthOf(field: FieldNode, definition: Definition, variables: Variables): number {
  if (field.selectionSet === undefined) return 0;
  if (isIntrospectionType(getNamedType(definition.type))) return LISTED_BY_INTROSPECTION;
  if (definition.name !== 'nodes') return TENANTS_OF_A_LEASE;
  const ids = argument(field, 'ids', variables);
  return Array.isArray(ids) ? ids.length : PAGE_LIMIT;
}

/** The page size of a field that is a connection; null for any other. A size that is refused later counts as the largest. */
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

/** An argument as it is, as far as costs need it: an integer, a list, or undefined. */
function argument(field: FieldNode, name: string, variables: Variables): unknown {
  const value = field.arguments?.find((each) => each.name.value === name)?.value;
  if (value?.kind === Kind.VARIABLE) return variables(value.name.value);
  if (value?.kind === Kind.INT) return Number(value.value);
  return value?.kind === Kind.LIST ? value.values : undefined;
}

/** Undefined for a field that the schema does not know, and for one of a type that it does not know. */
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
