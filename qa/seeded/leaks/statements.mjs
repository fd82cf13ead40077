/** Statements whose text is made once. */

import { edit, seed } from '../edits.mjs';

const VISIBLE_RECORDS = 'src/db/visible-records.ts';

export const STATEMENT_LEAKS = [
  seed(
    'a prepared statement is compiled for every group',
    ['nodes', 'callers'],
    edit(
      VISIBLE_RECORDS,
      "isAll ? build(this) : withListAsSlot(build(this), listed, 'groups')",
      "(isAll || listed) && build(\n      new VisibleRecords(\n        this.db,\n        Object.create(Object.getPrototypeOf(this.scope), { groupIds: { value: 'all' } }),\n        this.shared,\n      ),\n    )",
    ),
  ),
  seed(
    'a prepared statement for all groups serves callers who see only some',
    ['callers'],
    edit(VISIBLE_RECORDS, "name: `${name} of ${isAll ? 'all groups' : 'groups'}` }", 'name: `${name} of groups` }'),
  ),
  seed(
    'a prepared statement keeps the groups of its first caller',
    ['nodes', 'callers'],
    edit(
      'src/db/statements.ts',
      'return (await db.executeQuery<Row>({ ...text, parameters })).rows;',
      'this.#texts.set(statement.name, { ...text, parameters });\n    return (await db.executeQuery<Row>({ ...text, parameters })).rows;',
    ),
  ),
  seed(
    'a part of a statement keeps the groups of its first caller',
    ['pagesOfTenants'],
    edit(
      'src/db/statements.ts',
      'const values = statements.flatMap((statement, at) => filled(texts[at]!, statement.values));',
      'const values = statements.flatMap((statement, at) => filled(texts[at]!, statement.values));\n    statements.forEach(({ name }, at) => {\n      if (name !== undefined) this.#texts.set(name, { ...texts[at]!, parameters: filled(texts[at]!, statements[at]!.values) });\n    });',
    ),
  ),
];
