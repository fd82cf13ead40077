import type { ApolloServerPlugin, BaseContext } from '@apollo/server';
import type { GatewayExecutor, GatewayInterface } from '@apollo/server-gateway-interface';
import { execute, type ExecutionResult, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';

import { MOST_ERRORS } from '../limits/operation-limits';
import { CompiledOperations } from './compiled-operations';

/** What Apollo Server needs to execute compiled operations. */
export interface CompiledExecution {
  /** Answers with compiled operations if nothing fails. */
  readonly plugin: ApolloServerPlugin<BaseContext>;
  /**
   * Executes operations that are not compiled, and reports errors. It takes the place of the gateway of a federated graph,
   * since Apollo accepts another executor only there and still formats every error. Apollo gives it a context whose accessors
   * keep the whole answer in V8's old generation, so the plugin answers whatever it can (docs/develop/execution.md).
   */
  readonly gateway: GatewayInterface;
}

export interface CompiledExecutionOptions {
  /** Whether the document with this hash is trusted: its compiled operations are never evicted. */
  readonly isTrusted?: ((queryHash: string) => boolean) | undefined;
  /** The records that the answer to an operation may hold. */
  readonly costOf?: (operation: OperationDefinitionNode) => number;
  /** Whether an error that a resolver threw is reported alone. */
  readonly refusesAll?: (thrown: unknown) => boolean;
  /** Called for every operation that is executed. */
  readonly onExecution?: (isCompiled: boolean) => void;
}

export function compiledExecution(schema: GraphQLSchema, options: CompiledExecutionOptions = {}): CompiledExecution {
  const { isTrusted = () => false, costOf, refusesAll = () => false, onExecution = () => undefined } = options;
  const operations = new CompiledOperations(schema);
  /** By the context of the request. Values of a weak map survive minor garbage collections, so only failed answers are kept. */
  const failed = new WeakMap<object, Promise<ExecutionResult | null>>();

  const plugin: ApolloServerPlugin<BaseContext> = {
    requestDidStart: async () => ({
      responseForOperation: async ({ document, operation, queryHash, request, contextValue, response: { http } }) => {
        const attempt = operations
          .find(document, operation, {
            isPermanent: isTrusted(queryHash ?? ''),
            cost: costOf?.(operation),
            variables: request.variables,
          })
          .then((compiled) => compiled && compiled.execute(contextValue, request.variables ?? {}, refusesAll));
        const result = await attempt.catch(() => undefined);
        if (result === null) return null;
        if (result !== undefined && result.errors === undefined) {
          onExecution(true);
          return { http, body: { kind: 'single', singleResult: result } };
        }
        failed.set(contextValue, attempt);
        return null;
      },
    }),
  };

  const executor: GatewayExecutor = async ({ document, request: { variables, operationName }, context }) => {
    onExecution(false);
    return (
      (await failed.get(context)) ??
      execute({
        schema,
        document,
        contextValue: context,
        variableValues: variables,
        operationName,
        options: { maxCoercionErrors: MOST_ERRORS },
      })
    );
  };
  const gateway: GatewayInterface = {
    onSchemaLoadOrUpdate: (callback) => {
      callback({ apiSchema: schema, coreSupergraphSdl: '' });
      return () => undefined;
    },
    load: async () => ({ executor }),
    stop: async () => undefined,
  };
  return { plugin, gateway };
}
