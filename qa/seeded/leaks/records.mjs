/** Leaks in the reads themselves: they forget the groups of their caller, or ask for others. */

const VISIBLE_RECORDS = 'src/db/visible-records.ts';
const SCOPE = 'src/db/visibility.ts';

const TENANT_SEARCH = 'src/db/search/tenant-search.ts';
const LEASE_SEARCH = 'src/db/search/lease-search.ts';

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
    name: 'the tenants of a page are read without their groups',
    why: 'reading by id only relies on pairs never crossing groups',
    edits: [
      {
        file: 'src/db/listing.ts',
        find: '    .tenants(BY_ID)\n',
        replace:
          "    .tenants(BY_ID)\n    .clearWhere()\n    .where(sql<boolean>`(${records.scope.holds('t.group_id')} or true)`)\n",
        tears: 'the scope of the tenants of a page',
      },
      {
        file: 'src/db/listing.ts',
        find: "import { among } from './match-keys';",
        replace: "import { sql } from 'kysely';\nimport { among } from './match-keys';",
        tears: 'nothing: the seed needs it',
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
        file: 'src/db/lease-queries.ts',
        find: "on.onRef('lp.lease_id', '=', 'l.id').onRef('lp.group_id', '=', 'l.group_id'),",
        replace: "on.onRef('lp.lease_id', '=', 'l.id'),",
        tears: 'the group in the join of pairs',
      },
      {
        file: 'src/db/lease-queries.ts',
        find: "on.onRef('lt.id', '=', 'lp.tenant_id').on(ofGroup('lt.group_id', 'lp.group_id'))",
        replace: "on.onRef('lt.id', '=', 'lp.tenant_id')",
        tears: 'the group in the join of tenants',
      },
      {
        file: 'src/db/search/tenant-conditions.ts',
        find: "on.onRef('l.id', '=', 'p.lease_id').on(ofGroup('l.group_id', 'p.group_id'))",
        replace: "on.onRef('l.id', '=', 'p.lease_id')",
        tears: 'the group in the join of the first leases',
      },
    ],
    suites: ['stray', 'statements'],
  },
  {
    name: 'the tenants of a lease are looked for without its group',
    why: 'as above, in the statement that checks one lease after another',
    edits: [
      {
        file: LEASE_SEARCH,
        find: "on.onRef('t.id', '=', 'p.tenant_id').on(ofGroup('t.group_id', 'p.group_id'))",
        replace: "on.onRef('t.id', '=', 'p.tenant_id')",
        tears: 'the group in the join of the tenants of a lease',
      },
    ],
    suites: ['statements'],
  },
  {
    name: 'the unit of a lease is joined without its group',
    why: 'a join by id only relies on leases never having a unit of another group',
    edits: [
      {
        file: 'src/db/lease-queries.ts',
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
        file: 'src/db/migrations/first-release.ts',
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
        file: TENANT_SEARCH,
        find: '.leaseTenants(index && by(index)).where(movedInWithin(this.#range));',
        replace: `.leaseTenants(index && by(index)).clearWhere()
      .where(sql<boolean>\`(\${this.records.scope.holds('p.group_id')} or \${movedInWithin(this.#range)})\`);`,
        tears: 'the AND of scope and criteria in a search',
      },
    ],
    suites: ['hidden', 'crowd'],
  },
  {
    name: 'a search reads one group too many',
    why: 'a list of groups goes one too far',
    edits: [
      {
        file: SCOPE,
        find: '    return among(column, this.groupIds);',
        replace:
          "    return among(column, column === 'p.group_id' ? [...this.groupIds, Math.max(...this.groupIds) + 1] : this.groupIds);",
        tears: 'the groups of a scope in a search',
      },
    ],
    suites: ['hidden', 'crowd'],
  },
  {
    name: 'leases in the order of the page are read from all groups',
    why: 'the tenants of each lease are checked, and so the leases seem to be',
    edits: [
      {
        file: LEASE_SEARCH,
        find: '      .leases(by(this.indexInOrder))',
        replace: '      .leases(by(this.indexInOrder))\n      .clearWhere()',
        tears: 'the scope of the leases in the order of the page',
      },
    ],
    suites: ['hidden', 'crowd'],
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
        file: 'src/db/listing.ts',
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
        file: 'src/db/listing.ts',
        find: ".select('g.id').where(scope.holds('g.id'))",
        replace: ".select('g.id')",
        tears: 'the scope of the list of groups',
      },
      {
        file: 'src/db/listing.ts',
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
