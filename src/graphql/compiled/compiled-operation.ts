import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  type FragmentDefinitionNode,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';

import { MOST_ERRORS } from '../limits/operation-limits';
import { charactersOf, heldBytes } from '../parsed-documents';
import { Recording } from './recording-schema';

/** Fields of an operation with every fragment written out. Compiling takes time in proportion to them. */
const MOST_FIELDS = 500;

/** Nested fields. Compiling takes time in proportion to the cube of them: at 190 it takes a second, and 30 MB. */
const DEEPEST = 20;

/** Characters of a document, because a compiled operation keeps all of it in memory. */
const LONGEST_DOCUMENT = 32 * 1024;

/** Bytes of compiled code, measured. */
const BYTES = { field: 1100, operation: 10_000 };

export interface Schemas {
  readonly full: GraphQLSchema;
  /** The result of {@link recordingSchema} for the full one. */
  readonly recording: GraphQLSchema;
}

/**
 * An operation compiled to JavaScript. The compiled code answers only if nothing fails. After an error graphql-js executes
 * the operation again on the recorded results of the resolvers, so that it reports every error itself.
 */
export class CompiledOperation {
  private constructor(
    private readonly schemas: Schemas,
    private readonly operation: OperationDefinitionNode,
    private readonly document: DocumentNode,
    private readonly query: CompiledQuery['query'],
    /** Bytes of memory, those of the document included. */
    readonly size: number,
  ) {}

  /**
   * @param whole a valid document
   * @returns null for an operation that graphql-js has to execute (see docs/develop/execution.md)
   */
  static of(schemas: Schemas, whole: DocumentNode, operation: OperationDefinitionNode): CompiledOperation | null {
    if (operation.operation !== OperationTypeNode.QUERY) return null;
    if (whole.loc === undefined || charactersOf(whole.loc) > LONGEST_DOCUMENT) return null;
    const fragments = whole.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    const fields = compilableFields(operation, fragments);
    if (fields === null) return null;
    const definitions = [{ ...operation, variableDefinitions: [] }, ...fragments];
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions };
    const compiled = compileQuery(schemas.recording, document, undefined, {
      disablingCapturingStackErrors: true,
      disableLeafSerialization: true,
    });
    if (!isCompiledQuery(compiled)) return null;
    const size = heldBytes(whole) + fields * BYTES.field + BYTES.operation;
    return new CompiledOperation(schemas, operation, document, compiled.query, size);
  }

  /**
   * @param variables as the client sent them
   * @param refusesAll whether an error that a resolver threw is reported alone
   */
  async execute(
    context: unknown,
    variables: Readonly<Record<string, unknown>>,
    refusesAll: (thrown: unknown) => boolean = () => false,
  ): Promise<ExecutionResult> {
    const { schemas, operation, document } = this;
    const { errors, coerced } = getVariableValues(schemas.full, operation.variableDefinitions ?? [], variables, {
      maxErrors: MOST_ERRORS,
    });
    if (errors !== undefined) return { errors };
    const recording = new Recording(context, coerced);
    const result = await this.query(undefined, recording, undefined);
    if (result.errors === undefined) return result;
    const refusal = result.errors.find(({ originalError }) => refusesAll(originalError));
    if (refusal !== undefined) {
      return { errors: [new GraphQLError(refusal.message, { originalError: refusal.originalError })] };
    }
    return execute({ schema: schemas.recording, document, contextValue: recording.replay() });
  }
}

interface Extent {
  readonly fields: number;
  /** Nested fields. */
  readonly depth: number;
}

const NOTHING: Extent = { fields: 0, depth: 0 };
const TOO_MUCH: Extent = { fields: Infinity, depth: Infinity };

/**
 * The number of fields of an operation with every fragment written out; null if it must not be compiled.
 * Each fragment is measured once, however often it is spread.
 */
function compilableFields(
  { selectionSet }: OperationDefinitionNode,
  definitions: readonly FragmentDefinitionNode[],
): number | null {
  const fragments = new Map(definitions.map((each) => [each.name.value, each]));
  const measured = new Map<string, Extent>();

  const ofSet = ({ selections }: SelectionSetNode, nesting: number): Extent => {
    if (nesting > MOST_FIELDS) return TOO_MUCH;
    const extents = selections.map((selection) => ofSelection(selection, nesting + 1));
    return {
      fields: extents.reduce((sum, { fields }) => sum + fields, 0),
      depth: Math.max(...extents.map(({ depth }) => depth)),
    };
  };
  const ofSelection = (selection: SelectionNode, nesting: number): Extent => {
    if (selection.kind === Kind.INLINE_FRAGMENT) return ofSet(selection.selectionSet, nesting);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value, nesting);
    const { name, alias, selectionSet: set } = selection;
    if (name.value === '__schema' || name.value === '__type' || alias?.value === '__proto__') return TOO_MUCH;
    const below = set === undefined ? NOTHING : ofSet(set, nesting);
    return { fields: below.fields + 1, depth: below.depth + 1 };
  };
  const ofFragment = (name: string, nesting: number): Extent => {
    const extent = measured.get(name) ?? ofSet(fragments.get(name)!.selectionSet, nesting);
    measured.set(name, extent);
    return extent;
  };

  const { fields, depth } = ofSet(selectionSet, 0);
  return depth > DEEPEST || fields > MOST_FIELDS ? null : fields;
}
