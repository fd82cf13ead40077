import 'reflect-metadata';

import { type GraphQLSchema, isInputObjectType, printSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';

import { LeaseResolver, NodeResolver, TenantResolver, ViewerResolver } from '../resolvers/resolvers';

export function buildSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [LeaseResolver, TenantResolver, ViewerResolver, NodeResolver],
    // Both transports check fields in `lookups/criteria.ts`.
    validate: false,
    // Apollo Server checks the schema as well.
    skipCheck: true,
  });
  // type-graphql describes neither.
  schema.description = 'Leases of tenants and tenants of leases, limited to the groups that the caller may see.';
  schema.getQueryType()!.description = 'Every field but introspection needs an access token.';
  return markOneOf(schema);
}

/** type-graphql does not support `@oneOf`, so an input with the extension `oneOf` is marked here. */
function markOneOf(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type) && type.extensions.oneOf === true) type.isOneOf = true;
  }
  return schema;
}

/** A schema in SDL, as `/schema.graphql` returns it. */
export const printed = (schema: GraphQLSchema): string => `${printSchema(schema)}\n`;

/** The schema in SDL, as in `schema.graphql` and from `leasegate print-schema`. */
export const printedSchema = (): string => printed(buildSchema());
