/** Leaks at the wall itself: reads that forget the groups of their caller, or ask for others. */

const WALL = 'src/db/visible-records.ts';
const SCOPE = 'src/db/visibility.ts';

const VISIBLE =
  'const visible = runs.every(({ group }) => (group === undefined ? this.scope.isAll : this.scope.includes(group)));';

/** Else a run of a group beyond the scope gets a column for its groups, which stand outside of all runs. */
const TRUSTED_GROUPS = {
  file: WALL,
  find: VISIBLE,
  replace: 'const visible = runs.every(({ group }) => group !== undefined || this.scope.isAll);',
  tears: 'the look at whether the group of a run is within the scope',
};

/** @type {readonly import('../edits.mjs').Seed[]} */
export const RECORD_LEAKS = [
  {
    name: 'leases are read without their groups',
    why: 'a query on leases is begun beside the scope',
    edits: [
      {
        file: WALL,
        find: "return this.db.selectFrom(hinted('leases as l', hint)).where(this.scope.holds('l.group_id'));",
        replace: "return this.db.selectFrom(hinted('leases as l', hint));",
        tears: 'the scope of `leases()`',
      },
    ],
    suites: ['nodes'],
  },
  {
    name: 'tenants are read without their groups',
    why: 'a query on tenants is begun beside the scope',
    edits: [
      {
        file: WALL,
        find: "return this.db.selectFrom(hinted('tenants as t', hint)).where(this.scope.holds('t.group_id'));",
        replace: "return this.db.selectFrom(hinted('tenants as t', hint));",
        tears: 'the scope of `tenants()`',
      },
    ],
    suites: ['nodes'],
  },
  {
    name: 'units are read without their groups',
    why: 'a search by address begins at units beside the scope',
    edits: [
      {
        file: WALL,
        find: "return this.db.selectFrom(hinted('units as u', hint)).where(this.scope.holds('u.group_id'));",
        replace: "return this.db.selectFrom(hinted('units as u', hint));",
        tears: 'the scope of `units()`',
      },
    ],
    suites: ['crowd'],
  },
  {
    name: 'pairs of lease and tenant are read without their groups',
    why: 'a query on pairs is begun beside the scope',
    edits: [
      {
        file: WALL,
        find: "return this.db.selectFrom(hinted('lease_tenants as p', hint)).where(this.scope.holds('p.group_id'));",
        replace: "return this.db.selectFrom(hinted('lease_tenants as p', hint));",
        tears: 'the scope of `leaseTenants()`',
      },
    ],
    suites: ['callers'],
  },
  {
    name: 'the tenants within a lease are joined without its group',
    why: 'a join by id alone trusts that no pair goes across groups',
    edits: [
      {
        file: 'src/db/lease-queries.ts',
        find: "on.onRef('p.lease_id', '=', 'l.id').onRef('p.group_id', '=', 'l.group_id'),",
        replace: "on.onRef('p.lease_id', '=', 'l.id'),",
        tears: 'the group in the join of pairs',
      },
      {
        file: 'src/db/lease-queries.ts',
        find: "on.onRef('t.id', '=', 'p.tenant_id').onRef('t.group_id', '=', 'p.group_id')",
        replace: "on.onRef('t.id', '=', 'p.tenant_id')",
        tears: 'the group in the join of tenants',
      },
    ],
    suites: ['stray', 'statements'],
  },
  {
    name: 'the unit of a lease is joined without its group',
    why: 'a join by id alone trusts that no lease has a unit of another group',
    edits: [
      {
        file: 'src/db/lease-queries.ts',
        find: "on.onRef('u.id', '=', 'l.unit_id').onRef('u.group_id', '=', 'l.group_id')",
        replace: "on.onRef('u.id', '=', 'l.unit_id')",
        tears: 'the group in the join of units',
      },
    ],
    suites: ['stray', 'statements'],
  },
  {
    name: 'the database takes a pair across groups',
    why: 'a migration makes the key by the tenant’s id alone',
    edits: [
      {
        file: 'src/db/migrations/0005-lease-tenants.ts',
        find: 'foreign key (group_id, tenant_id) references tenants (group_id, id) on delete cascade',
        replace: 'foreign key (tenant_id) references tenants (id) on delete cascade',
        tears: 'the group in the key of pairs',
      },
    ],
    suites: ['oneGroup'],
  },
  {
    name: 'the groups of a caller are OR, not AND',
    why: 'the condition of a question stands beside that of the scope',
    edits: [
      {
        file: WALL,
        find: "text(sql`${this.scope.holds('c.group_id')} and ${condition}`)",
        replace: "text(sql`${this.scope.holds('c.group_id')} or ${condition}`)",
        tears: 'the AND of scope and question in a merge',
      },
    ],
    suites: ['hidden', 'crowd'],
  },
  {
    name: 'a merge reads one group too many',
    why: 'a bound of a loop over groups is one off',
    edits: [
      {
        file: 'src/db/search/group-runs.ts',
        find: 'const groups = records.scope.listed;',
        replace: 'const groups = [...records.scope.listed, Math.max(...records.scope.listed) + 1];',
        tears: 'the groups of a scope as runs',
      },
      TRUSTED_GROUPS,
    ],
    suites: ['hidden', 'crowd'],
  },
  {
    name: 'a merge through days takes every row for the caller’s',
    why: 'the runs of a range of days are of all groups, and nothing sieves them',
    edits: [
      {
        file: WALL,
        find: VISIBLE,
        replace: 'const visible = runs.length > 0;',
        tears: 'the look at whether a run lies within the scope',
      },
    ],
    suites: ['hidden', 'crowd'],
  },
  {
    name: 'more than 100 groups are looked for without a scope',
    why: 'the heads of groups are asked of the whole index',
    edits: [
      {
        file: WALL,
        find: 'where ${this.scope.holds(`${alias}.group_id`)} and ${onward(id, from, direction)} group by',
        replace: 'where ${onward(id, from, direction)} group by',
        tears: 'the scope of `heads()`',
      },
      TRUSTED_GROUPS,
    ],
    suites: ['crowd'],
  },
  {
    name: 'an empty list of groups is “no filter”',
    why: '`IN ()` is no SQL, so the condition is left out where the list is empty',
    edits: [
      {
        file: 'src/db/match-keys.ts',
        find: 'return values.length === 0 ? sql<SqlBool>`false` :',
        replace: 'return values.length === 0 ? sql<SqlBool>`true` :',
        tears: '`false` for a list of nothing',
      },
      {
        file: SCOPE,
        find: "return typeof this.groupIds !== 'string' && this.groupIds.length === 0;",
        replace: 'return false;',
        tears: 'no question is asked for a scope of nothing',
      },
      {
        file: SCOPE,
        find: "return this.groupIds === 'all';",
        replace: "return this.groupIds === 'all' || this.groupIds.length === 0;",
        tears: 'a list of nothing is not the scope of all',
      },
    ],
    suites: ['callers'],
  },
  {
    name: 'a prepared statement is made for every group',
    why: 'the text that is kept is compiled with the scope of all',
    edits: [
      {
        file: SCOPE,
        find: 'return this.isAll ? this : GroupScope.#template;',
        replace: 'return GroupScope.#all;',
        tears: 'the groups of a prepared statement',
      },
    ],
    suites: ['nodes', 'callers'],
  },
  {
    name: 'a prepared statement of all groups serves callers of some',
    why: 'the name by which a text is kept does not say for which scope it was made',
    edits: [
      {
        file: WALL,
        find: "const kind = scope.isAll ? 'all groups' : 'groups';",
        replace: "const kind = 'groups';",
        tears: 'the scope in the name of a prepared statement',
      },
    ],
    suites: ['callers'],
  },
  {
    name: 'a prepared statement keeps the groups of its first caller',
    why: 'the values are filled in once, with the text',
    edits: [
      {
        file: 'src/db/prepared.ts',
        find: 'return (await db.executeQuery<Row>({ ...text, parameters })).rows;',
        replace: `this.#texts.set(name, { ...text, parameters });
    return (await db.executeQuery<Row>({ ...text, parameters })).rows;`,
        tears: 'fresh values for each call',
      },
    ],
    suites: ['nodes', 'callers'],
  },
  {
    name: '`node(id)` gives any group',
    why: 'an id that cannot be guessed is taken for a right',
    edits: [
      {
        file: 'src/db/group-queries.ts',
        find: `    .select(GROUP_COLUMNS)
    .where(scope.holds('g.id'))
`,
        replace: '    .select(GROUP_COLUMNS)\n',
        tears: 'the scope of groups by id',
      },
    ],
    suites: ['nodes'],
  },
  {
    name: '`viewer.groups` lists every group',
    why: 'names of groups are not thought of as records',
    edits: [
      {
        file: 'src/db/group-queries.ts',
        find: `    .select('g.id')
    .where(scope.holds('g.id'))
`,
        replace: "    .select('g.id')\n",
        tears: 'the scope of the list of groups',
      },
      {
        file: 'src/db/group-queries.ts',
        find: `    .select(GROUP_COLUMNS)
    .where(scope.holds('g.id'))
`,
        replace: '    .select(GROUP_COLUMNS)\n',
        tears: 'the scope of groups by id',
      },
    ],
    suites: ['callers'],
  },
];
