/** Writes the queries of an import from SQL, with what the tables of the source suggest. */

import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { SourceDatabase } from '../../db/source-database';
import { fieldsOf, KINDS, type RecordKind } from '../kinds';
import { LoadingError } from '../refusals';
import { columnTo, type Guess, guessTables, readTables, type SourceTable } from './source-tables';
import { LEASE_TENANTS, queryFile } from './statements';

/** Names of columns that a field may have, besides its own; without `_` and letter case. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  external_ref: ['externalid', 'externalreference', 'reference', 'ref', 'code', 'number'],
  unit_number: ['unitno', 'flatnumber', 'apartmentnumber', 'doornumber', 'door', 'number'],
  'address.building_name': ['building'],
  'address.address_line_1': ['address1', 'line1', 'street', 'streetaddress', 'address'],
  'address.address_line_2': ['address2', 'line2'],
  'address.city': ['town'],
  'address.country': ['countrycode'],
  'address.state': ['region', 'province', 'county'],
  'address.postal_code': ['postcode', 'zip', 'zipcode'],
  'address.latitude': ['lat'],
  'address.longitude': ['lng', 'lon', 'long'],
  email_address: ['email', 'mail', 'emailaddr'],
  phone_number: ['phone', 'telephone', 'tel', 'mobile'],
  first_name: ['givenname', 'forename'],
  last_name: ['surname', 'familyname'],
  active: ['isactive', 'enabled'],
  start_date: ['start', 'starts', 'startson', 'begins', 'begindate', 'validfrom', 'fromdate'],
  end_date: ['end', 'ends', 'endson', 'finishdate', 'validto', 'validuntil', 'todate'],
  move_in_date: ['movein', 'movedin', 'movedinon', 'moveinon'],
  is_furnished: ['furnished'],
  minimum_days_notice: ['noticedays', 'daysnotice', 'noticeperiod', 'notice'],
  deposit: ['depositamount', 'securitydeposit'],
  rent: ['rentamount', 'monthlyrent'],
};
const CHANGED = ['updatedat', 'modifiedat', 'changedat', 'lastmodified', 'updated', 'modified', 'changed'];

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/**
 * @returns the paths of the files that were written
 * @throws {LoadingError} when one of them is there already, or the source cannot be read
 */
export async function writeSkeletons(source: SourceDatabase, folder: string): Promise<string[]> {
  const tables = await readTables(source);
  const guess = guessTables(tables);
  const files = KINDS.map((kind) => [queryFile(kind), skeleton(kind, guess, tables)] as const);
  const all = guess.pairs === undefined ? files : [...files, [LEASE_TENANTS, pairsSkeleton(guess.pairs)] as const];
  const present = all.map(([name]) => join(folder, name)).find((path) => existsSync(path));
  if (present !== undefined) throw new LoadingError(`${present} exists already. Nothing was written.`);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of all) await writeFile(join(folder, name), text);
  return all.map(([name]) => join(folder, name));
}

function skeleton(kind: RecordKind, guess: Guess, tables: readonly SourceTable[]): string {
  const table = guess.tables.get(kind);
  const fields = Object.entries(fieldsOf(kind)).filter(([field]) => field !== 'tenants' || guess.pairs === undefined);
  const columns = fields.map(([field, { required }], index) => {
    const column = table === undefined ? undefined : columnOf(field, table, guess);
    const value = column === undefined ? 'NULL' : `source.${quoted(column)}`;
    const comma = index === fields.length - 1 ? '' : ',';
    const comment = column !== undefined ? '' : required ? ' -- required: replace NULL' : ' -- no column found';
    return `  ${value} AS ${quoted(field)}${comma}${comment}`;
  });
  const changed = table?.columns.find((column) => CHANGED.includes(plain(column)));
  return [
    `-- The ${kind}, one row for each. Check every line. A line that stays NULL may be deleted, unless it is required.`,
    ...(kind === 'leases' && guess.pairs === undefined
      ? [`-- \`tenants\` is a list of identifiers, separated by semicolons. ${LEASE_TENANTS} may have them instead.`]
      : []),
    ...(changed === undefined ? [] : [`-- For --since ${changed}, add: source.${quoted(changed)}`]),
    'SELECT',
    ...columns,
    ...(table === undefined ? ['-- FROM …, no table found'] : [`FROM ${quoted(table.name)} AS source`]),
    ...(table === undefined ? ['LIMIT 0'] : []),
    '',
    '-- The tables of the source:',
    ...tables.map((one) =>
      `--   ${[one.name, ...one.columns.map((column) => described(one, column))].join(' ')}`.replaceAll(/[\r\n]/g, ' '),
    ),
    '',
  ].join('\n');
}

function described({ references }: SourceTable, column: string): string {
  const other = references.get(column);
  return other === undefined ? column : `${column}(→ ${other})`;
}

function columnOf(field: string, table: SourceTable, { tables }: Guess): string | undefined {
  if (field === 'identifier') return table.key;
  if (field === 'group') return columnTo(table, tables.get('groups'));
  if (field === 'unit_id') return columnTo(table, tables.get('units'));
  if (field === 'tenants') return columnTo(table, tables.get('tenants'));
  const names = [plain(field.replace('address.', '')), ...(SYNONYMS[field] ?? [])];
  const found = names.map((name) => table.columns.find((column) => plain(column) === name && column !== table.key));
  return found.find((column) => column !== undefined);
}

const pairsSkeleton = ({ table, lease, tenant }: NonNullable<Guess['pairs']>): string =>
  [
    '-- One row for each tenant of a lease.',
    `SELECT source.${quoted(lease)} AS \`lease\`, source.${quoted(tenant)} AS \`tenant\``,
    `FROM ${quoted(table.name)} AS source`,
    '',
  ].join('\n');
