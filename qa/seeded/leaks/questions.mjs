/**
 * Leaks through criteria and how they are compared: the records of another caller, or the existence of a hidden group.
 */

import { edit, seed } from '../edits.mjs';

const SCOPE = 'src/db/visibility.ts';
const TENANT = 'src/db/search/conditions.ts';

export const QUESTION_LEAKS = [
  seed(
    'a group that a request names is not checked against the caller’s groups',
    ['cases'],
    edit(SCOPE, "      .where(this.holds('g.id'))\n", ''),
  ),
  seed(
    'an external reference is searched across groups',
    ['cases'],
    edit(
      'src/lookups/find-records.ts',
      'const { budget } = session;\n  const records = await session.records(criteria.group);',
      'const { budget } = session;\n  const records = await session.records(criteria.externalRef === undefined ? criteria.group : undefined);',
    ),
  ),
  seed(
    'a hidden group gives another error than one that does not exist',
    ['cases'],
    edit(
      SCOPE,
      "import type { GroupGrant } from '../model/caller';",
      "import { ServiceError } from '../errors';\nimport type { GroupGrant } from '../model/caller';",
    ),
    edit(
      SCOPE,
      "      .where(this.holds('g.id'))\n      .execute();\n",
      "      .execute();\n    if (this.groupIds !== 'all' && rows.some(({ id }) => !this.groupIds.includes(id))) throw new ServiceError('notFound');\n",
    ),
  ),
  seed(
    'OR for AND between two identifications',
    ['cases'],
    edit(
      TENANT,
      '.where((eb) => eb.and(tenantConditions(identifications)))',
      '.where((eb) => eb.or(tenantConditions(identifications)))',
    ),
  ),
  seed(
    'OR for AND between two parts of an address',
    ['cases'],
    edit(
      'src/db/search/tenant-search.ts',
      '.where((eb) => eb.and(this.#units.map(({ condition }) => condition))),',
      '.where((eb) => eb.or(this.#units.map(({ condition }) => condition))),',
    ),
    edit(
      'src/db/search/tenant-search.ts',
      '.where((eb) => eb.and(this.#units.map(({ condition }) => condition)))\n',
      '.where((eb) => eb.or(this.#units.map(({ condition }) => condition)))\n',
    ),
  ),
  seed(
    'a number is accepted as an identifier',
    ['cases'],
    edit(
      'src/lookups/criteria.ts',
      "if (typeof value !== 'string') return refuse(path, 'must be a string');",
      "if (typeof value === 'number') return String(value);\n  if (typeof value !== 'string') return refuse(path, 'must be a string');",
    ),
  ),
  seed(
    'identifiers match whatever their letter case or accents',
    ['cases'],
    edit(
      TENANT,
      'sql<SqlBool>`t.identifier_key = ${bytes(text)}`',
      'sql<SqlBool>`t.identifier collate utf8mb4_general_ci = ${text}`',
    ),
  ),
  seed(
    'a group name in a token matches with a trailing space',
    ['callers'],
    edit(
      SCOPE,
      "        'g.identifier_key',\n        identifiers.map((text) => Buffer.from(text)),",
      "        'g.identifier',\n        identifiers,",
    ),
  ),
  seed(
    'a subject matches with a trailing space',
    ['callers'],
    edit(SCOPE, ".where('c.subject_key', '=', bytes(subject))", ".where('c.subject', '=', subject)"),
  ),
];
