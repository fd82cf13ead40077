/** How often the answer will hold each record that is read: once for each time that the selection asks for it. */

import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

import type { Lease } from '../model/records';

type Selection = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;
type Fragments = GraphQLResolveInfo['fragments'];

export interface Returned {
  /** For each record of a connection, or each node. */
  readonly record: number;
  /** For each tenant of each lease among them. */
  readonly tenant: number;
}

/** For each record of a page, graphql-js passes the same array of merged fields. */
const ofConnections = new WeakMap<readonly FieldNode[], Returned>();
const ofNodes = new WeakMap<readonly FieldNode[], Returned>();

/**
 * For a field that is a connection of records. A field that a selection repeats under another name counts as one more record,
 * whatever it holds. A field that a directive leaves out counts as well.
 */
export const returnedByConnection = ({ fieldNodes, fragments }: Selection): Returned =>
  remembered(ofConnections, fieldNodes, () => {
    let [record, tenant] = [0, 0];
    const add = (nodes: readonly FieldNode[]) => {
      const returned = ofRecord(nodes, fragments);
      record += returned.record;
      tenant += returned.tenant;
    };
    for (const shown of entries(fieldNodes, fragments)) {
      const name = nameOf(shown);
      if (name === 'nodes') add(shown);
      if (name !== 'edges') continue;
      const edge = entries(shown, fragments);
      record += repeated(edge);
      for (const entry of edge) if (nameOf(entry) === 'node') add(entry);
    }
    // A page is read even if the answer shows none of it.
    return { record: Math.max(1, record), tenant };
  });

/** For a field that is a record, or a list of records. */
export const returnedByNode = ({ fieldNodes, fragments }: Selection): Returned =>
  remembered(ofNodes, fieldNodes, () => ofRecord(fieldNodes, fragments));

/** How many records the answer will hold for these leases, their tenants included. */
export function countLeases(leases: readonly Lease[], { record, tenant }: Returned): number {
  if (tenant === 0) return leases.length * record;
  return leases.reduce((sum, { tenants }) => sum + record + tenants.length * tenant, 0);
}

function ofRecord(nodes: readonly FieldNode[], fragments: Fragments): Returned {
  const shown = entries(nodes, fragments);
  let [record, tenant] = [1 + repeated(shown), 0];
  for (const entry of shown) {
    const name = nameOf(entry);
    if (name === 'tenants') tenant += ofRecord(entry, fragments).record;
    // A connection is counted when it is read.
    else if (name !== 'leases') record += ofRecord(entry, fragments).record - 1;
  }
  return { record, tenant };
}

const nameOf = ([first]: readonly FieldNode[]): string | undefined => first?.name.value;

/** How many entries are further ones of a field that has one already. */
const repeated = (shown: readonly (readonly FieldNode[])[]): number => shown.length - new Set(shown.map(nameOf)).size;

/** The fields below these, merged as in the answer: one entry for each name there. */
function entries(fields: readonly FieldNode[], fragments: Fragments): (readonly FieldNode[])[] {
  const byName = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        const name = selection.alias?.value ?? selection.name.value;
        const known = byName.get(name);
        if (known === undefined) byName.set(name, [selection]);
        else known.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        collect(selection.selectionSet);
      } else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        collect(fragments[selection.name.value]?.selectionSet);
      }
    }
  };
  for (const { selectionSet } of fields) collect(selectionSet);
  return [...byName.values()];
}

function remembered(
  known: WeakMap<readonly FieldNode[], Returned>,
  fields: readonly FieldNode[],
  make: () => Returned,
): Returned {
  let returned = known.get(fields);
  if (returned === undefined) known.set(fields, (returned = make()));
  return returned;
}
