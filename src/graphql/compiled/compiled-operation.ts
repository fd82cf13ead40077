import {
  BREAK,
  type DocumentNode,
  execute,
  type ExecutionResult,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  visit,
  getArgumentValues,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  lexicographicSortSchema,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';

import { refusesAll } from '../errors';

export interface Schemas {
  readonly full: GraphQLSchema;
  /** The result of `recordingSchema` for the full one. */
  readonly recording: GraphQLSchema;
}

/**
 * An operation compiled to JavaScript. The compiled code answers only if nothing fails. After an error graphql-js executes
 * the operation again on the recorded results of the resolvers, so that it reports every error itself.
 */
export class CompiledOperation {
  private constructor(
    private readonly schemas: Schemas,
    private readonly operation: OperationDefinitionNode,
    private readonly document: DocumentNode,
    private readonly query: CompiledQuery['query'],
  ) {}

  /**
   * @param document the operation without variables and conditions, and its fragments
   * @returns null for an operation that graphql-js has to execute (see docs/develop/structure.md)
   */
  static of(schemas: Schemas, document: DocumentNode, operation: OperationDefinitionNode): CompiledOperation | null {
    if (!isCompilable(document)) return null;
    const compiled = compileQuery(schemas.recording, document, undefined, {
      disablingCapturingStackErrors: true,
      disableLeafSerialization: true,
    });
    return isCompiledQuery(compiled) ? new CompiledOperation(schemas, operation, document, compiled.query) : null;
  }

  /**
   * @param variables as the client sent them
   * @returns null if one of them is wrong: graphql-js refuses the operation before it calls a resolver
   */
  async execute(context: unknown, variables: Readonly<Record<string, unknown>>): Promise<ExecutionResult | null> {
    const { schemas, operation, document } = this;
    const { coerced } = getVariableValues(schemas.full, operation.variableDefinitions ?? [], variables, {
      maxErrors: 1,
    });
    if (coerced === undefined) return null;
    const recording = new Recording(context, coerced);
    const result = await this.query(undefined, recording, undefined);
    if (result.errors === undefined) return result;
    const refusal = result.errors.find(({ originalError }) => refusesAll(originalError));
    if (refusal !== undefined) {
      return { errors: [new GraphQLError(refusal.message, { originalError: refusal.originalError })] };
    }
    return execute({ schema: schemas.recording, document, contextValue: recording.replay() });
  }
}

/** graphql-jit would mix up the conditions of selections that are merged, and misplace a field with the name `__proto__`. */
function isCompilable(document: DocumentNode): boolean {
  let isRefused = false;
  const refuse = () => {
    isRefused = true;
    return BREAK;
  };
  visit(document, {
    Directive: refuse,
    Field: ({ name: { value: name }, alias }) =>
      name === '__schema' || name === '__type' || alias?.value === '__proto__' ? refuse() : undefined,
  });
  return !isRefused;
}

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
