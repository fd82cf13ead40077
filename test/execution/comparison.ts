/** Compiled operations and graphql-js give the same answer to random operations: the same bytes, and so the same order of keys. */

// First, because graphql-js reads it when it is loaded.
import './without-development-checks';

import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  type GraphQLError,
  getOperationAST,
  parse,
  validate,
} from 'graphql';

import { CompiledOperations } from '../../src/graphql/compiled/compiled-operations';
import { buildSchema } from '../../src/graphql/build-schema';
import { formatError } from '../../src/graphql/errors';
import { Dice } from './generate/dice';
import { randomDocument } from './generate/operations';
import { randomVariables } from './generate/variables';
import { answerInTurn } from './late-answers';
import { StandIn } from './stand-in';

const PER_DOCUMENT = 30;
/** Compiles an operation at its first use. */
const LARGE = { fields: 1, depth: 1, cost: 250 };
const schema = answerInTurn(buildSchema());

export interface Tally {
  compared: number;
  /** How many of these a compiled operation answered. */
  compiled: number;
  withErrors: number;
  /** Documents that were invalid. */
  invalid: number;
}

/** @throws at the first answer that differs */
export async function compareAnswers(seed: number, count: number): Promise<Tally> {
  const tally: Tally = { compared: 0, compiled: 0, withErrors: 0, invalid: 0 };
  const operations = new CompiledOperations(schema);
  for (let number = seed; tally.compared < count; number += 1) await compareOne(operations, number, tally);
  return tally;
}

async function compareOne(operations: CompiledOperations, number: number, tally: Tally): Promise<void> {
  const dice = new Dice(number);
  const { text, operations: written } = randomDocument(dice, schema, {
    conditional: dice.chance(25) ? 30 : 0,
    literalConditions: dice.pick([30, 100]),
  });
  const document = parse(text);
  if (validate(schema, document).length > 0) {
    tally.invalid += 1;
    return;
  }
  for (const each of written) {
    const operation = getOperationAST(document, each.name || undefined)!;
    for (let time = 0; time < PER_DOCUMENT / written.length; time += 1) {
      const variables = randomVariables(dice, each);
      const standIn = new StandIn(dice.below(2 ** 31), dice.pick([0, 0, 5, 30]));
      const expected = await plainly(document, each.name, variables, standIn);
      const found = await operations.find(document, operation, LARGE, variables);
      const answer = found && (await found.execute(standIn.context(), variables));
      const actual = answer === null ? await plainly(document, each.name, variables, standIn) : show(answer);
      tally.compared += 1;
      if (answer !== null) tally.compiled += 1;
      if (expected.errors.length > 0) tally.withErrors += 1;
      if (JSON.stringify(actual) === JSON.stringify(expected)) continue;
      // Matchers are slow, so they see only answers that differ.
      expect({ number, text, variables, ...actual }).toEqual({ number, text, variables, ...expected });
      expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));
    }
  }
}

async function plainly(document: DocumentNode, operationName: string, variableValues: object, standIn: StandIn) {
  const contextValue = standIn.context();
  return show(
    await execute({
      schema,
      document,
      operationName: operationName || undefined,
      contextValue,
      variableValues: { ...variableValues },
    }),
  );
}

/** All that Apollo's pipeline and the error plugin read. */
function show({ data, errors = [] }: ExecutionResult) {
  return {
    data: data === undefined ? 'absent' : JSON.stringify(data),
    errors: errors.map((error: GraphQLError) => ({
      ...error.toJSON(),
      real: error instanceof Error,
      original: error.originalError && `${error.originalError.name}: ${error.originalError.message}`,
      nodes: error.nodes?.map(({ kind }) => kind),
      formatted: formatError(error.toJSON(), error),
    })),
  };
}
