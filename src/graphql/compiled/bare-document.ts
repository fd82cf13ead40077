import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

import { charactersOf, heldBytes } from '../limits/held';

/** Fields of an operation with every fragment written out: the compiler's work grows with them. */
const MOST_FIELDS = 500;

/** Fields within fields. The compiler's work grows with the cube of them: at 190 it takes a second, and 30 MB. */
const DEEPEST = 20;

/** Characters of a document: a compiled operation keeps all of it in memory. */
const LONGEST_DOCUMENT = 32 * 1024;

/** Of compiled code, measured. */
const BYTES = { field: 1100, operation: 10_000 };

export interface BareDocument {
  /** The operation without its variables, and the fragments of its document. */
  readonly document: DocumentNode;
  /** Bytes of memory that a compiled operation takes, its document included. */
  readonly size: number;
}

/** What a compiler is given of a valid document; null for an operation that is left to graphql-js (see `docs/develop/execution.md`). */
export function bareDocument(document: DocumentNode, operation: OperationDefinitionNode): BareDocument | null {
  if (operation.operation !== OperationTypeNode.QUERY) return null;
  if (document.loc === undefined || charactersOf(document.loc) > LONGEST_DOCUMENT) return null;
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const fields = countFields(operation.selectionSet, new Map(fragments.map((each) => [each.name.value, each])));
  if (fields > MOST_FIELDS) return null;
  const definitions = [{ ...operation, variableDefinitions: [] }, ...fragments];
  const size = heldBytes(document) + fields * BYTES.field + BYTES.operation;
  return { document: { kind: Kind.DOCUMENT, definitions }, size };
}

/** Infinity for a selection that must not be compiled. Each fragment is measured once, however often it is spread. */
function countFields(root: SelectionSetNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): number {
  const known = new Map<string, Extent>();

  const ofSet = ({ selections }: SelectionSetNode, nesting: number): Extent => {
    if (nesting > MOST_FIELDS) return TOO_MUCH;
    const extents = selections.map((selection) => ofSelection(selection, nesting + 1));
    return {
      fields: extents.reduce((sum, { fields }) => sum + fields, 0),
      depth: Math.max(...extents.map(({ depth }) => depth)),
    };
  };
  const ofSelection = (selection: SelectionNode, nesting: number): Extent => {
    // @skip and @include are the only directives of a selection.
    if (selection.directives !== undefined && selection.directives.length > 0) return TOO_MUCH;
    if (selection.kind === Kind.INLINE_FRAGMENT) return ofSet(selection.selectionSet, nesting);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value, nesting);
    const { name, alias, selectionSet } = selection;
    if (name.value === '__schema' || name.value === '__type' || alias?.value === '__proto__') return TOO_MUCH;
    const below = selectionSet === undefined ? NOTHING : ofSet(selectionSet, nesting);
    return { fields: below.fields + 1, depth: below.depth + 1 };
  };
  const ofFragment = (name: string, nesting: number): Extent => {
    const extent = known.get(name) ?? ofSet(fragments.get(name)!.selectionSet, nesting);
    known.set(name, extent);
    return extent;
  };
  const { fields, depth } = ofSet(root, 0);
  return depth > DEEPEST ? Infinity : fields;
}

interface Extent {
  readonly fields: number;
  /** Fields within fields. */
  readonly depth: number;
}

const NOTHING: Extent = { fields: 0, depth: 0 };
const TOO_MUCH: Extent = { fields: Infinity, depth: Infinity };
