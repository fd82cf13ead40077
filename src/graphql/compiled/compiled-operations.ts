import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';

import { bareDocument } from './bare-document';
import { bareSchema } from './bare-schema';
import type { CompiledOperation, Schemas } from './compiled-operation';

/** Bytes of memory that all compiled operations take together. */
const LARGEST = 30_000_000;

/**
 * The compiled operations, those last used kept. An operation is known by its node, which Apollo's document store gives
 * again as long as it holds the document; it is compiled when it comes for the second time.
 */
export class CompiledOperations {
  #schemas: Schemas | undefined;
  readonly #seen = new WeakSet<OperationDefinitionNode>();
  readonly #refused = new WeakSet<OperationDefinitionNode>();
  readonly #compiled = new Map<
    OperationDefinitionNode,
    { readonly compiled: CompiledOperation; readonly size: number }
  >();
  #size = 0;
  /** Beside them, as long as their documents. */
  readonly #kept = new WeakMap<OperationDefinitionNode, CompiledOperation>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly largest = LARGEST,
  ) {}

  /**
   * Null for an operation that graphql-js is to execute.
   * @param keep whether it is compiled at once, and never dropped for others
   */
  async find(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    keep = false,
  ): Promise<CompiledOperation | null> {
    const known = this.#known(operation);
    if (known !== undefined) return known;
    if (!keep && !this.#seen.has(operation)) {
      this.#seen.add(operation);
      return null;
    }
    // The compiler is large: a gateway that is never asked the same twice goes without.
    const { CompiledOperation: compiler } = await import('./compiled-operation.ts');
    // Another request may have had the operation compiled meanwhile.
    const since = this.#known(operation);
    return since === undefined ? this.#compile(compiler, document, operation, keep) : since;
  }

  /** Null for an operation that was refused, undefined for one that was not compiled yet. */
  #known(operation: OperationDefinitionNode): CompiledOperation | null | undefined {
    const known = this.#compiled.get(operation);
    if (known === undefined) return this.#refused.has(operation) ? null : this.#kept.get(operation);
    this.#compiled.delete(operation);
    this.#compiled.set(operation, known);
    return known.compiled;
  }

  #compile(
    compiler: typeof CompiledOperation,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    keep: boolean,
  ): CompiledOperation | null {
    const bare = bareDocument(document, operation);
    const compiled = bare && compiler.of(this.#bothSchemas(), operation, bare);
    if (compiled === null) {
      this.#refused.add(operation);
      return null;
    }
    if (keep) {
      this.#kept.set(operation, compiled);
      return compiled;
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

  #bothSchemas(): Schemas {
    this.#schemas ??= { full: this.schema, bare: bareSchema(this.schema) };
    return this.#schemas;
  }
}
