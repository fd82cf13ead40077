/** Leaks by what a request may name, and by how it is compared: a stranger’s records for one’s own, or word of a group that is hidden. */

const SCOPE = 'src/db/visibility.ts';
const TENANT = 'src/db/search/tenant-conditions.ts';

/** @type {readonly import('../edits.mjs').Seed[]} */
export const QUESTION_LEAKS = [
  {
    name: 'a group that a request names is not held to what the caller may see',
    why: 'whoever knows the name of a group is taken for one of it',
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
    name: 'an external reference is looked for across groups',
    why: 'the group beside it is checked and then forgotten',
    edits: [
      {
        file: 'src/lookups/leases-for-tenant.ts',
        find: '{ ref: question.group, goesOn',
        replace: '{ ref: question.externalRef === undefined ? question.group : undefined, goesOn',
        tears: 'the group beside an external reference',
      },
    ],
    suites: ['cases'],
  },
  {
    name: 'a hidden group is refused otherwise than one that is not there',
    why: 'a helpful error tells which groups exist',
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
    if (rows.some(({ id }) => !this.includes(id))) throw new ServiceError('notFound');
`,
        tears: 'the scope of a named group',
      },
    ],
    suites: ['cases'],
  },
  {
    name: 'OR for AND between two identifications',
    why: 'each of them alone is legal, so together they look like a choice',
    edits: [
      {
        file: TENANT,
        find: '    .where((eb) => eb.and(tenantConditions(given)))\n    .innerJoin',
        replace: '    .where((eb) => eb.or(tenantConditions(given)))\n    .innerJoin',
        tears: 'every identification holds for the same tenant',
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
        find: '.where((eb) => eb.and(unitConditions(address).map(({ condition }) => condition))),',
        replace: '.where((eb) => eb.or(unitConditions(address).map(({ condition }) => condition))),',
        tears: 'every part holds, from pairs',
      },
      {
        file: 'src/db/search/tenant-search.ts',
        find: '.where((eb) => eb.and(unitConditions(this.question.address).map(({ condition }) => condition)))',
        replace: '.where((eb) => eb.or(unitConditions(this.question.address).map(({ condition }) => condition)))',
        tears: 'from units',
      },
      {
        file: 'src/db/search/tenant-search.ts',
        find: 'condition: sql.join(conditions, sql` and `),',
        replace: 'condition: sql`(${sql.join(conditions, sql` or `)})`,',
        tears: 'and in the sieve of a merge',
      },
    ],
    suites: ['cases'],
  },
  {
    name: 'a number is accepted for an identifier',
    why: 'a database finds the text “1a” for the number 1',
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
    why: 'the usual collation takes a, A and á for the same',
    edits: [
      {
        file: TENANT,
        find: '[sql<SqlBool>`t.identifier_key = ${bytes(identifier)}`]',
        replace: '[sql<SqlBool>`t.identifier collate utf8mb4_general_ci = ${identifier}`]',
        tears: 'the binary key of an identifier',
      },
    ],
    suites: ['cases'],
  },
  {
    name: 'a group’s name in a token matches with a blank behind it',
    why: 'a collation that pads takes `north ` for `north`',
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
    name: 'a subject matches with a blank behind it',
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
