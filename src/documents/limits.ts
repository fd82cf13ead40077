/** What an operation may ask for: decided before anybody is authenticated, and before anything is validated or executed. */

import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode, parse } from 'graphql';

import { ServiceError } from '../errors';
import type { Variables } from './cost';
import { type Extent, measure } from './measure';

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

/** Every page is then taken for the largest. */
const ANY_VALUE: Variables = () => ({});

export class LimitedDocuments {
  readonly #refused = new WeakMap<DocumentNode, ServiceError>();
  /** Whatever their variables are. */
  readonly #cheap = new WeakSet<OperationDefinitionNode>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly limits: DocumentLimits,
  ) {}

  /**
   * The document, or another in its place that {@link LimitedDocuments.check} refuses: Apollo asks nobody between parsing
   * and validating, and to validate a document that asks for too much is the first of the work to be spared.
   */
  admit(document: DocumentNode): DocumentNode {
    for (const operation of document.definitions) {
      if (operation.kind !== Kind.OPERATION_DEFINITION) continue;
      const extent = measure(this.schema, document, operation, ANY_VALUE);
      const refusal = this.#refusalOf(extent);
      if (refusal !== undefined) {
        const empty = parse('{ __typename }');
        this.#refused.set(empty, refusal);
        return empty;
      }
      if (extent.cost <= this.limits.cost) this.#cheap.add(operation);
    }
    return document;
  }

  /** @throws {ServiceError} `invalid_request` with the code of the limit that the operation is above */
  check(document: DocumentNode, operation: OperationDefinitionNode | undefined, variables: object): void {
    const refusal = this.#refused.get(document);
    if (refusal !== undefined) throw refusal;
    if (operation === undefined || this.#cheap.has(operation)) return;
    const given = new Map(Object.entries(variables));
    const { cost } = measure(this.schema, document, operation, (name) => given.get(name));
    if (cost > this.limits.cost) throw aboveLimit('COST', 'the cost', cost, this.limits.cost);
  }

  #refusalOf(extent: Extent): ServiceError | undefined {
    for (const [name, word, noun, of] of OF_DOCUMENTS) {
      if (of(extent) > this.limits[name]) return aboveLimit(word, noun, of(extent), this.limits[name]);
    }
    return undefined;
  }
}

function aboveLimit(word: string, noun: string, measured: number, limit: number): ServiceError {
  const message = `The operation is too large: ${noun} ${measured}, of at most ${limit}.`;
  return new ServiceError('invalidRequest', { message, code: `MAX_${word}_LIMIT` });
}
