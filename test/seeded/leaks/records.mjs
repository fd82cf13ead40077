/** Leaks in the reads themselves: they forget the groups of their caller, or ask for others. */

const VISIBLE_RECORDS = 'src/db/visible-records.ts';
const SCOPE = 'src/db/visibility.ts';

const VISIBLE =
  'const visible = streams.every(({ group }) => (group === undefined ? this.scope.isAll : this.scope.includes(group)));';

/** Else a run of a group beyond the scope gets a column for its groups, which stand outside of all runs. */
const TRUSTED_GROUPS = {
  file: VISIBLE_RECORDS,
  find: VISIBLE,
  replace: 'const visible = streams.every(({ group }) => group !== undefined || this.scope.isAll);',
  tears: 'the check that the group of a stream is within the scope',
};

/** @type {readonly import('../edits.mjs').Seed[]} */
export const RECORD_LEAKS = [
  {
    name: 'leases are read without their groups',
    why: 'the scope of a query on leases is always true',
    edits: [
      {
        file: VISIBLE_RECORDS,
        find: "return this.db.selectFrom(hinted('leases as l', hint)).where(this.scope.holds('l.group_id'));",
        replace:
          "return this.db.selectFrom(hinted('leases as l', hint)).where(sql`(${this.scope.holds('l.group_id')} or true)`);",
        tears: 'the scope of `leases()`',
      },
    ],
    suites: ['nodes'],
  },
  {
    name: 'tenants are read without their groups',
    why: 'the scope of a query on tenants is always true',
    edits: [
      {
        file: VISIBLE_RECORDS,
        find: "return this.db.selectFrom(hinted('tenants as t', hint)).where(this.scope.holds('t.group_id'));",
        replace:
          "return this.db.selectFrom(hinted('tenants as t', hint)).where(sql`(${this.scope.holds('t.group_id')} or true)`);",
        tears: 'the scope of `tenants()`',
      },
    ],
    suites: ['nodes'],
  },
  {
    name: 'the tenants that a walk has found are joined without their groups',
    why: 'a join by id only relies on pairs never crossing groups',
    edits: [
      {
        file: 'src/db/found-tenants.ts',
        find: 'on t.id = w.id and ${scope.text} ',
        replace: 'on t.id = w.id and (${scope.text} or true) ',
        tears: 'the scope of the tenants of found ids',
      },
    ],
    suites: ['stray'],
  },
  {
    name: 'units are read without their groups',
    why: 'a search by address starts at units without the scope',
    edits: [
      {
        file: VISIBLE_RECORDS,
        find: "return this.db.selectFrom(hinted('units as u', hint)).where(this.scope.holds('u.group_id'));",
        replace: "return this.db.selectFrom(hinted('units as u', hint));",
        tears: 'the scope of `units()`',
      },
    ],
    suites: ['crowd'],
  },
  {
    name: 'lease-tenant pairs are read without their groups',
    why: 'a query on pairs does not start from the scope',
    edits: [
      {
        file: VISIBLE_RECORDS,
        find: "return this.db.selectFrom(hinted('lease_tenants as p', hint)).where(this.scope.holds('p.group_id'));",
        replace:
          "return this.db.selectFrom(hinted('lease_tenants as p', hint)).where(sql`(${this.scope.holds('p.group_id')} or true)`);",
        tears: 'the scope of `leaseTenants()`',
      },
    ],
    suites: ['callers'],
  },
  {
    name: 'the tenants within a lease are joined without its group',
    why: 'a join by id only relies on pairs never crossing groups',
    edits: [
      {
        file: 'src/db/lease-parts.ts',
        find: "on.onRef('lp.lease_id', '=', 'l.id').onRef('lp.group_id', '=', 'l.group_id'),",
        replace: "on.onRef('lp.lease_id', '=', 'l.id'),",
        tears: 'the group in the join of pairs',
      },
      {
        file: 'src/db/lease-parts.ts',
        find: "on.onRef('lt.id', '=', 'lp.tenant_id').on(ofGroup('lt.group_id', 'lp.group_id'))",
        replace: "on.onRef('lt.id', '=', 'lp.tenant_id')",
        tears: 'the group in the join of tenants',
      },
      {
        file: 'src/db/found-leases.ts',
        find: "on.onRef('l.id', '=', 'p.lease_id').on(ofGroup('l.group_id', 'p.group_id'))",
        replace: "on.onRef('l.id', '=', 'p.lease_id')",
        tears: 'the group in the join of the first leases',
      },
    ],
    suites: ['stray', 'statements'],
  },
  {
    name: 'the leases of a page are joined without the group of their pairs',
    why: 'as above, in the statement that also returns the matching tenants',
    edits: [
      {
        file: VISIBLE_RECORDS,
        find: "on.onRef('l.id', '=', 'w.lease_id').on(ofGroup('l.group_id', 'w.group_id'))",
        replace: "on.onRef('l.id', '=', 'w.lease_id')",
        tears: 'the group in the join of the leases of a page',
      },
    ],
    suites: ['stray', 'statements'],
  },
  {
    name: 'the unit of a lease is joined without its group',
    why: 'a join by id only relies on leases never having a unit of another group',
    edits: [
      {
        file: 'src/db/lease-parts.ts',
        find: "on.onRef('u.id', '=', 'l.unit_id').on(ofGroup('u.group_id', 'l.group_id'))",
        replace: "on.onRef('u.id', '=', 'l.unit_id')",
        tears: 'the group in the join of units',
      },
    ],
    suites: ['stray', 'statements'],
  },
  {
    name: 'the database accepts a pair across groups',
    why: 'a migration builds the key from the tenant’s id only',
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
    name: 'criteria and scope are joined with OR instead of AND',
    why: 'the condition of the criteria is added as an alternative to that of the scope',
    edits: [
      {
        file: VISIBLE_RECORDS,
        find: '`${visible.text} and ${condition.text}`',
        replace: '`${visible.text} or ${condition.text}`',
        tears: 'the AND of scope and criteria in a merge',
      },
    ],
    suites: ['hidden', 'crowd'],
  },
  {
    name: 'a merge reads one group too many',
    why: 'a loop over groups goes one too far',
    edits: [
      {
        file: 'src/db/search/streams.ts',
        find: '  scope.listed.map((group) => ({ index: groupIndex(table), group }));',
        replace:
          '  [...scope.listed, Math.max(...scope.listed) + 1].map((group) => ({ index: groupIndex(table), group }));',
        tears: 'the groups of a scope as streams',
      },
      TRUSTED_GROUPS,
    ],
    suites: ['steps'],
  },
  {
    name: 'a merge over days treats every row as the caller’s',
    why: 'the streams of a date range cover all groups, and no residual filter removes the others',
    edits: [
      {
        file: VISIBLE_RECORDS,
        find: VISIBLE,
        replace: 'const visible = streams.length > 0;',
        tears: 'the check that a stream is within the scope',
      },
    ],
    suites: ['hidden', 'crowd'],
  },
  {
    name: 'more than 100 groups are searched without a scope',
    why: 'the first row of each group is read from the whole index',
    edits: [
      {
        file: VISIBLE_RECORDS,
        find: 'return this.leaseTenants(`force index (${groupIndex(PAIRS_BY_TENANT)})`)',
        replace: "return this.db.selectFrom('lease_tenants as p')",
        tears: 'the scope of `heads()`',
      },
      TRUSTED_GROUPS,
    ],
    suites: ['heads'],
  },
  {
    name: 'an empty list of groups is “no filter”',
    why: '`IN ()` is invalid SQL, so the condition is left out if the list is empty',
    edits: [
      {
        file: 'src/db/match-keys.ts',
        find: 'return values.length === 0 ? sql<SqlBool>`false` :',
        replace: 'return values.length === 0 ? sql<SqlBool>`true` :',
        tears: '`false` for an empty list',
      },
      {
        file: SCOPE,
        find: "return this.groupIds !== 'all' && this.groupIds.length === 0;",
        replace: 'return false;',
        tears: 'no query for an empty scope',
      },
      {
        file: SCOPE,
        find: "return this.groupIds === 'all';",
        replace: "return this.groupIds === 'all' || this.groupIds.length === 0;",
        tears: 'an empty list is not the scope of all groups',
      },
    ],
    suites: ['callers'],
  },
  {
    name: '`node(id)` returns any group',
    why: 'an id that is hard to guess is taken as permission',
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
    why: 'nobody thinks of group names as records',
    edits: [
      {
        file: 'src/db/group-queries.ts',
        find: ".select('g.id').where(scope.holds('g.id'))",
        replace: ".select('g.id')",
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
