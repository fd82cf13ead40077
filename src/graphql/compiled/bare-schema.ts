import {
  getArgumentValues,
  type GraphQLField,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
  type GraphQLFieldResolver,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  type GraphQLTypeResolver,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';

import type { Run } from './run';

/**
 * A copy of a schema in which no field has arguments, made to be executed with a {@link Run} as context. Its resolvers call
 * those of the schema with the arguments that graphql-js reads from the operation, so that a compiler sees no value
 * that a caller wrote: neither can it read one differently, nor can one get into its code.
 */
export function bareSchema(schema: GraphQLSchema): GraphQLSchema {
  const copies = new Map<string, GraphQLNamedType>();
  const copied = <Type extends GraphQLNamedType>(type: Type): Type => (copies.get(type.name) ?? type) as Type;
  const outputType = (type: GraphQLOutputType): GraphQLOutputType => {
    if (isNonNullType(type)) return new GraphQLNonNull(outputType(type.ofType) as never);
    if (isListType(type)) return new GraphQLList(outputType(type.ofType));
    return copied(type);
  };
  const fieldsOf = (type: GraphQLObjectType | GraphQLInterfaceType): GraphQLFieldConfigMap<unknown, Run> => {
    const bare = (field: GraphQLField<unknown, unknown>): GraphQLFieldConfig<unknown, Run> => ({
      type: outputType(field.type),
      resolve: field.resolve && throughRun(field, field.resolve),
    });
    return Object.fromEntries(Object.entries(type.getFields()).map(([name, field]) => [name, bare(field)]));
  };

  for (const type of Object.values(schema.getTypeMap())) {
    if (isUnionType(type)) throw new Error('Unions are not copied.');
    if (isIntrospectionType(type) || !(isObjectType(type) || isInterfaceType(type))) continue;
    const shape = {
      name: type.name,
      interfaces: () => type.getInterfaces().map(copied),
      fields: () => fieldsOf(type),
    };
    const copy = isObjectType(type)
      ? new GraphQLObjectType({ ...shape, isTypeOf: type.isTypeOf })
      : new GraphQLInterfaceType({ ...shape, resolveType: type.resolveType && tellingInReplay(type.resolveType) });
    copies.set(type.name, copy);
  }
  return new GraphQLSchema({
    query: schema.getQueryType() && copied(schema.getQueryType()!),
    types: [...copies.values()],
    assumeValid: true,
  });
}

function throughRun(
  field: GraphQLField<unknown, unknown>,
  resolve: GraphQLFieldResolver<unknown, unknown>,
): GraphQLFieldResolver<unknown, Run> {
  const noArguments = field.args.length === 0;
  return (source, _none, run, info) =>
    run.answer(info.path, () => {
      const values = noArguments ? {} : getArgumentValues(field, info.fieldNodes[0]!, run.variables);
      return resolve(source, values, run.context, info);
    });
}

/** graphql-jit does not expect a type resolver to throw: without a type it notes an error, and the replay tells which. */
function tellingInReplay(resolveType: GraphQLTypeResolver<unknown, unknown>): GraphQLTypeResolver<unknown, Run> {
  return (value, run, info, type) => {
    try {
      return resolveType(value, run.context, info, type);
    } catch (error) {
      if (run.replaying) throw error;
      return undefined;
    }
  };
}
