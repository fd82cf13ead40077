/** Leaks in the reads themselves: they forget the groups of their caller, or ask for others. */

import { edit, seed } from '../edits.mjs';

const VISIBLE_RECORDS = 'src/db/visible-records.ts';
const SCOPE = 'src/db/visibility.ts';
const LEASE_SEARCH = 'src/db/search/lease-search.ts';

export const RECORD_LEAKS = [
  seed(
    'leases are read without their groups',
    ['nodes'],
    edit(
      VISIBLE_RECORDS,
      "return this.db.selectFrom(hinted('leases as l', hint)).where(this.scope.holds('l.group_id'));",
      "return this.db.selectFrom(hinted('leases as l', hint)).where(sql`(${this.scope.holds('l.group_id')} or true)`);",
    ),
  ),
  seed(
    'tenants are read without their groups',
    ['nodes'],
    edit(
      VISIBLE_RECORDS,
      "return this.db.selectFrom(hinted('tenants as t', hint)).where(this.scope.holds('t.group_id'));",
      "return this.db.selectFrom(hinted('tenants as t', hint)).where(sql`(${this.scope.holds('t.group_id')} or true)`);",
    ),
  ),
  seed(
    'tenants are read by their ids without their groups',
    ['nodes', 'worlds'],
    edit(
      'src/db/records-by-id.ts',
      'visible.tenants(BY_ID).where(',
      "visible.tenants(BY_ID).clearWhere().where(sql<boolean>`(${visible.scope.holds('t.group_id')} or true)`).where(",
    ),
    edit(
      'src/db/records-by-id.ts',
      "import { among } from './match-keys';",
      "import { sql } from 'kysely';\nimport { among } from './match-keys';",
    ),
  ),
  seed(
    'units are read without their groups',
    ['crowd'],
    edit(
      VISIBLE_RECORDS,
      "return this.db.selectFrom(hinted('units as u', hint)).where(this.scope.holds('u.group_id'));",
      "return this.db.selectFrom(hinted('units as u', hint));",
    ),
  ),
  seed(
    'lease-tenant pairs are read without their groups',
    ['callers'],
    edit(
      VISIBLE_RECORDS,
      "return this.db.selectFrom(hinted('lease_tenants as p', hint)).where(this.scope.holds('p.group_id'));",
      "return this.db.selectFrom(hinted('lease_tenants as p', hint)).where(sql`(${this.scope.holds('p.group_id')} or true)`);",
    ),
  ),
  seed(
    'the tenants within a lease are joined without its group',
    ['stray', 'statements'],
    edit(
      'src/db/rows.ts',
      "on.onRef('lp.lease_id', '=', 'l.id').onRef('lp.group_id', '=', 'l.group_id'),",
      "on.onRef('lp.lease_id', '=', 'l.id'),",
    ),
    edit(
      'src/db/rows.ts',
      "on.onRef('lt.id', '=', 'lp.tenant_id').on(ofGroup('lt.group_id', 'lp.group_id'))",
      "on.onRef('lt.id', '=', 'lp.tenant_id')",
    ),
    edit(
      'src/db/search/conditions.ts',
      "on.onRef('l.id', '=', 'p.lease_id').on(ofGroup('l.group_id', 'p.group_id'))",
      "on.onRef('l.id', '=', 'p.lease_id')",
    ),
  ),
  seed(
    'the tenants of a lease are looked for without its group',
    ['statements'],
    edit(
      LEASE_SEARCH,
      "on.onRef('t.id', '=', 'p.tenant_id').on(ofGroup('t.group_id', 'p.group_id'))",
      "on.onRef('t.id', '=', 'p.tenant_id')",
    ),
  ),
  seed(
    'the unit of a lease is joined without its group',
    ['stray', 'statements'],
    edit(
      'src/db/rows.ts',
      "on.onRef('u.id', '=', 'l.unit_id').on(ofGroup('u.group_id', 'l.group_id'))",
      "on.onRef('u.id', '=', 'l.unit_id')",
    ),
  ),
  seed(
    'the records of a page are joined without the scope',
    ['statements'],
    edit(
      VISIBLE_RECORDS,
      ".innerJoin(joined('tenants as t', 'primary'), 't.id', 'page.id')\n      .where(this.scope.holds('t.group_id'))",
      ".innerJoin(joined('tenants as t', 'primary'), 't.id', 'page.id')",
    ),
    edit(
      VISIBLE_RECORDS,
      ".innerJoin(joined('leases as l', 'primary'), 'l.id', 'page.id')\n      .where(this.scope.holds('l.group_id'))",
      ".innerJoin(joined('leases as l', 'primary'), 'l.id', 'page.id')",
    ),
  ),
  seed(
    'the database accepts a pair across groups',
    ['oneGroup'],
    edit(
      'src/db/migrations/first-release.ts',
      'foreign key (group_id, tenant_id) references tenants (group_id, id) on delete cascade',
      'foreign key (tenant_id) references tenants (id) on delete cascade',
    ),
  ),
  seed(
    'criteria and scope are joined with OR instead of AND',
    ['hidden', 'crowd'],
    edit(
      'src/db/search/tenant-search.ts',
      '.leaseTenants(index && by(index)).where(movedInWithin(this.#range));',
      ".leaseTenants(index && by(index)).clearWhere()\n      .where(sql<boolean>`(${this.visible.scope.holds('p.group_id')} or ${movedInWithin(this.#range)})`);",
    ),
  ),
  seed(
    'a search reads one group too many',
    ['hidden', 'crowd'],
    edit(
      SCOPE,
      '    return among(column, this.groupIds);',
      "    return among(column, column === 'p.group_id' ? [...this.groupIds, Math.max(...this.groupIds) + 1] : this.groupIds);",
    ),
  ),
  seed(
    'leases in the order of the page are read from all groups',
    ['hidden', 'crowd'],
    edit(LEASE_SEARCH, '      .leases(by(index))', '      .leases(by(index))\n      .clearWhere()'),
  ),
  seed(
    'an empty list of groups is “no filter”',
    ['callers'],
    edit(
      'src/db/match-keys.ts',
      'return values.length === 0 ? sql<SqlBool>`false` :',
      'return values.length === 0 ? sql<SqlBool>`true` :',
    ),
    edit(SCOPE, "return this.groupIds !== 'all' && this.groupIds.length === 0;", 'return false;'),
    edit(SCOPE, "return this.groupIds === 'all';", "return this.groupIds === 'all' || this.groupIds.length === 0;"),
  ),
  seed(
    '`node(id)` returns any group',
    ['nodes'],
    edit(
      'src/db/groups.ts',
      "    .select(GROUP_COLUMNS)\n    .where(scope.holds('g.id'))\n",
      '    .select(GROUP_COLUMNS)\n',
    ),
  ),
  seed(
    '`viewer.groups` lists every group',
    ['callers'],
    edit('src/db/groups.ts', ".select('g.id').where(scope.holds('g.id'))", ".select('g.id')"),
    edit(
      'src/db/groups.ts',
      "    .select(GROUP_COLUMNS)\n    .where(scope.holds('g.id'))\n",
      '    .select(GROUP_COLUMNS)\n',
    ),
  ),
];
