import 'reflect-metadata';

import { type GraphQLSchema, isInputObjectType, printSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';

import { LeaseResolver } from '../resolvers/lease-resolver';
import { NodeResolver } from '../resolvers/node-resolver';
import { TenantResolver } from '../resolvers/tenant-resolver';
import { ViewerResolver } from '../resolvers/viewer-resolver';

export function buildSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [LeaseResolver, TenantResolver, ViewerResolver, NodeResolver],
    // Both doors check fields in the same place (`lookups/fields.ts`).
    validate: false,
    // Apollo Server checks the schema, too.
    skipCheck: true,
  });
  return markOneOf(schema);
}

/** type-graphql knows no `@oneOf`: an input that carries the extension `oneOf` becomes one. */
function markOneOf(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type) && type.extensions.oneOf === true) type.isOneOf = true;
  }
  return schema;
}

/** A schema in SDL, as `/schema.graphql` shows it. */
export const printed = (schema: GraphQLSchema): string => `${printSchema(schema)}\n`;

/** The schema as `schema.graphql` and `leasegate print-schema` show it. */
export const printedSchema = (): string => printed(buildSchema());
