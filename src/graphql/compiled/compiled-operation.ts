import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';

import { MOST_ERRORS } from '../limits/operation-limits';
import { charactersOf, heldBytes } from '../parsed-documents';
import { compilableFields } from './compilable-fields';
import { Recording } from './recording-schema';

/** Characters of a document, because a compiled operation keeps all of it in memory. */
const LONGEST_DOCUMENT = 32 * 1024;

/** Bytes of compiled code, measured. */
const BYTES = { field: 1100, operation: 10_000 };

export interface Schemas {
  readonly full: GraphQLSchema;
  /** The result of {@link recordingSchema} for the full one. */
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
    /** Bytes of memory, those of the document included. */
    readonly size: number,
  ) {}

  /**
   * @param document valid
   * @returns null for an operation that graphql-js has to execute (see docs/develop/execution.md)
   */
  static of(schemas: Schemas, whole: DocumentNode, operation: OperationDefinitionNode): CompiledOperation | null {
    if (operation.operation !== OperationTypeNode.QUERY) return null;
    if (whole.loc === undefined || charactersOf(whole.loc) > LONGEST_DOCUMENT) return null;
    const fragments = whole.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    const fields = compilableFields(operation, fragments);
    if (fields === null) return null;
    const definitions = [{ ...operation, variableDefinitions: [] }, ...fragments];
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions };
    const compiled = compileQuery(schemas.recording, document, undefined, {
      disablingCapturingStackErrors: true,
      disableLeafSerialization: true,
    });
    if (!isCompiledQuery(compiled)) return null;
    const size = heldBytes(whole) + fields * BYTES.field + BYTES.operation;
    return new CompiledOperation(schemas, operation, document, compiled.query, size);
  }

  /**
   * @param variables as the client sent them
   * @param refusesAll whether an error that a resolver threw is reported alone
   */
  async execute(
    context: unknown,
    variables: Readonly<Record<string, unknown>>,
    refusesAll: (thrown: unknown) => boolean = () => false,
  ): Promise<ExecutionResult> {
    const { schemas, operation, document } = this;
    const { errors, coerced } = getVariableValues(schemas.full, operation.variableDefinitions ?? [], variables, {
      maxErrors: MOST_ERRORS,
    });
    if (errors !== undefined) return { errors };
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
