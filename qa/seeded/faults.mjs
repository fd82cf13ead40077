/** Mistakes of every kind that the contract, the oracle and the walks must notice. */

import { edit, seed } from './edits.mjs';

const SUITES = ['worlds', 'paging', 'hidden', 'contract'];

export const FAULTS = [
  seed(
    'the group condition is dropped',
    SUITES,
    edit(
      'src/db/visible-records.ts',
      "return this.db.selectFrom(hinted('tenants as t', hint)).where(this.scope.holds('t.group_id'));",
      "return this.db.selectFrom(hinted('tenants as t', hint));",
    ),
  ),
  seed(
    'OR for AND between two identifications',
    SUITES,
    edit(
      'src/db/search/tenant-conditions.ts',
      '.where((eb) => eb.and(tenantConditions(identifications)))',
      '.where((eb) => eb.or(tenantConditions(identifications)))',
    ),
  ),
  seed(
    'a strict > hides the row with id 1',
    SUITES,
    edit('src/rest/requests.ts', 'after: id === 1 ? 0 : id', 'after: id'),
  ),
  seed('a Date for a date', SUITES, edit('src/db/connect.ts', 'dateStrings: true', 'dateStrings: false')),
  seed(
    'a number is accepted for a string',
    SUITES,
    edit(
      'src/lookups/fields.ts',
      "if (typeof value !== 'string') return refuse(path, 'must be a string');",
      "if (typeof value === 'number') return String(value);\n  if (typeof value !== 'string') return refuse(path, 'must be a string');",
    ),
  ),
  seed(
    'OR for AND between two parts of an address',
    SUITES,
    edit(
      'src/db/search/tenant-search.ts',
      '.where((eb) => eb.and(this.#units.map(({ condition }) => condition))),',
      '.where((eb) => eb.or(this.#units.map(({ condition }) => condition))),',
    ),
  ),
  seed(
    'a group that a request names is not held to what the caller may see',
    SUITES,
    edit('src/db/visibility.ts', "      .where(this.holds('g.id'))\n", ''),
  ),
  seed(
    'an active lease may start today',
    SUITES,
    edit('src/db/search/tenant-conditions.ts', 'start_date`)} < ${day}', 'start_date`)} <= ${day}'),
  ),
  seed(
    'the end of the move-in range is not included',
    SUITES,
    edit(
      'src/db/search/lease-conditions.ts',
      "p.move_in_day between ${slot<string>('first')} and ${slot<string>('last')}",
      "p.move_in_day >= ${slot<string>('first')} and p.move_in_day < ${slot<string>('last')}",
    ),
  ),
  seed(
    'no row is read ahead',
    SUITES,
    edit('src/lookups/paginate.ts', 'limit: bounds.limit + 1 }', 'limit: bounds.limit }'),
  ),
];
