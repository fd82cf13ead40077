import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql';

/**
 * How many fields with arguments or a selection have the most frequent name of the answer. Validation compares such fields,
 * and what is below them, in pairs wherever they meet in an answer.
 */
export function mostRepeats(document: DocumentNode): number {
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
  return Math.max(0, ...repeats.values());
}
