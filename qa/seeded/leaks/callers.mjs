/** Leaks that mistake one caller for another, or misread what a token grants. */

import { edit, seed } from '../edits.mjs';

const TOKEN = 'src/auth/json-web-token.ts';
const MEMORY = 'src/auth/authenticate.ts';
const DATABASE = 'src/db/database.ts';

export const CALLER_LEAKS = [
  seed(
    'a string counts as a list of groups',
    ['claims'],
    edit(
      TOKEN,
      "if (claim === '*') return { kind: 'all' };",
      "if (claim === '*') return { kind: 'all' };\n    if (typeof claim === 'string') return { kind: 'listed', identifiers: claim.split(',') };",
    ),
  ),
  seed(
    'the group “10” gives access to the group “1”',
    ['callers'],
    edit(
      'src/db/visibility.ts',
      "      among(\n        'g.identifier_key',\n        identifiers.map((text) => Buffer.from(text)),\n      ),",
      '      sql<SqlBool>`instr(${JSON.stringify(identifiers)}, g.identifier) > 0`,',
    ),
  ),
  seed(
    'a list that contains "*" is every group',
    ['claims', 'callers'],
    edit(
      TOKEN,
      "if (claim === '*') return { kind: 'all' };",
      "if (claim === '*' || (Array.isArray(claim) && claim.includes('*'))) return { kind: 'all' };",
    ),
  ),
  seed(
    'a token without a groups claim sees every group',
    ['claims', 'callers'],
    edit(
      TOKEN,
      "return subject === undefined ? { kind: 'listed', identifiers: [] } : { kind: 'memberships', subject };",
      "return subject === undefined ? { kind: 'all' } : { kind: 'memberships', subject };",
    ),
  ),
  seed(
    'the groups that an opaque token was given are ignored',
    ['opaque'],
    edit('src/db/access/opaque-tokens.ts', "? { kind: 'stored', groupIds }", "? { kind: 'memberships', subject }"),
  ),
  seed(
    'a revoked token still gives access',
    ['opaque'],
    edit('src/auth/opaque-token.ts', 'if (stored === null || stored.revoked)', 'if (stored === null)'),
  ),
  seed(
    'a token is verified with a key that it contains',
    ['algorithms'],
    edit(
      TOKEN,
      'const key = keys[nth] ?? (header.alg',
      "const key = (header.alg === 'HS256' ? undefined : header.jwk) ?? keys[nth] ?? (header.alg",
    ),
  ),
  seed(
    'a public key is used as an HS256 secret',
    ['algorithms'],
    edit(TOKEN, "...(secrets.length === 0 ? [] : ['HS256']),", "'HS256',"),
    edit(
      TOKEN,
      "algorithm === 'HS256' ? secrets :",
      "algorithm === 'HS256' ? [...secrets, ...publicKeys.map((key) => Buffer.from(key.export({ type: 'spki', format: 'pem' })))] :",
    ),
  ),
  seed(
    'the cache key of a caller lacks the token’s own part',
    ['callers', 'opaque'],
    edit(
      MEMORY,
      "const key = hash('sha256', token, 'base64');",
      "const key = hash('sha256', token.slice(0, 20), 'base64');",
    ),
  ),
  seed(
    'every use of a remembered token extends its time',
    ['memory', 'opaque'],
    edit(
      MEMORY,
      '      return cached.caller;',
      '      cache.set(key, { ...cached, until: monotonicNow() + ttlMs });\n      return cached.caller;',
    ),
  ),
  seed('a remembered token outlives its expiry', ['memory'], edit(MEMORY, ' && !hasExpired(cached.caller, now())', '')),
  seed(
    'a remembered caller keeps a membership that was removed',
    ['callers', 'opaque'],
    edit(
      DATABASE,
      'if (kept !== undefined && this.now() < kept.until) return kept.scope;',
      'if (kept !== undefined) return kept.scope;',
    ),
    edit(MEMORY, 'monotonicNow() < cached.until && ', ''),
  ),
  seed(
    'the cache key of a scope contains only its kind',
    ['callers'],
    edit(DATABASE, 'readonly #scopes = new WeakMap<GroupGrant,', 'readonly #scopes = new Map<string,'),
    edit(DATABASE, 'kept = this.#scopes.get(grant);', 'kept = this.#scopes.get(grant.kind);'),
    edit(DATABASE, 'this.#scopes.set(grant,', 'this.#scopes.set(grant.kind,'),
    edit(DATABASE, 'this.#scopes.delete(grant)', 'this.#scopes.delete(grant.kind)'),
  ),
];
