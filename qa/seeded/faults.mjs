/** Mistakes of every kind that the contract, the oracle and the walks must notice. */

const SUITES = ['worlds', 'paging', 'hidden', 'contract'];

/** @type {readonly import('./edits.mjs').Seed[]} */
export const FAULTS = [
  {
    name: 'the group condition is dropped',
    edits: [
      {
        file: 'src/db/visible-records.ts',
        find: "return this.db.selectFrom(hinted('tenants as t', hint)).where(this.scope.holds('t.group_id'));",
        replace: "return this.db.selectFrom(hinted('tenants as t', hint));",
      },
    ],
    suites: SUITES,
  },
  {
    name: 'OR for AND between two identifications',
    edits: [
      {
        file: 'src/db/search/tenant-conditions.ts',
        find: '.where((eb) => eb.and(tenantConditions(identifications)))',
        replace: '.where((eb) => eb.or(tenantConditions(identifications)))',
      },
    ],
    suites: SUITES,
  },
  {
    name: 'a strict > hides the row with id 1',
    edits: [{ file: 'src/rest/requests.ts', find: `after: id === 1 ? 0 : id`, replace: `after: id` }],
    suites: SUITES,
  },
  {
    name: 'a Date for a date',
    edits: [{ file: 'src/db/connect.ts', find: `dateStrings: true`, replace: `dateStrings: false` }],
    suites: SUITES,
  },
  {
    name: 'a number is accepted for a string',
    edits: [
      {
        file: 'src/lookups/fields.ts',
        find: `if (typeof value !== 'string') return refuse(path, 'must be a string');`,
        replace: `if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return refuse(path, 'must be a string');`,
      },
    ],
    suites: SUITES,
  },
  {
    name: 'OR for AND between two parts of an address',
    edits: [
      {
        file: 'src/db/search/tenant-search.ts',
        find: '.where((eb) => eb.and(this.#units.map(({ condition }) => condition))),',
        replace: '.where((eb) => eb.or(this.#units.map(({ condition }) => condition))),',
      },
    ],
    suites: SUITES,
  },
  {
    name: 'a group that a request names is not held to what the caller may see',
    edits: [
      {
        file: 'src/db/visibility.ts',
        find: `      .where(this.holds('g.id'))
`,
        replace: '',
      },
    ],
    suites: SUITES,
  },
  {
    name: 'an active lease may start today',
    edits: [
      {
        file: 'src/db/search/tenant-conditions.ts',
        find: 'start_date`)} < ${day}',
        replace: 'start_date`)} <= ${day}',
      },
    ],
    suites: SUITES,
  },
  {
    name: 'the end of the move-in range is not included',
    edits: [
      {
        file: 'src/db/search/lease-conditions.ts',
        find: 'p.move_in_day between ${range.first} and ${range.last}',
        replace: 'p.move_in_day >= ${range.first} and p.move_in_day < ${range.last}',
      },
    ],
    suites: SUITES,
  },
  {
    name: 'no row is read ahead',
    edits: [{ file: 'src/lookups/paginate.ts', find: 'limit: bounds.limit + 1 }', replace: 'limit: bounds.limit }' }],
    suites: SUITES,
  },
];
