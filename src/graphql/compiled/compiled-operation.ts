import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';

import type { BareDocument } from './bare-document';
import { MOST_ERRORS } from './most-errors';
import { Run } from './run';

export interface Schemas {
  readonly full: GraphQLSchema;
  /** What {@link bareSchema} makes of the full one. */
  readonly bare: GraphQLSchema;
}

/**
 * An operation compiled to JavaScript. The compiler answers only where nothing fails: an execution with an error is gone
 * through again by graphql-js over what the resolvers have answered, so that every error is one of its own.
 */
export class CompiledOperation {
  private constructor(
    private readonly schemas: Schemas,
    private readonly operation: OperationDefinitionNode,
    private readonly document: DocumentNode,
    private readonly query: CompiledQuery['query'],
  ) {}

  /** Null when the compiler refuses the operation. */
  static of(
    schemas: Schemas,
    operation: OperationDefinitionNode,
    { document }: BareDocument,
  ): CompiledOperation | null {
    const compiled = compileQuery(schemas.bare, document, undefined, {
      disablingCapturingStackErrors: true,
      disableLeafSerialization: true,
    });
    return isCompiledQuery(compiled) ? new CompiledOperation(schemas, operation, document, compiled.query) : null;
  }

  /**
   * @param variables as they were sent
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
    const run = new Run(context, coerced);
    const result = await this.query(undefined, run, undefined);
    if (result.errors === undefined) return result;
    const refusal = result.errors.find(({ originalError }) => refusesAll(originalError));
    if (refusal !== undefined) {
      return { errors: [new GraphQLError(refusal.message, { originalError: refusal.originalError })] };
    }
    return execute({ schema: schemas.bare, document, contextValue: run.replay() });
  }
}
