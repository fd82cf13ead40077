/**
 * The suites that should notice seeded mistakes, by the names that the lists use. All are part of `npm test`, whose
 * random choices are fixed, so both notice the same. `only` is a pattern of titles.
 * @typedef {{ files: readonly string[], only?: string }} Suite
 * @type {Readonly<Record<string, Suite>>}
 */
export const SUITES = {
  worlds: { files: ['test/worlds.test.ts'] },
  hidden: { files: ['test/non-interference.test.ts'] },
  cases: { files: ['test/contract/contract.test.ts'] },
  oneGroup: { files: ['test/contract/decisions.test.ts'], only: 'D18: the database' },
  nodes: { files: ['test/graphql/nodes.test.ts'] },
  statements: { files: ['test/sql/statements.test.ts'], only: 'holds its driving table' },
  callers: { files: ['test/auth/memberships.test.ts'] },
  claims: { files: ['test/auth/claims.test.ts'] },
  opaque: { files: ['test/auth/opaque-tokens.test.ts'] },
  memory: { files: ['test/auth/caller-cache.test.ts'] },
  crowd: { files: ['test/hidden-crowd.test.ts'] },
  stray: { files: ['test/db/stray-rows.test.ts'] },
  requests: { files: ['test/graphql/requests.test.ts'] },
  algorithms: { files: ['test/auth/forged-tokens.test.ts'] },
  keys: { files: ['test/auth/key-set-members.test.ts'] },
  secrets: { files: ['test/secrets.test.ts'], only: 'every way to print|can be printed|no line, metric' },
  printed: { files: ['test/settings.test.ts'], only: 'print-config' },
  settings: { files: ['test/setting-problems.test.ts'] },
  import: { files: ['test/import/refusals.test.ts'] },
  ids: { files: ['test/graphql/opaque-ids.test.ts'] },
};
