import type { ApolloServerPlugin, BaseContext } from '@apollo/server';
import type { GatewayExecutor, GatewayInterface } from '@apollo/server-gateway-interface';
import { execute, type ExecutionResult, type GraphQLSchema } from 'graphql';

import { CompiledOperations } from './compiled-operations';
import { MOST_ERRORS } from './most-errors';

/** What Apollo Server, whose pipeline stays as it is around it, takes to have operations compiled. */
export interface Compiling {
  /** Answers with compiled operations, where nothing fails. */
  readonly plugin: ApolloServerPlugin<BaseContext>;
  /**
   * Executes what is not compiled, and tells what failed. It stands where a federated graph's gateway would: the one place where
   * Apollo takes another executor and still treats every error. Apollo makes a context for it whose accessors keep the whole
   * answer in V8's old generation, so whatever the plugin can answer does not come here (docs/develop/execution.md).
   */
  readonly gateway: GatewayInterface;
}

export interface CompilingOptions {
  /** Whether what is compiled for the document with this hash is never dropped. */
  readonly isKept?: (queryHash: string) => boolean;
  /** Whether an error that a resolver threw is reported alone: no other is looked for. */
  readonly refusesAll?: (thrown: unknown) => boolean;
  /** Told of every operation that was executed, and whether it was compiled. */
  readonly onExecution?: (compiled: boolean) => void;
}

export function compiling(
  schema: GraphQLSchema,
  { isKept = () => false, refusesAll = () => false, onExecution = () => undefined }: CompilingOptions = {},
): Compiling {
  const operations = new CompiledOperations(schema);
  /** By the context of the request; a value in a weak map outlives short collections, so answers without an error are not kept. */
  const failed = new WeakMap<object, Promise<ExecutionResult | null>>();

  const plugin: ApolloServerPlugin<BaseContext> = {
    requestDidStart: async () => ({
      responseForOperation: async ({ document, operation, queryHash, request, contextValue, response: { http } }) => {
        const attempt = operations
          .find(document, operation, isKept(queryHash ?? ''))
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
