import { type GraphQLSchema, isObjectType } from 'graphql';

/**
 * Has every resolver that answers late do so in a turn of the event loop of its own, in the order of the calls. Which of several
 * errors is told may hang on which comes first: with this, graphql-js decides it by the order of the operation.
 */
export function answerInTurn(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field;
      if (resolve === undefined) continue;
      field.resolve = (...call) => {
        const answer: unknown = resolve(...call);
        return answer instanceof Promise ? inTurn(answer) : answer;
      };
    }
  }
  return schema;
}

async function inTurn(answer: Promise<unknown>): Promise<unknown> {
  answer.catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  return answer;
}
