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
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';

import { refusesAll } from '../errors';
import { Recording } from './recording-schema';

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
