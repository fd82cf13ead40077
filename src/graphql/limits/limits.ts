/** What an operation may ask for: checked before anything is validated or executed, and nearly all of it whatever the token is. */

import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoFragmentCyclesRule,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';

import { ServiceError } from '../../errors';
import type { Variables } from './cost';
import { forgetText } from './held';
import { type Extent, measuring, withDefaults } from './measure';
import { mostRepeats } from './repeats';
import { HARMLESS } from '../trusted-documents';
import { hasMoreValues } from './values';

export interface DocumentLimits {
  /** Of a document as it is written; the parser stops there. */
  readonly tokens: number;
  readonly depth: number;
  readonly aliases: number;
  readonly rootFields: number;
  readonly directives: number;
  readonly cost: number;
}

/** What a document alone tells of: the word of the code, what it is called, how it is measured. */
const OF_DOCUMENTS = [
  ['depth', 'DEPTH', 'fields within fields', ({ depth }) => depth],
  ['aliases', 'ALIASES', 'aliases', ({ aliases }) => aliases],
  ['rootFields', 'ROOT_FIELDS', 'root fields', ({ fields }) => fields],
  ['directives', 'DIRECTIVES', 'directives', ({ directives }) => directives],
] as const satisfies readonly [keyof DocumentLimits, string, string, (extent: Extent) => number][];

/** Fields of one name that validation may compare with each other, in pairs. */
const MOST_REPEATS = 200;

/** Values of variables, those in lists and objects included: graphql-js shows an object in each error about it. */
const MOST_VALUES = 2000;

/** Limits of a document without a token, with which only introspection is answered (decision 73). */
const OF_ANYONE = { tokens: 600, cost: 3000 };

/** Every page is then taken for the largest. */
const ANY_VALUE: Variables = () => ({});

/**
 * Counts a document in time linear in its length, before any work that may take longer, so that validation gets only
 * documents that are known to take it little time (decision 72).
 */
export class LimitedDocuments {
  readonly #refused = new WeakMap<DocumentNode, Error>();
  readonly #refusedToStrangers = new WeakSet<DocumentNode>();
  /** Costs at most, for any variables. */
  readonly #costs = new WeakMap<OperationDefinitionNode, number>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly limits: DocumentLimits,
  ) {}

  /**
   * The document without its text, or another in its place, which {@link LimitedDocuments.check} or
   * {@link LimitedDocuments.isOfAnyone} refuses: Apollo has no hook that refuses a document between parsing and validation,
   * and validating a document that is too large is work to be spared.
   * @param hasCaller whether the request has a good token
   */
  admit(document: DocumentNode, hasCaller: boolean): DocumentNode {
    forgetText(document);
    const refusal = this.#refusalOf(document);
    const isTooLong = !hasCaller && (document.tokenCount ?? 0) > OF_ANYONE.tokens;
    if (refusal === undefined && !isTooLong) return document;
    const empty = parse(HARMLESS);
    if (refusal === undefined) this.#refusedToStrangers.add(empty);
    else this.#refused.set(empty, refusal);
    return empty;
  }

  /** Whether an operation that selects nothing but introspection is small enough to run without a token. */
  isOfAnyone(document: DocumentNode, operation: OperationDefinitionNode): boolean {
    if (this.#refusedToStrangers.has(document)) return false;
    return (this.#costs.get(operation) ?? 0) <= OF_ANYONE.cost;
  }

  /**
   * @throws {ServiceError} `invalid_request` with the code of the limit that the operation is above
   * @throws {GraphQLError} for fragments within themselves
   */
  check(document: DocumentNode, operation: OperationDefinitionNode | undefined, variables: object): void {
    const refusal = this.#refused.get(document);
    if (refusal !== undefined) throw refusal;
    if (hasMoreValues(variables, MOST_VALUES)) {
      throw tooLarge('VALUES', `the variables hold more than ${MOST_VALUES} values`);
    }
    if (operation === undefined || (this.#costs.get(operation) ?? Infinity) <= this.limits.cost) return;
    const given = new Map(Object.entries(variables));
    const values = withDefaults(operation, (name) => given.get(name));
    const { cost } = measuring(this.schema, document, values)(operation);
    if (cost > this.limits.cost) throw aboveLimit('COST', 'the cost', cost, this.limits.cost);
  }

  #refusalOf(document: DocumentNode): Error | undefined {
    const measure = measuring(this.schema, document, ANY_VALUE);
    for (const operation of document.definitions) {
      if (operation.kind !== Kind.OPERATION_DEFINITION) continue;
      const extent = measure(operation);
      for (const [name, word, noun, of] of OF_DOCUMENTS) {
        if (of(extent) > this.limits[name]) return aboveLimit(word, noun, of(extent), this.limits[name]);
      }
      this.#costs.set(operation, extent.cost);
    }
    const repeats = mostRepeats(document);
    if (repeats > MOST_REPEATS) return aboveLimit('REPEATS', 'fields of the same name', repeats, MOST_REPEATS);
    return this.#cycleIn(document);
  }

  /** Other rules of validation overflow the stack in fragments that spread each other. */
  #cycleIn(document: DocumentNode): GraphQLError | undefined {
    const [cycle] = validate(this.schema, document, [NoFragmentCyclesRule], { maxErrors: 1 });
    return cycle && new GraphQLError(cycle.message, { nodes: cycle.nodes, extensions: { code: VALIDATION_FAILED } });
  }
}

const VALIDATION_FAILED = 'GRAPHQL_VALIDATION_FAILED';

function aboveLimit(word: string, noun: string, measured: number, limit: number): ServiceError {
  return tooLarge(word, `${noun} ${measured}, of at most ${limit}`);
}

function tooLarge(word: string, what: string): ServiceError {
  const message = `The operation is too large: ${what}.`;
  return new ServiceError('invalidRequest', { message, code: `MAX_${word}_LIMIT` });
}
