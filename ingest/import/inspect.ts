/** The first reading of all sources, before anything is written. */

import type { Kysely } from 'kysely';

import { phoneKey } from '../../src/db/match-keys';
import type { Tables } from '../../src/db/tables';
import type { RowId } from '../../src/model/page';
import type { RecordKind, RecordOf } from './kinds';
import { exceeds, type Loss, lossMessage, type RecordLimit } from './limits';
import { type Entry, type LastLine, readAhead, readBatches, readIdentifier } from './read-batches';
import type { UnlikelyFound } from './import-run';
import { LoadingError } from './refusals';
import { execute, executeIn } from './statements';
import type { RecordSource } from './source-record';
import { Column, TextNumbers } from './text-numbers';

export interface Inspection {
  readonly source: RecordSource;
  /** Undefined when no identifier occurs twice. */
  readonly lastLine: LastLine | undefined;
  /** Stored records that are not in the source; undefined when one of its identifiers cannot be read. Empty without `--prune`. */
  readonly missing: readonly RowId[] | undefined;
  readonly records: number;
  /** Whether all are stored already, and all that they refer to. */
  readonly isStored: boolean;
  readonly unlikely: UnlikelyFound;
}

/** By kind, in load order. */
export type Inspections = ReadonlyMap<RecordKind, Inspection>;

export interface InspectOptions {
  readonly prune: boolean;
  readonly maxPrune: RecordLimit;
  /** Whether the records are stored with these values. */
  readonly isStored: (kind: RecordKind, entries: readonly Entry<RecordKind>[]) => Promise<boolean>;
  /** Called after each batch, with the number of its records. */
  readonly onBatch: (source: RecordSource, records: number) => void;
}

/**
 * Reads all sources to their ends.
 * @throws {LoadingError} when one cannot be read, or when too many stored records are missing in them
 */
export async function inspect(
  db: Kysely<Tables>,
  sources: readonly RecordSource[],
  options: InspectOptions,
): Promise<Inspections> {
  const inspections = new Map<RecordKind, Inspection>();
  const losses: Loss[] = [];
  const lose = (loss: Loss): void => {
    if (exceeds(options.maxPrune, loss.missing, loss.stored)) losses.push(loss);
  };
  let same = true;
  for (const source of sources) {
    const { kind, name } = source;
    const inspected = await readOnce(db, source, same, options);
    const { isStored, seen, lastLine, unreadable, records, lostPairs, unlikely } = inspected;
    same = isStored && lastLine === undefined && source.pairs?.hasUnmatched !== true;
    const isEmpty = records === 0 && (options.prune || source.mayBeEmpty !== true);
    const compared = (options.prune && !unreadable) || isEmpty ? await compare(db, kind, seen) : undefined;
    if (compared !== undefined) lose({ kind, name, isEmpty, ...compared, missing: compared.missing.length });
    if (source.pairs !== undefined) {
      const { name: pairs, read: rows } = source.pairs;
      const noPairs = rows === 0 && (options.prune || records > 0);
      const stored = noPairs || lostPairs > 0 ? await countPairs(db) : 0;
      lose({ kind: 'pairs', name: pairs, isEmpty: noPairs, missing: noPairs ? stored : lostPairs, stored });
    }
    const missing = options.prune ? compared?.missing : [];
    inspections.set(kind, { source, lastLine, missing, records, isStored: same, unlikely });
  }
  if (losses.length > 0) throw new LoadingError(lossMessage(losses, options.maxPrune));
  return inspections;
}

/**
 * `seen` has all identifiers, `lostPairs` counts the stored pairs that the leases would lose.
 * @param sameBefore whether all records of the kinds before are stored. If not, this kind is not compared.
 */
async function readOnce(
  db: Kysely<Tables>,
  source: RecordSource,
  sameBefore: boolean,
  { isStored, onBatch }: InspectOptions,
) {
  const seen = new TextNumbers();
  const lastLines = new Column();
  let isRepeated = false;
  let unreadable = false;
  let records = 0;
  const unlikely: { -readonly [Name in keyof UnlikelyFound]: number } = {};
  let same = sameBefore;
  let lostPairs = 0;
  const see = (identifier: string, line: number): void => {
    const number = seen.add(identifier);
    const before = lastLines.get(number);
    isRepeated ||= before > 0;
    lastLines.set(number, Math.max(before, line));
  };
  for await (const { entries, refused } of readAhead(readBatches(source.kind, source))) {
    for (const { record, source: at } of entries) {
      see(record.identifier, at.line);
      const { phone_number: phone, email_address: email } = record as Partial<RecordOf<'tenants'>>;
      if (typeof phone === 'string' && !isLikelyPhone(phone))
        unlikely.unlikelyPhones = (unlikely.unlikelyPhones ?? 0) + 1;
      if (typeof email === 'string' && !EMAIL.test(email)) unlikely.unlikelyEmails = (unlikely.unlikelyEmails ?? 0) + 1;
    }
    for (const { source: at } of refused) {
      const identifier = readIdentifier(at);
      if (identifier === undefined) unreadable = true;
      else see(identifier, at.line);
    }
    records += entries.length + refused.length;
    same &&= refused.length === 0 && (await isStored(source.kind, entries));
    if (!same && source.pairs !== undefined)
      lostPairs += await countLostPairs(db, entries as readonly Entry<'leases'>[]);
    onBatch(source, entries.length + refused.length);
  }
  const lastLine = isRepeated ? (identifier: string) => lastLines.get(seen.numberOf(identifier)) : undefined;
  return { isStored: same, seen, lastLine, unreadable, records, lostPairs, unlikely };
}

/** Rows of a statement. They are small. */
const PAGE = 10_000;

/** The stored records that were not seen. */
async function compare(db: Kysely<Tables>, kind: RecordKind, seen: TextNumbers) {
  const missing: RowId[] = [];
  let stored = 0;
  for (let after: RowId = 0; ;) {
    const { rows } = await execute<{ id: RowId; identifier: string }>(
      db,
      `select id, identifier from \`${kind}\` where id > ? order by id limit ${PAGE}`,
      [after],
    );
    for (const { id, identifier } of rows) if (seen.numberOf(identifier) === 0) missing.push(id);
    stored += rows.length;
    const last = rows.at(-1);
    if (last === undefined) return { missing, stored };
    after = last.id;
  }
}

/** How many stored pairs these leases would lose. */
async function countLostPairs(db: Kysely<Tables>, leases: readonly Entry<'leases'>[]): Promise<number> {
  const tenants = new Map(leases.map(({ record }) => [record.identifier, record.tenants]));
  const rows = await executeIn<{ lease: string; tenant: string }>(
    db,
    [...tenants.keys()].map((identifier) => Buffer.from(identifier)),
    (list) => `select l.identifier as lease, t.identifier as tenant from leases as l
      join lease_tenants as p on p.lease_id = l.id join tenants as t on t.id = p.tenant_id where l.identifier_key in (${list})`,
  );
  return rows.filter(({ lease, tenant }) => tenants.get(lease)?.includes(tenant) !== true).length;
}

async function countPairs(db: Kysely<Tables>): Promise<number> {
  const { rows } = await execute<{ count: number }>(db, 'select count(*) as count from lease_tenants');
  return rows[0]?.count ?? 0;
}

/**
 * Whether a caller who knows the number is likely to send one with this key. Others have letters, two numbers in one text, too few
 * or too many digits (E.164 allows 15), or a `(0)` after the country code, which callers leave out.
 */
function isLikelyPhone(number: string): boolean {
  return /^\+?\d{3,15}$/.test(phoneKey(number) ?? '') && !/(?:[+＋]|^ *00).*[(（] *[0０] *[)）]/.test(number);
}

/** One address, whose surrounding spaces a lookup leaves out (decision 10). Others have white space, invisible characters or a name. */
const EMAIL = /^ *[^\s\p{C}@<>,;:]+@[^\s\p{C}@<>,;:]+ *$/u;
