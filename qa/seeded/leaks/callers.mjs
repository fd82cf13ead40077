/** Leaks that mistake one caller for another, or misread what a token grants. */

const SCOPE = 'src/db/visibility.ts';
const TOKEN = 'src/auth/json-web-token.ts';
const MEMORY = 'src/auth/caller-cache.ts';
const DATABASE = 'src/db/database.ts';

/** @type {readonly import('../edits.mjs').Seed[]} */
export const CALLER_LEAKS = [
  {
    name: 'a string counts as a list of groups',
    why: 'some providers write a list as one string',
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
    name: 'the group “10” gives access to the group “1”',
    why: 'the list is searched as text',
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
    name: 'a list that contains "*" is every group',
    why: 'the wildcard is searched anywhere in the list',
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
    why: 'an absent claim is taken as “no limit”',
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
        file: 'src/db/access/opaque-tokens.ts',
        find: "return { kind: 'stored', groupIds };",
        replace: "return { kind: 'memberships', subject };",
        tears: 'the groups stored with a token',
      },
    ],
    suites: ['opaque'],
  },
  {
    name: 'a revoked token still gives access',
    why: 'a query forgets the column of the revocation',
    edits: [
      {
        file: 'src/auth/opaque-token.ts',
        find: 'if (found === null || found.revoked)',
        replace: 'if (found === null)',
        tears: 'the check of the revocation',
      },
    ],
    suites: ['opaque'],
  },
  {
    name: 'a token is verified with a key that it contains',
    why: 'the header of a token may contain a `jwk` that fits',
    edits: [
      {
        file: TOKEN,
        find: "const key = header.alg === 'HS256' ? secret : (publicKey ?? keySet?.(header, token));",
        replace: `const key =
      header.alg === 'HS256' ? secret : (header.jwk ?? publicKey ?? keySet?.(header, token));`,
        tears: 'keys come only from the settings',
      },
    ],
    suites: ['keys'],
  },
  {
    name: 'a public key is used as an HS256 secret',
    why: 'the header of a token chooses the algorithm of the key',
    edits: [
      {
        file: TOKEN,
        find: "...(secret === undefined ? [] : ['HS256']),",
        replace: "'HS256',",
        tears: 'algorithms come only from the settings',
      },
      {
        file: TOKEN,
        find: "header.alg === 'HS256' ? secret :",
        replace:
          "header.alg === 'HS256' ? (secret ?? Buffer.from(publicKey?.export({ type: 'spki', format: 'pem' }) ?? '')) :",
        tears: 'HS256 is verified only with the secret',
      },
    ],
    suites: ['algorithms'],
  },
  {
    name: 'the cache key of a caller lacks the token’s own part',
    why: 'the cache key is made from a part that all tokens share',
    edits: [
      {
        file: MEMORY,
        find: "const key = hash('sha256', token, 'base64');",
        replace: "const key = hash('sha256', token.slice(0, 20), 'base64');",
        tears: 'the whole token as the cache key',
      },
    ],
    suites: ['callers', 'opaque'],
  },
  {
    name: 'every use of a remembered token extends its time',
    why: 'a sliding expiry never ends for a busy caller',
    edits: [
      {
        file: MEMORY,
        find: '      return cached.caller;',
        replace: `      cache.set(key, { ...cached, until: monotonicNow() + ttlMs });
      return cached.caller;`,
        tears: 'the expiry of the cache',
      },
    ],
    suites: ['memory', 'opaque'],
  },
  {
    name: 'a remembered token outlives its expiry',
    why: '`exp` is checked only when the token is verified',
    edits: [
      {
        file: MEMORY,
        find: ' && !hasExpired(cached.caller, now())',
        replace: '',
        tears: 'the check of the expiry of a remembered token',
      },
    ],
    suites: ['memory'],
  },
  {
    name: 'a remembered caller keeps a membership that was removed',
    why: 'the groups of a grant are read once and kept for ever',
    edits: [
      {
        file: DATABASE,
        find: 'if (known !== undefined && this.now() < known.until) return known.scope;',
        replace: 'if (known !== undefined) return known.scope;',
        tears: 'the expiry of a remembered scope',
      },
      {
        file: MEMORY,
        find: 'monotonicNow() < cached.until && ',
        replace: '',
        tears: 'the expiry of the cache',
      },
    ],
    suites: ['callers', 'opaque'],
  },
  {
    name: 'the cache key of a scope contains only its kind',
    why: 'the key of the second cache lacks the caller',
    edits: [
      {
        file: DATABASE,
        find: 'readonly #scopes = new WeakMap<GroupGrant,',
        replace: 'readonly #scopes = new Map<string,',
        tears: 'the grant itself as the cache key',
      },
      { file: DATABASE, find: 'known = this.#scopes.get(grant);', replace: 'known = this.#scopes.get(grant.kind);' },
      { file: DATABASE, find: 'this.#scopes.set(grant,', replace: 'this.#scopes.set(grant.kind,' },
      { file: DATABASE, find: 'this.#scopes.delete(grant)', replace: 'this.#scopes.delete(grant.kind)' },
    ],
    suites: ['callers'],
  },
];
