import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

import type { LeaseParts } from '../model/records';

type Selection = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

const NEEDS: Readonly<Record<keyof LeaseParts, readonly string[]>> = {
  group: ['group'],
  unit: ['unitId', 'unitExternalRef', 'unitNumber', 'address'],
  tenants: ['tenants'],
};

/**
 * The parts of leases that a selection can need: those whose fields stand anywhere in it, whatever they are a field of and
 * whatever is skipped. So there may be one too many, and never one too few.
 */
export function askedParts({ fieldNodes, fragments }: Selection): LeaseParts {
  const names = new Set<string>();
  for (const node of fieldNodes) for (const name of namesBeneath(node, fragments)) names.add(name);
  const asked = (part: keyof LeaseParts) => NEEDS[part].some((name) => names.has(name));
  return { group: asked('group'), unit: asked('unit'), tenants: asked('tenants') };
}

/** A field stands in one document, which comes again and again. */
const known = new WeakMap<FieldNode, ReadonlySet<string>>();

function namesBeneath(field: FieldNode, fragments: Selection['fragments']): ReadonlySet<string> {
  const before = known.get(field);
  if (before !== undefined) return before;
  const [names, spread] = [new Set<string>(), new Set<string>()];
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      if (selection.kind !== Kind.FRAGMENT_SPREAD) {
        collect(selection.selectionSet);
      } else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        collect(fragments[selection.name.value]?.selectionSet);
      }
    }
  };
  collect(field.selectionSet);
  known.set(field, names);
  return names;
}
