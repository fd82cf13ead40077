/** Leaks through what a page reveals of the rows around it: their number, their existence, their position. */

const VISIBLE_RECORDS = 'src/db/visible-records.ts';
const PAGES = 'src/lookups/paginate.ts';

/** @type {readonly import('../edits.mjs').Seed[]} */
export const PAGE_LEAKS = [
  {
    name: 'the count includes all groups',
    why: 'counting seems harmless',
    edits: [
      {
        file: 'src/db/search/tenant-search.ts',
        find: '    if (this.given.identifier !== undefined) return countOf(',
        replace: `    const { scope, db, memory } = this.records;
    if (!scope.isAll) {
      const records = new this.records.constructor(db, await scope.constructor.of(db, { kind: 'all' }), memory);
      return new TenantSearch(records, this.given).count();
    }
    if (this.given.identifier !== undefined) return countOf(`,
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
        file: VISIBLE_RECORDS,
        find: 'const visible = streams.every(',
        replace: 'const visible = batches.some(({ from }) => from > 1) || streams.every(',
        tears: 'the check that a stream is within the scope, after a cursor',
      },
    ],
    suites: ['crowd'],
  },
  {
    name: 'a page is cut to 100 rows before it is filtered by group',
    why: 'rows of other groups are removed after the limit was applied',
    edits: [
      {
        file: VISIBLE_RECORDS,
        find: 'return rows.map(({ run, id, matches = 1 }) => ({ stream: run, id, matches: matches === 1 }));',
        replace:
          'return rows.map(({ run, id, matches = 1 }) => ({ stream: run, id, matches: matches === 1 })).filter(({ matches }) => matches);',
        tears: 'rows that do not match show a merge how far it has read',
      },
    ],
    suites: ['crowd'],
  },
  {
    name: 'matches by day are fetched from all groups',
    why: 'the streams in the same statement are limited to the groups',
    edits: [
      {
        file: 'src/db/search/tenant-walk.ts',
        find: 'return pairsInRange(records, slotsOf(this.given)).limit(',
        replace: `return pairsInRange(records, slotsOf(this.given))
      .clearWhere()
      .where(sql<boolean>\`(\${records.scope.holds('p.group_id')} or true)\`)
      .where(moveInCondition(slotsOf(this.given)) ?? sql<boolean>\`true\`)
      .limit(`,
        tears: 'the scope of the matches beside the streams',
      },
      {
        file: 'src/db/search/tenant-walk.ts',
        find: 'matchingPairs, pairsInRange, slotsOf, slotValues }',
        replace: 'matchingPairs, moveInCondition, pairsInRange, slotsOf, slotValues }',
        tears: 'nothing: the seed needs it',
      },
    ],
    suites: ['hidden'],
  },
  {
    name: '`last_id` and `hasNextPage` come from a row of another group',
    why: 'ids of all groups are read, and hidden ones are removed from the records',
    edits: [
      {
        file: 'src/db/search/tenant-search.ts',
        find: '          : groupStreamsByHead(records),',
        replace: '          : WHOLE_TABLE,',
        tears: 'the groups of a scope as streams',
      },
      {
        file: VISIBLE_RECORDS,
        find: 'const visible = streams.every(({ group }) => (group === undefined ? this.scope.isAll : this.scope.includes(group)));',
        replace:
          'const visible = streams.every(({ group, where }) => (group === undefined ? this.scope.isAll || !where : this.scope.includes(group)));',
        tears: 'the check that a stream of the whole table is within the scope',
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
