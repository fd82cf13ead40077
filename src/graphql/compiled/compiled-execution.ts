import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql';

import { formatError } from '../errors';
import type { Measurement } from '../limits/measurement';
import { CompiledOperations } from './compiled-operations';

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
