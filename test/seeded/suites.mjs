/**
 * The suites that seeded mistakes are shown to, by the names that the lists use. All are quick, and what they choose at random
 * is the same every time: so is what they see. `only` is a pattern of titles.
 *
 * @typedef {{ files: readonly string[], only?: string, env?: Readonly<Record<string, string>> }} Suite
 * @type {Readonly<Record<string, Suite>>}
 */
export const SUITES = {
  worlds: { files: ['test/worlds.test.ts'], env: { ORACLE_WORLDS: '15', ORACLE_SEED: '20261122' } },
  hidden: { files: ['test/non-interference.test.ts'], env: { NON_INTERFERENCE_WORLDS: '8', ORACLE_SEED: '20261122' } },
  paging: { files: ['test/paging.test.ts'] },
  contract: { files: ['test/contract/'] },
  cases: { files: ['test/contract/contract.test.ts'] },
  oneGroup: { files: ['test/contract/decisions.test.ts'], only: 'D18: the database' },
  nodes: { files: ['test/graphql/nodes.test.ts'] },
  statements: { files: ['test/sql/statements.test.ts'], only: 'holds its driving table' },
  callers: { files: ['test/auth/memberships.test.ts'] },
  claims: { files: ['test/auth/grants.test.ts'] },
  opaque: { files: ['test/auth/opaque-tokens.test.ts'] },
  memory: { files: ['test/auth/remembered-callers.test.ts'] },
  crowd: { files: ['test/hidden-crowd.test.ts'] },
  stray: { files: ['test/db/stray-rows.test.ts'] },
  requests: { files: ['test/graphql/requests.test.ts'] },
  algorithms: { files: ['test/auth/algorithms.test.ts'] },
  keys: { files: ['test/auth/key-set-members.test.ts'] },
};
