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
  type GraphQLResolveInfo,
  GraphQLSchema,
  type GraphQLTypeResolver,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';

type Path = GraphQLResolveInfo['path'];

/** The result of one resolver. */
type Result = { readonly value: unknown } | { readonly thrown: unknown };

/** One execution of a compiled operation: what its resolvers get, and the result of each of them. */
export class Recording {
  readonly #results = new Map<string, Result>();
  #isReplay = false;

  /** @param variables coerced */
  constructor(
    readonly context: unknown,
    readonly variables: Readonly<Record<string, unknown>>,
  ) {}

  /** From now on each field gets its recorded result and no resolver is called again. */
  replay(): this {
    this.#isReplay = true;
    return this;
  }

  get isReplay(): boolean {
    return this.#isReplay;
  }

  /** Calls a resolver, or returns the recorded result for this path of the response. */
  resolve(path: Path, resolver: () => unknown): unknown {
    const key = keyOf(path);
    const known = this.#isReplay ? this.#results.get(key) : undefined;
    if (known !== undefined) {
      if ('thrown' in known) throw known.thrown;
      return known.value instanceof Promise ? afterEarlierFields(known.value) : known.value;
    }
    try {
      const value = resolver();
      this.#results.set(key, { value });
      return value;
    } catch (thrown) {
      this.#results.set(key, { thrown });
      throw thrown;
    }
  }
}

/** Unique, because names contain no dot. */
function keyOf({ prev, key }: Path): string {
  return prev === undefined ? String(key) : `${keyOf(prev)}.${key}`;
}

/**
 * If several fields fail below one that may be null, graphql-js reports the first one to fail. In a replay all promises are
 * settled already, so each one waits for a turn of the event loop: then the fields fail in the order of the operation.
 */
async function afterEarlierFields(value: Promise<unknown>): Promise<unknown> {
  await new Promise((resolve) => setImmediate(resolve));
  return value;
}

/**
 * A copy of a schema in which no field has arguments. Its context is a {@link Recording}. The resolvers of the copy call those
 * of the schema with the arguments that graphql-js reads from the operation. So the compiler sees no value that a caller wrote:
 * it cannot read one differently, and none can get into the code that it generates.
 */
export function recordingSchema(schema: GraphQLSchema): GraphQLSchema {
  const copies = new Map<string, GraphQLNamedType>();
  const copyOf = <Type extends GraphQLNamedType>(type: Type): Type => (copies.get(type.name) ?? type) as Type;
  const outputType = (type: GraphQLOutputType): GraphQLOutputType => {
    if (isNonNullType(type)) return new GraphQLNonNull(outputType(type.ofType) as never);
    if (isListType(type)) return new GraphQLList(outputType(type.ofType));
    return copyOf(type);
  };
  const fieldsOf = (type: GraphQLObjectType | GraphQLInterfaceType): GraphQLFieldConfigMap<unknown, Recording> => {
    const copy = (field: GraphQLField<unknown, unknown>): GraphQLFieldConfig<unknown, Recording> => ({
      type: outputType(field.type),
      resolve: field.resolve && recordingResolver(field, field.resolve),
    });
    return Object.fromEntries(Object.entries(type.getFields()).map(([name, field]) => [name, copy(field)]));
  };

  for (const type of Object.values(schema.getTypeMap())) {
    if (isUnionType(type)) throw new Error('Unions are not copied.');
    if (isIntrospectionType(type) || !(isObjectType(type) || isInterfaceType(type))) continue;
    const shape = {
      name: type.name,
      interfaces: () => type.getInterfaces().map(copyOf),
      fields: () => fieldsOf(type),
    };
    const copy = isObjectType(type)
      ? new GraphQLObjectType({ ...shape, isTypeOf: type.isTypeOf })
      : new GraphQLInterfaceType({ ...shape, resolveType: type.resolveType && safeTypeResolver(type.resolveType) });
    copies.set(type.name, copy);
  }
  return new GraphQLSchema({
    query: schema.getQueryType() && copyOf(schema.getQueryType()!),
    types: [...copies.values()],
    assumeValid: true,
  });
}

function recordingResolver(
  field: GraphQLField<unknown, unknown>,
  resolve: GraphQLFieldResolver<unknown, unknown>,
): GraphQLFieldResolver<unknown, Recording> {
  const hasArguments = field.args.length > 0;
  return (source, _none, recording, info) =>
    recording.resolve(info.path, () => {
      const values = hasArguments ? getArgumentValues(field, info.fieldNodes[0]!, recording.variables) : {};
      return resolve(source, values, recording.context, info);
    });
}

/** graphql-jit fails if a type resolver throws. Without a type it records an error, and the replay finds out which. */
function safeTypeResolver(resolveType: GraphQLTypeResolver<unknown, unknown>): GraphQLTypeResolver<unknown, Recording> {
  return (value, recording, info, type) => {
    try {
      return resolveType(value, recording.context, info, type);
    } catch (error) {
      if (recording.isReplay) throw error;
      return undefined;
    }
  };
}
