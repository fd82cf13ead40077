/** The limits of an operation. They are checked before validation and execution, and nearly all of them without a token, too. */

import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoFragmentCyclesRule,
  type OperationDefinitionNode,
  type SelectionSetNode,
  validate,
} from 'graphql';

import type { Settings } from '../../config/settings';
import { ServiceError } from '../../errors';
import { dropText } from '../parsed-documents';
import { type Measurement, measuring, type Variables, withDefaults } from './measurement';

/** Faults of a document or of its variables that one answer reports. Validation stops there. */
export const MOST_ERRORS = 10;

/** Limits of a document without a token, with which only introspection is answered (decision 44). */
const WITHOUT_TOKEN = { tokens: 600, cost: 3000 };

type Limits = Settings['graphqlLimits'];

/** Nested fields. The introspection query of the usual tools has 14. */
const MAX_DEPTH = 20;

/** Of an operation that was never measured, as in a placeholder. No limit admits it. */
const NOT_ADMITTED: Measurement = { fields: Infinity, depth: Infinity, cost: Infinity };

/** Gives each variable a value that is neither a page size nor a list, so every page counts as the largest. */
const UNKNOWN_VALUES: Variables = () => ({});

/**
 * Measures a document in time proportional to its length, before any work that may take longer, so that Apollo validates only
 * documents for which validation is known to be fast (decision 46).
 */
export class OperationLimits {
  /** With the highest cost, whatever the variables are. */
  readonly #measured = new WeakMap<OperationDefinitionNode, Measurement>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly limits: Limits,
  ) {}

  /** Measures a document, and drops its text. @returns why it must not even be validated */
  refusalOf(document: DocumentNode): Error | undefined {
    dropText(document);
    const measure = measuring(this.schema, document, UNKNOWN_VALUES);
    for (const operation of document.definitions) {
      if (operation.kind !== Kind.OPERATION_DEFINITION) continue;
      const measurement = measure(operation);
      const { depth } = measurement;
      if (depth > MAX_DEPTH) return aboveLimit('DEPTH', 'fields within fields', depth, MAX_DEPTH);
      this.#measured.set(operation, measurement);
    }
    const pairs = repeatedPairs(document);
    if (pairs > this.limits.cost) return aboveLimit('COST', 'pairs of fields of one name', pairs, this.limits.cost);
    return this.#cycleIn(document);
  }

  /** Whether an operation that selects only introspection is small enough to run without a token. */
  allowsWithoutToken(operation: OperationDefinitionNode): boolean {
    return this.measurementOf(operation).cost <= WITHOUT_TOKEN.cost;
  }

  /** What an admitted operation asks for, whatever the variables are. */
  measurementOf(operation: OperationDefinitionNode): Measurement {
    return this.#measured.get(operation) ?? NOT_ADMITTED;
  }

  /**
   * @throws {ServiceError} `invalid_request` with the code of the limit that the operation exceeds
   */
  check(document: DocumentNode, operation: OperationDefinitionNode | undefined, variables: object): void {
    // graphql-js prints a whole object in each error about it.
    if (hasMoreValues(variables, this.limits.tokens)) {
      throw tooLarge('TOKENS', `the variables have more than ${this.limits.tokens} values`);
    }
    if (operation === undefined || this.measurementOf(operation).cost <= this.limits.cost) return;
    const given = new Map(Object.entries(variables));
    const values = withDefaults(operation, (name) => given.get(name));
    const measure = measuring(this.schema, document, values);
    const { cost } = measure(operation);
    if (cost <= this.limits.cost) return;
    throw aboveLimit('COST', 'the cost', cost, `${this.limits.cost}; ${advice(operation, measure)}`);
  }

  /** Fragments that spread each other overflow the stack in other validation rules. */
  #cycleIn(document: DocumentNode): GraphQLError | undefined {
    const [cycle] = validate(this.schema, document, [NoFragmentCyclesRule], { maxErrors: 1 });
    return cycle && new GraphQLError(cycle.message, { nodes: cycle.nodes, extensions: { code: VALIDATION_FAILED } });
  }
}

/** Whether a document is short enough to be validated without a token. */
export const isShort = ({ tokenCount = 0 }: DocumentNode): boolean => tokenCount <= WITHOUT_TOKEN.tokens;

const VALIDATION_FAILED = 'GRAPHQL_VALIDATION_FAILED';

/**
 * How many pairs of fields with arguments or a selection share their name in the answer, which validation compares wherever
 * they meet. Only the most frequent name counts.
 */
function repeatedPairs(document: DocumentNode): number {
  const repeats = new Map<string, number>();
  const waiting: SelectionSetNode[] = [];
  for (const definition of document.definitions) {
    if ('selectionSet' in definition) waiting.push(definition.selectionSet);
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const selection of next.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) continue;
      if (selection.selectionSet !== undefined) waiting.push(selection.selectionSet);
      if (selection.kind === Kind.INLINE_FRAGMENT) continue;
      if (selection.selectionSet === undefined && !selection.arguments?.length) continue;
      const name = (selection.alias ?? selection.name).value;
      repeats.set(name, (repeats.get(name) ?? 0) + 1);
    }
  }
  const most = Math.max(1, ...repeats.values());
  return (most * (most - 1)) / 2;
}

/** Whether a JSON value holds more than `most` values on all its levels. Stops once it has found that many. */
function hasMoreValues(value: unknown, most: number): boolean {
  const seen = [value];
  let count = 0;
  for (const next of seen) {
    if (typeof next !== 'object' || next === null) continue;
    const values: unknown[] = Array.isArray(next) ? next : Object.values(next);
    count += values.length;
    if (count > most) return true;
    seen.push(...values);
  }
  return false;
}

/** Names the field of the operation that costs most, with its fragments written out. */
function advice(
  operation: OperationDefinitionNode,
  measure: (operation: OperationDefinitionNode) => Measurement,
): string {
  const costs = operation.selectionSet.selections.map((selection): [string, number] => [
    selection.kind === Kind.FIELD ? selection.name.value : 'a fragment',
    measure({ ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections: [selection] } }).cost,
  ]);
  const [name, cost] = costs.reduce((most, each) => (each[1] > most[1] ? each : most));
  return `${cost} of it is \`${name}\`, so lower its \`first\` or that of a connection in it`;
}

function aboveLimit(word: string, noun: string, measured: number, limit: number | string): ServiceError {
  return tooLarge(word, `${noun} ${measured}, of at most ${limit}`);
}

function tooLarge(word: string, what: string): ServiceError {
  const message = `The operation is too large: ${what}.`;
  return new ServiceError('invalidRequest', { message, code: `MAX_${word}_LIMIT` });
}
