/**
 * Mistakes that the suite must notice, each as one edit of the source. `find` must stand in its file exactly once.
 *
 * @typedef {{ name: string, file: string, find: string, replace: string }} Fault
 * @type {readonly Fault[]}
 */
export const FAULTS = [
  {
    name: 'the group condition is dropped',
    file: 'src/db/visible-records.ts',
    find: "return this.db.selectFrom(hinted('tenants as t', hint)).where(this.scope.holds('t.group_id'));",
    replace: "return this.db.selectFrom(hinted('tenants as t', hint));",
  },
  {
    name: 'OR for AND between two identifications',
    file: 'src/db/search/tenant-conditions.ts',
    find: '    .where((eb) => eb.and(tenantConditions(given)))\n    .innerJoin',
    replace: '    .where((eb) => eb.or(tenantConditions(given)))\n    .innerJoin',
  },
  {
    name: 'a strict > hides the row with id 1',
    file: 'src/rest/requests.ts',
    find: `after: id === 1 ? 0 : id`,
    replace: `after: id`,
  },
  {
    name: 'a Date for a date',
    file: 'src/db/connect.ts',
    find: `dateStrings: true`,
    replace: `dateStrings: false`,
  },
  {
    name: 'a number is accepted for a string',
    file: 'src/lookups/fields.ts',
    find: `if (typeof value !== 'string') return refuse(path, 'must be a string');`,
    replace: `if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return refuse(path, 'must be a string');`,
  },
  {
    name: 'OR for AND between two parts of an address',
    file: 'src/db/search/tenant-search.ts',
    find: '.where((eb) => eb.and(unitConditions(address).map(({ condition }) => condition))),',
    replace: '.where((eb) => eb.or(unitConditions(address).map(({ condition }) => condition))),',
  },
  {
    name: 'a group that a request names is not held to what the caller may see',
    file: 'src/db/visibility.ts',
    find: `      .where(this.holds('g.id'))
`,
    replace: '',
  },
  {
    name: 'an active lease may start today',
    file: 'src/db/search/tenant-conditions.ts',
    find: 'start_date`)} < ${day}',
    replace: 'start_date`)} <= ${day}',
  },
  {
    name: 'the end of the move-in range is not included',
    file: 'src/db/search/date-pieces.ts',
    find: 'day <= lastDay; day++',
    replace: 'day < lastDay; day++',
  },
  {
    name: 'no row is read ahead',
    file: 'src/lookups/paginate.ts',
    find: 'limit: bounds.limit + 1 }',
    replace: 'limit: bounds.limit }',
  },
];
