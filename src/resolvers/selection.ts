/** What a selection shows of the records that a lookup reads. */

import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

import type { Shown } from '../lookups/lookups';
import type { FoundRecord } from '../lookups/find-records';
import type { Lease, LeaseParts } from '../model/records';

type Selection = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;
type Fragments = GraphQLResolveInfo['fragments'];

/** How often the answer contains each record that is read: once for each time that it is selected. */
interface Copies {
  /** Of each record of a connection, or each node. */
  readonly record: number;
  /** Of each tenant of a lease. */
  readonly tenant: number;
  /** The fields of these records and of those within them. */
  readonly names: ReadonlySet<string>;
}

/** For a field that is a connection of leases. */
export function shownLeases(info: Selection): Shown<Lease> {
  const copies = copiesInConnection(info);
  return { parts: partsOf(copies), count: (leases) => countLeases(leases, copies) };
}

/** For a field that is a connection of other records. */
export function shownRecords(info: Selection): Shown<unknown> {
  const copies = copiesInConnection(info);
  return { parts: partsOf(copies), count: (records) => records.length * copies.record };
}

/** For a field that is a node or a list of nodes. */
export function shownNodes(info: Selection): Shown<FoundRecord> {
  const copies = copiesOfNode(info);
  const count = (records: readonly FoundRecord[]): number => {
    const leases = records.flatMap(({ kind, record }) => (kind === 'lease' ? [record] : []));
    return countLeases(leases, copies) + (records.length - leases.length) * copies.record;
  };
  return { parts: partsOf(copies), count };
}

function countLeases(leases: readonly Lease[], { record, tenant }: Copies): number {
  if (tenant === 0) return leases.length * record;
  return leases.reduce((sum, { tenants }) => sum + record + tenants.length * tenant, 0);
}

/** Fields count by their names alone, even if `@skip` leaves them out. So no part is ever missing, and one may be read in vain. */
const partsOf = ({ names, tenant }: Copies): LeaseParts => ({
  group: names.has('group'),
  unit: UNIT_FIELDS.some((name) => names.has(name)),
  tenants: tenant > 0,
});

/** The fields of a lease that need its unit. */
const UNIT_FIELDS = ['unitId', 'unitExternalRef', 'unitNumber', 'address'];

type CopiesOf = (fields: readonly FieldNode[], fragments: Fragments) => Copies;

/** graphql-jit passes the same array of merged fields for each record of a page, and a document is usually executed many times. */
function cached(compute: CopiesOf): (selection: Selection) => Copies {
  const cache = new WeakMap<readonly FieldNode[], Copies>();
  return ({ fieldNodes, fragments }) => {
    let copies = cache.get(fieldNodes);
    if (copies === undefined) cache.set(fieldNodes, (copies = compute(fieldNodes, fragments)));
    return copies;
  };
}

/**
 * A nested field that is selected again under another name counts as one more record, whatever its type. A field that a
 * directive skips counts as well.
 */
const copiesInConnection = cached((fields, fragments) => {
  const names = new Set<string>();
  let [record, tenant] = [0, 0];
  const add = (nodes: readonly FieldNode[]) => {
    const copies = copiesOfRecord(nodes, fragments, names);
    record += copies.record;
    tenant += copies.tenant;
  };
  for (const field of mergedFields(fields, fragments)) {
    const name = nameOf(field);
    if (name === 'nodes') add(field);
    if (name !== 'edges') continue;
    const edge = mergedFields(field, fragments);
    record += repeats(edge);
    for (const entry of edge) if (nameOf(entry) === 'node') add(entry);
  }
  // A page is read even if the answer shows nothing of it.
  return { record: Math.max(1, record), tenant, names };
});

const copiesOfNode = cached((fields, fragments) => copiesOfRecord(fields, fragments, new Set()));

/** @param names the fields are added to these */
function copiesOfRecord(nodes: readonly FieldNode[], fragments: Fragments, names: Set<string>): Copies {
  const fields = mergedFields(nodes, fragments);
  let [record, tenant] = [1 + repeats(fields), 0];
  for (const field of fields) {
    const name = nameOf(field);
    // Fields of two types may share a name in the answer.
    for (const node of field) names.add(node.name.value);
    if (name === 'tenants') tenant += copiesOfRecord(field, fragments, names).record;
    // A connection is counted when it is read.
    else if (name !== 'leases') record += copiesOfRecord(field, fragments, names).record - 1;
  }
  return { record, tenant, names };
}

const nameOf = ([first]: readonly FieldNode[]): string => first!.name.value;

/** How many of the fields select again what another one selects. */
const repeats = (fields: readonly (readonly FieldNode[])[]): number => fields.length - new Set(fields.map(nameOf)).size;

/** The fields below these, merged as in the answer: one entry for each name there. */
function mergedFields(fields: readonly FieldNode[], fragments: Fragments): (readonly FieldNode[])[] {
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
