import type { ApolloServerPlugin } from '@apollo/server';
import type { DocumentNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql';

import { formatError } from '../errors';
import type { Measurement } from '../limits/measurement';
import type { CompiledOperation, Schemas } from './compiled-operation';
import { recordingSchema } from './recording-schema';

/**
 * The cost of an operation from which on executing it once without compiling it takes longer. `Lease.tenants` counts as 2 but has no
 * page, so the answer can hold many more records.
 */
const WORTH_COMPILING = 250;

/** Compiling takes time in proportion to the fields, with every fragment written out, and to the cube of the depth. */
const MOST = { fields: 500, depth: 20 };

/** Bytes of compiled code, measured. */
const BYTES = { field: 1100, operation: 10_000 };

const isSmall = ({ fields, depth }: Measurement): boolean => fields <= MOST.fields && depth <= MOST.depth;

/** The most bytes of memory that an operation takes once it is compiled, beside its document. */
export const compiledBytes = (measurement: Measurement): number =>
  isSmall(measurement) ? measurement.fields * BYTES.field + BYTES.operation : 0;

/**
 * The compiled operations. An operation is compiled when it comes for the second time, or at once if its answer may be large. It
 * is known by its node, so it is kept as long as Apollo's document store holds the document.
 */
export class CompiledOperations {
  #schemas: Schemas | undefined;
  readonly #seen = new WeakSet<OperationDefinitionNode>();
  /** Null for an operation that cannot be compiled. */
  readonly #compiled = new WeakMap<OperationDefinitionNode, Promise<CompiledOperation | null>>();

  constructor(private readonly schema: GraphQLSchema) {}

  /** @returns null for an operation that graphql-js has to execute */
  async find(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    measurement: Measurement,
  ): Promise<CompiledOperation | null> {
    if (!isSmall(measurement)) return null;
    const known = this.#compiled.get(operation);
    if (known !== undefined) return known;
    if (measurement.cost < WORTH_COMPILING && !this.#seen.has(operation)) {
      this.#seen.add(operation);
      return null;
    }
    const compiled = this.#compile(document, operation);
    this.#compiled.set(operation, compiled);
    return compiled;
  }

  async #compile(document: DocumentNode, operation: OperationDefinitionNode): Promise<CompiledOperation | null> {
    // The compiler is large, and a gateway that never gets the same operation twice does not need it.
    const { CompiledOperation: compiler } = await import('./compiled-operation.ts');
    this.#schemas ??= { full: this.schema, recording: recordingSchema(this.schema) };
    return compiler.of(this.#schemas, document, operation);
  }
}

/**
 * Answers with compiled operations. Apollo executes the others.
 * @param measurementOf what an admitted operation asks for
 * @param onExecution called for every operation that is executed
 */
export function compiledExecution(
  schema: GraphQLSchema,
  measurementOf: (operation: OperationDefinitionNode) => Measurement,
  onExecution: (isCompiled: boolean) => void = () => undefined,
): ApolloServerPlugin {
  const operations = new CompiledOperations(schema);
  return {
    requestDidStart: async (context: { errors?: readonly GraphQLError[] }) => ({
      async responseForOperation({ document, operation, request, contextValue, response: { http } }) {
        const variables = request.variables ?? {};
        const compiled = await operations.find(document, operation, measurementOf(operation));
        const result = compiled && (await compiled.execute(contextValue, variables));
        onExecution(result !== null);
        if (result === null) return null;
        if (result.errors === undefined) return { http, body: { kind: 'single', singleResult: result } };
        // Apollo formats only the errors of its own execution. Other plugins read them here.
        context.errors = result.errors;
        const errors = result.errors.map((error) => formatError(error.toJSON(), error));
        return { http, body: { kind: 'single', singleResult: { ...result, errors } } };
      },
    }),
  };
}
