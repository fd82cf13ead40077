/** The records of an answer, in the same form for every server. */

import type { Case } from './cases';

type Entry = Readonly<Record<string, unknown>>;

/**
 * The records of an answer and whether more follow, as text that can be compared. @throws {Error} for any other answer
 */
export function canonical(one: Case, body: string): string {
  const answer = JSON.parse(body) as Entry;
  const page = one.transport === 'rest' ? restPage(answer) : graphqlPage(answer);
  if (!Array.isArray(page.records) || page.records.length === 0) throw new Error(`No records: ${body.slice(0, 600)}`);
  return JSON.stringify({
    hasMore: page.hasMore,
    records: page.records.map((record) => ordered(flat(record as Entry))),
  });
}

const restPage = ({ leases, tenants, last_id }: Entry) => ({ records: leases ?? tenants, hasMore: last_id !== -1 });

function graphqlPage({ data, errors }: Entry) {
  if (errors !== undefined) throw new Error(`Refused: ${JSON.stringify(errors).slice(0, 600)}`);
  const [connection] = Object.values(data as Entry) as { nodes: unknown; pageInfo: Entry }[];
  return { records: connection?.nodes, hasMore: connection?.pageInfo.hasNextPage };
}

/** A record in the form of Leasegate's. Mercurius shows the unit. */
function flat({ unit, ...fields }: Entry): Entry {
  if (unit === undefined) return fields;
  const { identifier = null, externalRef = null, unitNumber = null, address = null } = (unit ?? {}) as Entry;
  return { ...fields, unitId: identifier, unitExternalRef: externalRef, unitNumber, address };
}

/** Sorts keys, and the tenants of a lease, whose order is not specified. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(ordered).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, ordered(inner)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
