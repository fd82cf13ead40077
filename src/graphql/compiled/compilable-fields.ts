import {
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** Fields of an operation with every fragment written out. Compiling takes time in proportion to them. */
const MOST_FIELDS = 500;

/** Nested fields. Compiling takes time in proportion to the cube of them: at 190 it takes a second, and 30 MB. */
const DEEPEST = 20;

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
export function compilableFields(
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
    // @skip and @include are the only directives of a selection.
    if (selection.directives !== undefined && selection.directives.length > 0) return TOO_MUCH;
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
