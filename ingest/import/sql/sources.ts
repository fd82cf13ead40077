/** The records of the four kinds from the queries of an operator, on one snapshot of the source. */

import type { SourceColumn } from './source-columns';
import type { SourceDatabase, SourceRow } from './source-database';
import { assertColumns } from '../columns';
import type { RecordKind } from '../kinds';
import { forAll, LoadingError, quoted } from '../refusals';
import type { RecordSource, SourceRecord } from '../source-record';
import { asCell, LeaseTenants } from './lease-tenants';
import { LEASE_TENANTS, type Queries, queryFile } from './statements';

/** @throws {LoadingError} when a query is wrong or has the wrong columns */
export async function sqlSources(source: SourceDatabase, queries: Queries): Promise<RecordSource[]> {
  const sources: RecordSource[] = [];
  await forAll(queries.kinds, async ([kind, query]) => {
    const name = queryFile(kind);
    const columns = await source.columnsOf(name, query);
    const fields = columns.map((column) => column.name);
    const pairs = kind === 'leases' ? queries.leaseTenants : undefined;
    if (pairs !== undefined && fields.includes('tenants'))
      throw new LoadingError(`Both ${name} and ${LEASE_TENANTS} have the tenants of a lease.`);
    assertColumns(kind, name, pairs === undefined ? fields : [...fields, 'tenants']);
    assertExact(name, columns);
    const leaseTenants = pairs === undefined ? undefined : await leaseTenantsOf(source, pairs);
    sources.push(sqlSource(source, { kind, name, query, fields }, leaseTenants));
  });
  return sources;
}

/** @throws {LoadingError} that names the columns whose text may not be their value */
function assertExact(name: string, columns: readonly SourceColumn[]): void {
  const problems = columns.flatMap(({ name: column, inexact }) =>
    inexact === undefined ? [] : `${quoted(column)} is ${inexact}.`,
  );
  if (problems.length > 0) throw new LoadingError(`${name}: ${problems.join(' ')}`);
}

async function leaseTenantsOf(source: SourceDatabase, query: string): Promise<LeaseTenants> {
  const columns = await source.columnsOf(LEASE_TENANTS, query);
  const names = columns.map(({ name }) => name);
  if (names.toSorted().join(' ') !== 'lease tenant')
    throw new LoadingError(`${LEASE_TENANTS} must have the columns ${quoted('lease')} and ${quoted('tenant')}.`);
  assertExact(LEASE_TENANTS, columns);
  return new LeaseTenants(source, query, names[0] === 'lease');
}

interface Result {
  readonly kind: RecordKind;
  readonly name: string;
  readonly query: string;
  readonly fields: readonly string[];
}

function sqlSource(source: SourceDatabase, result: Result, pairs: LeaseTenants | undefined): RecordSource {
  const { kind, name, query, fields } = result;
  return {
    kind,
    name,
    pairs,
    async *records() {
      await pairs?.load();
      let line = 0;
      for await (const rows of source.rows(name, query))
        yield rows.map((values) => recordOf(++line, values, fields, pairs));
    },
  };
}

function recordOf(line: number, values: SourceRow, fields: readonly string[], pairs?: LeaseTenants): SourceRecord {
  const cells: Record<string, string | readonly string[]> = {};
  for (const [index, field] of fields.entries()) {
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
