/**
 * Leaks through criteria and how they are compared: the records of another caller, or the existence of a hidden group.
 */

const SCOPE = 'src/db/visibility.ts';
const TENANT = 'src/db/search/tenant-conditions.ts';

/** @type {readonly import('../edits.mjs').Seed[]} */
export const QUESTION_LEAKS = [
  {
    name: 'a group that a request names is not checked against the caller’s groups',
    why: 'knowing the name of a group is taken as permission',
    edits: [
      {
        file: SCOPE,
        find: `      .where(this.holds('g.id'))
`,
        replace: '',
        tears: 'the scope of a named group',
      },
    ],
    suites: ['cases'],
  },
  {
    name: 'an external reference is searched across groups',
    why: 'the group next to it is checked and then forgotten',
    edits: [
      {
        file: 'src/lookups/find-records.ts',
        find: 'const { budget } = session;\n  const records = await session.records(criteria.group);',
        replace:
          'const { budget } = session;\n  const records = await session.records(criteria.externalRef === undefined ? criteria.group : undefined);',
        tears: 'the group with an external reference',
      },
    ],
    suites: ['cases'],
  },
  {
    name: 'a hidden group gives another error than one that does not exist',
    why: 'a helpful error reveals which groups exist',
    edits: [
      {
        file: SCOPE,
        find: "import type { GroupGrant } from '../model/caller';",
        replace: "import { ServiceError } from '../errors';\nimport type { GroupGrant } from '../model/caller';",
        tears: 'one answer for both (decision 11)',
      },
      {
        file: SCOPE,
        find: `      .where(this.holds('g.id'))
      .execute();
`,
        replace: `      .execute();
    if (this.groupIds !== 'all' && rows.some(({ id }) => !this.groupIds.includes(id))) throw new ServiceError('notFound');
`,
        tears: 'the scope of a named group',
      },
    ],
    suites: ['cases'],
  },
  {
    name: 'OR for AND between two identifications',
    why: 'each is allowed alone, so both together look like alternatives',
    edits: [
      {
        file: TENANT,
        find: '.where((eb) => eb.and(tenantConditions(identifications)))',
        replace: '.where((eb) => eb.or(tenantConditions(identifications)))',
        tears: 'all identifications must match the same tenant',
      },
    ],
    suites: ['cases'],
  },
  {
    name: 'OR for AND between two parts of an address',
    why: 'as above, for the fields of an address',
    edits: [
      {
        file: 'src/db/search/tenant-search.ts',
        find: '.where((eb) => eb.and(this.#units.map(({ condition }) => condition))),',
        replace: '.where((eb) => eb.or(this.#units.map(({ condition }) => condition))),',
        tears: 'all parts must match, from pairs',
      },
      {
        file: 'src/db/search/tenant-search.ts',
        find: '.where((eb) => eb.and(this.#units.map(({ condition }) => condition)))\n',
        replace: '.where((eb) => eb.or(this.#units.map(({ condition }) => condition)))\n',
        tears: 'from units',
      },
    ],
    suites: ['cases'],
  },
  {
    name: 'a number is accepted as an identifier',
    why: 'a database finds the text “1a” when it compares with the number 1',
    edits: [
      {
        file: 'src/lookups/fields.ts',
        find: "if (typeof value !== 'string') return refuse(path, 'must be a string');",
        replace: `if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return refuse(path, 'must be a string');`,
        tears: 'the type of a field',
      },
    ],
    suites: ['cases'],
  },
  {
    name: 'identifiers match whatever their letter case or accents',
    why: 'the usual collation treats a, A and á as equal',
    edits: [
      {
        file: TENANT,
        find: 'sql<SqlBool>`t.identifier_key = ${bytes(text)}`',
        replace: 'sql<SqlBool>`t.identifier collate utf8mb4_general_ci = ${text}`',
        tears: 'the binary key of an identifier',
      },
    ],
    suites: ['cases'],
  },
  {
    name: 'a group name in a token matches with a trailing space',
    why: 'a padding collation treats `north ` and `north` as equal',
    edits: [
      {
        file: SCOPE,
        find: `        'g.identifier_key',
        identifiers.map((text) => Buffer.from(text)),`,
        replace: `        'g.identifier',
        identifiers,`,
        tears: 'the binary key of a group',
      },
    ],
    suites: ['callers'],
  },
  {
    name: 'a subject matches with a trailing space',
    why: 'as above, for the caller who has memberships',
    edits: [
      {
        file: SCOPE,
        find: ".where('c.subject_key', '=', bytes(subject))",
        replace: ".where('c.subject', '=', subject)",
        tears: 'the binary key of a subject',
      },
    ],
    suites: ['callers'],
  },
];
