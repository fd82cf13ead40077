import { type GraphQLSchema, isObjectType } from 'graphql';

/**
 * Lets every asynchronous resolver finish in a turn of the event loop of its own, in the order of the calls. Which of several
 * errors is reported may depend on which occurs first. This way graphql-js reports the first one in the order of the operation.
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
