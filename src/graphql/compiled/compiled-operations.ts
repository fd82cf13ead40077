import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';

import { Conditions } from './conditions';
import type { CompiledOperation, Schemas } from './compiled-operation';
import { recordingSchema } from './recording-schema';

/** Bytes of memory that all compiled operations take together. */
const LARGEST = 30_000_000;

/**
 * The cost of an operation from which on executing it once without compiling it takes longer. `Lease.tenants` counts as 2 but has no
 * page, so the answer can hold many more records.
 */
const WORTH_COMPILING = 250;

export interface Worth {
  /** Whether the operation is compiled at its first use and never evicted. */
  readonly isPermanent?: boolean;
  /** Records that its answer may hold. An operation with many is compiled at its first use. */
  readonly cost?: number;
  /** As the client sent them. They decide the conditions of the operation. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/**
 * The compiled operations, of which the most recently used are kept. An operation is known by its node, which is the same as
 * long as Apollo's document store holds the document. It is compiled when it comes for the second time, or at once if its answer
 * may be large.
 */
export class CompiledOperations {
  #schemas: Schemas | undefined;
  readonly #seen = new WeakSet<OperationDefinitionNode>();
  readonly #refused = new WeakSet<OperationDefinitionNode>();
  /** The least recently used one first. */
  readonly #recent = new Map<OperationDefinitionNode, CompiledOperation>();
  #size = 0;
  /** Null for an operation without conditions. */
  readonly #conditions = new WeakMap<OperationDefinitionNode, Conditions | null>();
  /** Those that are never evicted. */
  readonly #permanent = new WeakMap<OperationDefinitionNode, CompiledOperation>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly largest = LARGEST,
  ) {}

  /** Null for an operation that graphql-js has to execute. */
  async find(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    { isPermanent = false, cost = 0, variables = {} }: Worth = {},
  ): Promise<CompiledOperation | null> {
    const conditions = this.#conditionsOf(document, operation);
    if (conditions !== null) {
      if (!isPermanent && cost < WORTH_COMPILING) return null;
      const selected = conditions.selected(this.schema, variables);
      return selected && this.find(selected.document, selected.operation, { isPermanent, cost });
    }
    const known = this.#known(operation);
    if (known !== undefined) return known;
    if (!isPermanent && cost < WORTH_COMPILING && !this.#seen.has(operation)) {
      this.#seen.add(operation);
      return null;
    }
    // The compiler is large, and a gateway that never gets the same operation twice does not need it.
    const { CompiledOperation: compiler } = await import('./compiled-operation.ts');
    // Another request may have compiled the operation in the meantime.
    const since = this.#known(operation);
    return since === undefined ? this.#compile(compiler, document, operation, isPermanent) : since;
  }

  #conditionsOf(document: DocumentNode, operation: OperationDefinitionNode): Conditions | null {
    let conditions = this.#conditions.get(operation);
    if (conditions === undefined) this.#conditions.set(operation, (conditions = Conditions.of(document, operation)));
    return conditions;
  }

  /** Null for an operation that cannot be compiled, undefined for one that is not compiled yet. */
  #known(operation: OperationDefinitionNode): CompiledOperation | null | undefined {
    const recent = this.#recent.get(operation);
    if (recent === undefined) return this.#refused.has(operation) ? null : this.#permanent.get(operation);
    this.#recent.delete(operation);
    this.#recent.set(operation, recent);
    return recent;
  }

  #compile(
    compiler: typeof CompiledOperation,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    isPermanent: boolean,
  ): CompiledOperation | null {
    this.#schemas ??= { full: this.schema, recording: recordingSchema(this.schema) };
    const compiled = compiler.of(this.#schemas, document, operation);
    if (compiled === null) this.#refused.add(operation);
    else if (isPermanent) this.#permanent.set(operation, compiled);
    else this.#keep(operation, compiled);
    return compiled;
  }

  #keep(operation: OperationDefinitionNode, compiled: CompiledOperation): void {
    this.#recent.set(operation, compiled);
    this.#size += compiled.size;
    for (const [oldest, { size }] of this.#recent) {
      if (this.#size <= this.largest) break;
      this.#recent.delete(oldest);
      // It is compiled again at its second use from now, which halves the compilations if there are more operations than fit.
      this.#seen.delete(oldest);
      this.#size -= size;
    }
  }
}
