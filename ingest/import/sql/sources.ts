/** The records of the four kinds from the queries of an operator, on one snapshot of the source. */

import type { SourceColumn } from './source-columns';
import type { SourceDatabase, SourceRow } from './source-database';
import { isLocalDate } from '../../../src/model/local-date';
import { assertColumns, type Columns, type FieldNames } from '../field-names';
import { fieldsOf, type RecordKind } from '../kinds';
import { forAll, LoadingError, quoted } from '../refusals';
import type { RecordSource, SourceRecord } from '../source-record';
import { asCell, LeaseTenants, type Narrowed, type Pairs } from './lease-tenants';
import { LEASE_TENANTS, type Queries, queryFile } from './statements';

/** Only rows from a value on, of the queries that have the column. */
export interface Since {
  readonly column: string;
  readonly value: string;
}

const DAY_AND_TIME = /^(.{10})(?:[ T](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?)?$/;

/** @throws {LoadingError} for a value that the source would compare as another one, and so read nothing or anything */
function assertComparable({ name, comparedAs }: SourceColumn, value: string): void {
  const needs = { time: 'a time such as 2026-02-01 10:00', number: 'a whole number', text: 'a text' }[comparedAs];
  const isTime = isLocalDate(DAY_AND_TIME.exec(value)?.[1] ?? '');
  const fits = { time: isTime, number: /^-?\d{1,18}$/.test(value), text: true }[comparedAs];
  if (!fits) throw new LoadingError(`--since: ${quoted(name)} needs ${needs}.`);
}

/** @throws {LoadingError} when a query is wrong or has the wrong columns, or when none has the column of `--since` */
export async function sqlSources(
  source: SourceDatabase,
  queries: Queries,
  names: FieldNames,
  since?: Since,
): Promise<RecordSource[]> {
  const sources: RecordSource[] = [];
  let isSinceUsed = since === undefined;
  await forAll(queries.kinds, async ([kind, query]) => {
    const name = queryFile(kind);
    const all = await source.columnsOf(name, query);
    const columns = all.map((column) => column.name);
    const compared = all.find((column) => column.name === since?.column);
    const hasSince = since !== undefined && compared !== undefined;
    if (hasSince) assertComparable(compared, since.value);
    isSinceUsed ||= hasSince;
    const fields = columns.map((column) =>
      hasSince && column === since.column && !Object.hasOwn(fieldsOf(kind), column)
        ? undefined
        : names.fieldOf(kind, column),
    );
    const pairs = kind === 'leases' ? queries.leaseTenants : undefined;
    if (pairs !== undefined) {
      if (fields.includes('tenants'))
        throw new LoadingError(`Both ${name} and ${LEASE_TENANTS} have the tenants of a lease.`);
    }
    assertColumns(kind, name, pairs === undefined ? fields : [...fields, 'tenants']);
    assertExact(
      name,
      all.filter((_, index) => fields[index] !== undefined),
    );
    const narrowed = narrow(query, hasSince ? since : undefined);
    const narrowedPairs =
      pairs === undefined ? undefined : await pairsOf(source, pairs, narrowed, columns[fields.indexOf('identifier')]!);
    const leaseTenants = narrowedPairs && new LeaseTenants(source, narrowedPairs);
    sources.push(sqlSource(source, { kind, name, fields, ...narrowed }, leaseTenants));
  });
  if (!isSinceUsed) throw new LoadingError(`--since: there is no column \`${since?.column}\`.`);
  return sources;
}

/** @throws {LoadingError} that names the columns whose text may not be their value */
function assertExact(name: string, columns: readonly SourceColumn[]): void {
  const problems = columns.flatMap(({ name: column, inexact }) =>
    inexact === undefined ? [] : `${quoted(column)} is ${inexact}.`,
  );
  if (problems.length > 0) throw new LoadingError(`${name}: ${problems.join(' ')}`);
}

const columnName = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

function narrow(query: string, since: Since | undefined): Narrowed {
  if (since === undefined) return { statement: query, parameters: [], isPartial: false };
  // As bytes, a text is sent in hexadecimal digits, which no mode of the source reads as anything else.
  const statement = `select * from (\n${query}\n) as source where source.${columnName(since.column)} >= _utf8mb4 ?`;
  return { statement, parameters: [Buffer.from(since.value)], isPartial: true };
}

/** Of the leases that are read. @param identifier the column with the identifiers of the leases */
async function pairsOf(source: SourceDatabase, pairs: string, leases: Narrowed, identifier: string): Promise<Pairs> {
  const all = await source.columnsOf(LEASE_TENANTS, pairs);
  const columns = all.map(({ name }) => name);
  if (columns.toSorted().join(' ') !== 'lease tenant')
    throw new LoadingError(`${LEASE_TENANTS} must have the columns ${quoted('lease')} and ${quoted('tenant')}.`);
  assertExact(LEASE_TENANTS, all);
  const recent = `select * from (\n${pairs}\n) as pair where pair.lease in (select ${columnName(identifier)} from (\n${leases.statement}\n) as recent)`;
  return { ...leases, statement: leases.isPartial ? recent : pairs, leaseFirst: columns[0] === 'lease' };
}

interface Result extends Narrowed {
  readonly kind: RecordKind;
  readonly name: string;
  readonly fields: Columns;
}

function sqlSource(source: SourceDatabase, result: Result, pairs: LeaseTenants | undefined): RecordSource {
  const { kind, name, isPartial, fields } = result;
  let read = 0;
  return {
    kind,
    name,
    isPartial,
    pairs,
    /** The number of rows, which is known after the first reading. */
    get bytes() {
      return read;
    },
    async *records(onBytes) {
      await pairs?.load();
      let line = 0;
      for await (const rows of source.rows(name, result.statement, result.parameters)) {
        onBytes(rows.length);
        yield rows.map((values) => recordOf(++line, values, fields, pairs));
      }
      read = line;
    },
  };
}

function recordOf(line: number, values: SourceRow, fields: Columns, pairs?: LeaseTenants): SourceRecord {
  const cells: Record<string, string | readonly string[]> = {};
  for (const [index, field] of fields.entries()) {
    if (field === undefined) continue;
    const cell = asCell(values[index] ?? null);
    if (cell === undefined) {
      const problem = `has bytes in ${quoted(field)} that are not UTF-8: use CONVERT or HEX`;
      return { line, problem, readable: cells };
    }
    cells[field] = cell;
  }
  if (pairs !== undefined) cells.tenants = pairs.tenantsOf(String(cells.identifier));
  return { line, cells };
}
