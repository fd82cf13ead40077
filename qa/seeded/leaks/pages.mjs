/** Leaks through what a page reveals of the rows around it: their number, their existence, their position. */

import { edit, seed } from '../edits.mjs';

const TENANT_SEARCH = 'src/db/search/tenant-search.ts';

export const PAGE_LEAKS = [
  seed(
    'the count includes all groups',
    ['callers'],
    edit(
      TENANT_SEARCH,
      '    // A lease may have any number of tenants.',
      "    const { scope, db, shared } = this.visible;\n    if (!scope.isAll) {\n      const records = new this.visible.constructor(db, await scope.constructor.of(db, { kind: 'all' }), shared);\n      return new TenantSearch(records, this.criteria, this.parts).count();\n    }",
    ),
  ),
  seed(
    'a page after a cursor is read without its groups',
    ['crowd'],
    edit(
      TENANT_SEARCH,
      '    const rows = await this.visible.prepared<TenantRow>({',
      "    const { scope, db, shared } = this.visible;\n    if ((bounds.after ?? 0) > 1 && !scope.isAll) {\n      const records = new this.visible.constructor(db, await scope.constructor.of(db, { kind: 'all' }), shared);\n      return new TenantSearch(records, this.criteria, this.parts).read(bounds, route);\n    }\n    const rows = await this.visible.prepared<TenantRow>({",
    ),
  ),
  seed(
    'a page is cut to 100 rows before it is filtered by group',
    ['crowd'],
    edit('src/db/search/ladder.ts', 'if (ids.length === bounds.limit || beyond === null) return ids;', 'return ids;'),
  ),
  seed(
    'matches by day are fetched from all groups',
    ['hidden'],
    edit(
      TENANT_SEARCH,
      '.leaseTenants(index && by(index))',
      ".leaseTenants(index && by(index)).$if(index === 'lease_tenants_by_group_and_day', (q) => q.clearWhere().where(sql`(${records.scope.holds('p.group_id')} or true)`))",
    ),
  ),
  seed(
    '`last_id` and `hasNextPage` come from a row of another group',
    ['hidden', 'crowd'],
    edit(
      TENANT_SEARCH,
      '.leaseTenants(index && by(index))',
      ".leaseTenants(index && by(index)).$if(index === 'primary', (q) => q.clearWhere().where(sql`(${records.scope.holds('p.group_id')} or true)`))",
    ),
  ),
  seed(
    'a cursor is taken as proof that something precedes it',
    ['worlds'],
    edit(
      'src/lookups/paginate.ts',
      "hasPreviousPage: async () => (direction === 'backward' && hasMore) || existsUpTo(after),",
      "hasPreviousPage: async () => (direction === 'backward' && hasMore) || (after === undefined ? existsUpTo(after) : true),",
    ),
  ),
];
