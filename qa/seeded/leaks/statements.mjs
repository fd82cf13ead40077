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
    edit(VISIBLE_RECORDS, "`${name} of ${isAll ? 'all groups' : 'groups'}`", '`${name} of groups`'),
  ),
  seed(
    'a prepared statement keeps the groups of its first caller',
    ['nodes', 'callers'],
    edit(
      VISIBLE_RECORDS,
      'groups: this.scope.listed });',
      "groups: (((this.shared as { first?: Record<string, readonly number[]> }).first ??= {})[query.name ?? ''] ??= this.scope.listed) });",
    ),
  ),
  seed(
    'a part of a look keeps the groups of its first caller',
    ['hidden', 'crowd', 'worlds'],
    edit(
      VISIBLE_RECORDS,
      'return this.scope.listed.map((group) =>',
      'return ((this.shared as { first?: readonly number[] }).first ??= this.scope.listed).map((group) =>',
    ),
  ),
];
