import {
  getArgumentValues,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  lexicographicSortSchema,
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
  // The order of types and fields in a schema does not matter to an answer, and nothing else in graphql-js copies a schema.
  const copy = lexicographicSortSchema(schema);
  for (const [name, type] of Object.entries(copy.getTypeMap())) {
    const original = schema.getType(name);
    if (isIntrospectionType(type) || !(isObjectType(type) || isInterfaceType(type))) continue;
    if (!(isObjectType(original) || isInterfaceType(original))) continue;
    for (const field of Object.values(type.getFields())) {
      const of = original.getFields()[field.name];
      if (of?.resolve !== undefined) field.resolve = recordingResolver(of, of.resolve);
      field.args = [];
    }
  }
  return copy;
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
