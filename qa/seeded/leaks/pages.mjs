/** Leaks through what a page reveals of the rows around it: their number, their existence, their position. */

const TENANT_SEARCH = 'src/db/search/tenant-search.ts';
const PAGES = 'src/lookups/paginate.ts';

/** @type {readonly import('../edits.mjs').Seed[]} */
export const PAGE_LEAKS = [
  {
    name: 'the count includes all groups',
    why: 'counting seems harmless',
    edits: [
      {
        file: TENANT_SEARCH,
        find: '    // A lease may have any number of tenants.',
        replace: `    const { scope, db, shared } = this.records;
    if (!scope.isAll) {
      const records = new this.records.constructor(db, await scope.constructor.of(db, { kind: 'all' }), shared);
      return new TenantSearch(records, this.criteria).count();
    }`,
        tears: 'the scope of the count',
      },
    ],
    suites: ['callers'],
  },
  {
    name: 'a page after a cursor is read without its groups',
    why: 'a cursor is taken as proof that its holder may see what follows',
    edits: [
      {
        file: TENANT_SEARCH,
        find: '    const rows = await pageOf(this.#matches(index)',
        replace: `    const { scope, db, shared } = this.records;
    if ((bounds.after ?? 0) > 1 && !scope.isAll) {
      const records = new this.records.constructor(db, await scope.constructor.of(db, { kind: 'all' }), shared);
      return new TenantSearch(records, this.criteria).read(bounds, index);
    }
    const rows = await pageOf(this.#matches(index)`,
        tears: 'the scope of a page after a cursor',
      },
    ],
    suites: ['crowd'],
  },
  {
    name: 'a page is cut to 100 rows before it is filtered by group',
    why: 'the rows that a rung passes are taken for the page, though rows of other groups are among them',
    edits: [
      {
        file: 'src/db/search/ladder.ts',
        find: 'if (ids.length === bounds.limit || beyond === null) return ids;',
        replace: 'return ids;',
        tears: 'a rung that does not fill the page is followed by the next',
      },
    ],
    suites: ['crowd'],
  },
  {
    name: 'matches by day are fetched from all groups',
    why: 'an index that begins with the group seems to be limited to the groups',
    edits: [
      {
        file: TENANT_SEARCH,
        find: '.leaseTenants(index && by(index))',
        replace:
          ".leaseTenants(index && by(index)).$if(index === 'lease_tenants_by_group_and_day', (q) => q.clearWhere())",
        tears: 'the scope of the pairs by group and day',
      },
    ],
    suites: ['hidden'],
  },
  {
    name: '`last_id` and `hasNextPage` come from a row of another group',
    why: 'ids of all groups are read, and hidden ones are removed from the records',
    edits: [
      {
        file: TENANT_SEARCH,
        find: '.leaseTenants(index && by(index))',
        replace: ".leaseTenants(index && by(index)).$if(index === 'primary', (q) => q.clearWhere())",
        tears: 'the scope of the pairs in the order of the page',
      },
    ],
    suites: ['hidden', 'crowd'],
  },
  {
    name: 'a cursor is taken as proof that something precedes it',
    why: 'it saves a statement, and is true for every cursor that this caller was given',
    edits: [
      {
        file: PAGES,
        find: "hasPreviousPage: async () => (direction === 'backward' && hasMore) || existsUpTo(after),",
        replace:
          "hasPreviousPage: async () => (direction === 'backward' && hasMore) || (after === undefined ? existsUpTo(after) : true),",
        tears: 'the check of what this caller sees before the cursor',
      },
    ],
    suites: ['worlds'],
  },
];
