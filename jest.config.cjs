/** @type {import('jest').Config} */
module.exports = {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  transform: { '^.+\\.[jt]s$': '@swc/jest' },
  // These two ship as ES modules alone, which jest cannot require as they are.
  transformIgnorePatterns: ['/node_modules/(?!(?:jose|@faker-js/faker)/)'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.demo/', '<rootDir>/.bench/', '<rootDir>/bench/peers/'],
  maxWorkers: 2,
  testTimeout: 30_000,
};
