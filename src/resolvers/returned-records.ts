/** How often the answer will hold what is read: what a selection names twice, it returns twice. */

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

/** An operation’s fields are the same from record to record; the array of those that were merged is, too. */
const ofConnections = new WeakMap<readonly FieldNode[], Returned>();
const ofNodes = new WeakMap<readonly FieldNode[], Returned>();

/**
 * Of a field that is a connection of records. A field that a selection names again counts as one more record, whatever it holds;
 * what a directive leaves out counts as well.
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
    // A page is read even where none of it is shown.
    return { record: Math.max(1, record), tenant };
  });

/** Of a field that is a record, or a list of records. */
export const returnedByNode = ({ fieldNodes, fragments }: Selection): Returned =>
  remembered(ofNodes, fieldNodes, () => ofRecord(fieldNodes, fragments));

/** What the answer holds of these leases, their tenants included. */
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

/** How many entries hold a field that another one holds already. */
const repeated = (shown: readonly (readonly FieldNode[])[]): number => shown.length - new Set(shown.map(nameOf)).size;

/** What the fields’ selections amount to: the fields of each name that the answer will have. */
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
