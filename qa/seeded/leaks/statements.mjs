/** Statements whose text is made once. */

const VISIBLE_RECORDS = 'src/db/visible-records.ts';

/** @type {readonly import('../edits.mjs').Seed[]} */
export const STATEMENT_LEAKS = [
  {
    name: 'a prepared statement is compiled for every group',
    why: 'the cached text is compiled with the scope of all groups',
    edits: [
      {
        file: VISIBLE_RECORDS,
        find: "isAll ? build(this) : withListAsSlot(build(this), listed, 'groups')",
        replace: `(isAll || listed) && build(
      new VisibleRecords(
        this.db,
        Object.create(Object.getPrototypeOf(this.scope), { groupIds: { value: 'all' } }),
        this.shared,
      ),
    )`,
        tears: 'the groups of a prepared statement, and the check that it has them',
      },
    ],
    suites: ['nodes', 'callers'],
  },
  {
    name: 'a prepared statement for all groups serves callers who see only some',
    why: 'the cache key of a text does not contain the scope',
    edits: [
      {
        file: VISIBLE_RECORDS,
        find: "name: `${name} of ${isAll ? 'all groups' : 'groups'}` }",
        replace: 'name: `${name} of groups` }',
        tears: 'the scope in the name of a prepared statement',
      },
    ],
    suites: ['callers'],
  },
  {
    name: 'a prepared statement keeps the groups of its first caller',
    why: 'the values are bound once, with the text',
    edits: [
      {
        file: 'src/db/statements.ts',
        find: 'return (await db.executeQuery<Row>({ ...text, parameters })).rows;',
        replace: `this.#texts.set(statement.name, { ...text, parameters });
    return (await db.executeQuery<Row>({ ...text, parameters })).rows;`,
        tears: 'fresh values for each call',
      },
    ],
    suites: ['nodes', 'callers'],
  },
  {
    name: 'a part of a statement keeps the groups of its first caller',
    why: 'as above, for the parts of a union',
    edits: [
      {
        file: 'src/db/statements.ts',
        find: 'const values = statements.flatMap((statement, at) => filled(texts[at]!, statement.values));',
        replace: `const values = statements.flatMap((statement, at) => filled(texts[at]!, statement.values));
    statements.forEach(({ name }, at) => {
      if (name !== undefined) this.#texts.set(name, { ...texts[at]!, parameters: filled(texts[at]!, statements[at]!.values) });
    });`,
        tears: 'fresh values for each call',
      },
    ],
    suites: ['pagesOfTenants'],
  },
];
