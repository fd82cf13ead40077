import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';

import { formatError } from '../errors';
import type { Measurement } from '../limits/measurement';
import type { CompiledOperation, Schemas } from './compiled-operation';
import { conditionalSelections, resultsOf, withoutConditions } from './conditions';

/**
 * An operation of this cost is compiled at once, since executing it takes longer than compiling it. Its answer may be much larger
 * than the cost says: `Lease.tenants` counts as 2, but has no pages.
 */
const WORTH_COMPILING = 250;

/** Compiling takes time in proportion to the fields, with every fragment written out, and to the cube of the depth. */
const MOST = { fields: 500, depth: 20 };

/** For how many results of its conditions an operation is kept compiled. */
const MOST_KEPT = 2;

/** Bytes of compiled code, measured. */
const BYTES = { field: 1100, operation: 10_000 };

const isSmall = ({ fields, depth }: Measurement): boolean => fields <= MOST.fields && depth <= MOST.depth;

/** The most bytes of memory that an operation takes once it is compiled, beside its document. */
export const compiledBytes = (measurement: Measurement): number =>
  isSmall(measurement) ? MOST_KEPT * (measurement.fields * BYTES.field + BYTES.operation) : 0;

/** An operation that has come. */
interface KnownOperation {
  /** It alone with all fragments. */
  readonly document: DocumentNode;
  readonly conditional: readonly SelectionNode[];
  /** By the results of its conditions. Null for what cannot be compiled. */
  readonly compiled: Map<string, Promise<CompiledOperation | null>>;
}

/**
 * The compiled operations. An operation is compiled when it comes for the second time, or at once if its answer may be large. It
 * is known by its node, so it is kept as long as Apollo's document store holds the document. With `@skip` or `@include` it is
 * compiled if its answer may be large, for each result of its conditions.
 */
export class CompiledOperations {
  #schemas: Schemas | undefined;
  readonly #known = new WeakMap<OperationDefinitionNode, KnownOperation>();

  constructor(private readonly schema: GraphQLSchema) {}

  /**
   * @param variables as the client sent them. They decide the conditions of the operation
   * @returns null for an operation that graphql-js has to execute
   */
  async find(
    whole: DocumentNode,
    operation: OperationDefinitionNode,
    measurement: Measurement,
    variables: Readonly<Record<string, unknown>> = {},
  ): Promise<CompiledOperation | null> {
    if (!isSmall(measurement)) return null;
    const isLarge = measurement.cost >= WORTH_COMPILING;
    let known = this.#known.get(operation);
    const isNew = known === undefined;
    if (known === undefined) this.#known.set(operation, (known = knownOperation(whole, operation)));
    const { document, conditional, compiled } = known;
    if (!isLarge && (isNew || conditional.length > 0)) return null;
    const results = conditional.length === 0 ? '' : resultsOf(conditional, this.schema, operation, variables);
    if (results === null) return null;
    const found = compiled.get(results);
    if (found !== undefined) return found;
    if (compiled.size === MOST_KEPT) compiled.delete(compiled.keys().next().value!);
    const compiling = this.#compile(withoutConditions(document, conditional, results), operation);
    compiled.set(results, compiling);
    return compiling;
  }

  async #compile(document: DocumentNode | null, operation: OperationDefinitionNode): Promise<CompiledOperation | null> {
    if (document === null) return null;
    // The compiler is large, and a gateway that never gets the same operation twice does not need it.
    const { CompiledOperation: compiler, recordingSchema } = await import('./compiled-operation.ts');
    this.#schemas ??= { full: this.schema, recording: recordingSchema(this.schema) };
    return compiler.of(this.#schemas, document, operation);
  }
}

function knownOperation({ definitions }: DocumentNode, operation: OperationDefinitionNode): KnownOperation {
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [{ ...operation, variableDefinitions: [] }, ...fragments],
  };
  return { document, conditional: conditionalSelections(document), compiled: new Map() };
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
        const compiled = await operations.find(document, operation, measurementOf(operation), variables);
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
