/** Leaks by who a caller is taken for, and by what a token is taken to grant. */

const SCOPE = 'src/db/visibility.ts';
const TOKEN = 'src/auth/json-web-token.ts';
const MEMORY = 'src/auth/remembered-callers.ts';
const DATABASE = 'src/db/database.ts';

/** @type {readonly import('../edits.mjs').Seed[]} */
export const CALLER_LEAKS = [
  {
    name: 'a text counts as a list of groups',
    why: 'some providers write a list as one text',
    edits: [
      {
        file: TOKEN,
        find: "if (claim === '*') return { kind: 'all' };",
        replace: `if (claim === '*') return { kind: 'all' };
    if (typeof claim === 'string') return { kind: 'listed', identifiers: claim.split(',') };`,
        tears: 'the form of the groups claim',
      },
    ],
    suites: ['claims'],
  },
  {
    name: 'the group “10” opens the group “1”',
    why: 'whether a list holds a group is asked of its text',
    edits: [
      {
        file: SCOPE,
        find: `      among(
        'g.identifier_key',
        identifiers.map((text) => Buffer.from(text)),
      ),`,
        replace: '      sql<SqlBool>`instr(${JSON.stringify(identifiers)}, g.identifier) > 0`,',
        tears: 'the binary key of a group',
      },
    ],
    suites: ['callers'],
  },
  {
    name: 'a list that holds "*" is every group',
    why: 'the mark is looked for wherever it may stand',
    edits: [
      {
        file: TOKEN,
        find: "if (claim === '*') return { kind: 'all' };",
        replace: "if (claim === '*' || (Array.isArray(claim) && claim.includes('*'))) return { kind: 'all' };",
        tears: 'the form of the groups claim',
      },
    ],
    suites: ['claims', 'callers'],
  },
  {
    name: 'a token without a groups claim sees every group',
    why: 'absent is taken for “no limit”',
    edits: [
      {
        file: TOKEN,
        find: "return subject === undefined ? { kind: 'listed', identifiers: [] } : { kind: 'memberships', subject };",
        replace: "return subject === undefined ? { kind: 'all' } : { kind: 'memberships', subject };",
        tears: 'no claim and no subject is no group',
      },
    ],
    suites: ['claims', 'callers'],
  },
  {
    name: 'the groups that an opaque token was given are ignored',
    why: 'the memberships of its subject are read instead',
    edits: [
      {
        file: 'src/db/opaque-token-lookup.ts',
        find: 'return { kind, identifiers };',
        replace: "return { kind: 'memberships', subject };",
        tears: 'the groups stored with a token',
      },
    ],
    suites: ['opaque'],
  },
  {
    name: 'a revoked token still shows what it showed',
    why: 'a revocation is a column that a read forgets',
    edits: [
      {
        file: 'src/auth/opaque-token.ts',
        find: 'if (found === null || found.revoked)',
        replace: 'if (found === null)',
        tears: 'the look at the revocation',
      },
    ],
    suites: ['opaque'],
  },
  {
    name: 'a token is verified with the key that it brings',
    why: 'the header of a token may hold a `jwk`, and it fits',
    edits: [
      {
        file: TOKEN,
        find: "const key = header.alg === 'HS256' ? secret : (publicKey ?? keySet?.(header, token));",
        replace: `const key =
      header.alg === 'HS256' ? secret : (header.jwk ?? publicKey ?? keySet?.(header, token));`,
        tears: 'keys come from the settings alone',
      },
    ],
    suites: ['keys'],
  },
  {
    name: 'a public key is taken for an HS256 secret',
    why: 'the header of a token says by which algorithm its key is used',
    edits: [
      {
        file: TOKEN,
        find: "...(secret === undefined ? [] : ['HS256']),",
        replace: "'HS256',",
        tears: 'algorithms come from the settings alone',
      },
      {
        file: TOKEN,
        find: "header.alg === 'HS256' ? secret :",
        replace:
          "header.alg === 'HS256' ? (secret ?? Buffer.from(publicKey?.export({ type: 'spki', format: 'pem' }) ?? '')) :",
        tears: 'HS256 is verified with the secret alone',
      },
    ],
    suites: ['algorithms'],
  },
  {
    name: 'a remembered caller is known without the token’s own part',
    why: 'the key of the memory is made of what all tokens share',
    edits: [
      {
        file: MEMORY,
        find: "const key = hash('sha256', token, 'base64');",
        replace: "const key = hash('sha256', token.slice(0, 20), 'base64');",
        tears: 'the whole token as the key of the memory',
      },
    ],
    suites: ['callers', 'opaque'],
  },
  {
    name: 'a remembered token lives on with every use',
    why: 'a memory that slides never ends for a busy caller',
    edits: [
      {
        file: MEMORY,
        find: '      return remembered.caller;',
        replace: `      known.set(key, { ...remembered, until: monotonicNow() + forMs });
      return remembered.caller;`,
        tears: 'the end of the memory',
      },
    ],
    suites: ['memory', 'opaque'],
  },
  {
    name: 'a remembered token outlives its expiry',
    why: '`exp` is looked at once, when the token is verified',
    edits: [
      {
        file: MEMORY,
        find: ' && !hasExpired(remembered.caller, now())',
        replace: '',
        tears: 'the look at the expiry of what is remembered',
      },
    ],
    suites: ['memory'],
  },
  {
    name: 'a remembered caller outlives a membership',
    why: 'what a grant stands for is looked up once for good',
    edits: [
      {
        file: DATABASE,
        find: 'if (known !== undefined && this.now() < known.until) return known.scope;',
        replace: 'if (known !== undefined) return known.scope;',
        tears: 'the end of a remembered scope',
      },
      {
        file: MEMORY,
        find: 'monotonicNow() < remembered.until && ',
        replace: '',
        tears: 'the end of the memory',
      },
    ],
    suites: ['callers', 'opaque'],
  },
  {
    name: 'a remembered scope is known by its kind alone',
    why: 'the key of the second memory forgets whose it is',
    edits: [
      {
        file: DATABASE,
        find: 'readonly #scopes = new WeakMap<GroupGrant,',
        replace: 'readonly #scopes = new Map<string,',
        tears: 'the grant itself as the key',
      },
      { file: DATABASE, find: 'this.#scopes.get(grant)', replace: 'this.#scopes.get(grant.kind)' },
      { file: DATABASE, find: 'this.#scopes.set(grant,', replace: 'this.#scopes.set(grant.kind,' },
      { file: DATABASE, find: 'this.#scopes.delete(grant)', replace: 'this.#scopes.delete(grant.kind)' },
    ],
    suites: ['callers'],
  },
];
