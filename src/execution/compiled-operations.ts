import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';

import { bareDocument } from './bare-document';
import { bareSchema } from './bare-schema';
import { CompiledOperation, type Schemas } from './compiled-operation';

/** The sizes of all compiled operations together: some 30 MB. */
const LARGEST = 400_000;

/**
 * The compiled operations, those last used kept. An operation is known by its node, which Apollo's document store gives
 * again as long as it holds the document; it is compiled when it comes for the second time.
 */
export class CompiledOperations {
  readonly #schemas: Schemas;
  readonly #seen = new WeakSet<OperationDefinitionNode>();
  readonly #refused = new WeakSet<OperationDefinitionNode>();
  readonly #compiled = new Map<
    OperationDefinitionNode,
    { readonly compiled: CompiledOperation; readonly size: number }
  >();
  #size = 0;

  constructor(
    schema: GraphQLSchema,
    private readonly largest = LARGEST,
  ) {
    this.#schemas = { full: schema, bare: bareSchema(schema) };
  }

  /** Null for an operation that graphql-js is to execute. */
  find(document: DocumentNode, operation: OperationDefinitionNode): CompiledOperation | null {
    const known = this.#compiled.get(operation);
    if (known !== undefined) {
      this.#compiled.delete(operation);
      this.#compiled.set(operation, known);
      return known.compiled;
    }
    if (this.#refused.has(operation)) return null;
    if (this.#seen.has(operation)) return this.#compile(document, operation);
    this.#seen.add(operation);
    return null;
  }

  #compile(document: DocumentNode, operation: OperationDefinitionNode): CompiledOperation | null {
    const bare = bareDocument(document, operation);
    const compiled = bare && CompiledOperation.of(this.#schemas, operation, bare);
    if (compiled === null) {
      this.#refused.add(operation);
      return null;
    }
    this.#compiled.set(operation, { compiled, size: bare!.size });
    this.#size += bare!.size;
    for (const [oldest, { size }] of this.#compiled) {
      if (this.#size <= this.largest) break;
      this.#compiled.delete(oldest);
      // Where more operations take turns than there is room for, half of their uses are spared a compilation.
      this.#seen.delete(oldest);
      this.#size -= size;
    }
    return compiled;
  }
}
