/** @type {import('jest').Config} */
module.exports = {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  transform: { '^.+\\.[jt]s$': '@swc/jest' },
  // These two ship as ES modules alone, which jest cannot require as they are.
  transformIgnorePatterns: ['/node_modules/(?!(?:jose|@faker-js/faker)/)'],
  // Twelve minutes on 100,000 leases in three orders: `npm run test:plans`. The pages under writers: `npm run test:writers`.
  testPathIgnorePatterns: process.env.LONG_TESTS ? [] : ['<rootDir>/test/plans/', '<rootDir>/test/writers/pages'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.demo/', '<rootDir>/.bench/'],
  maxWorkers: 2,
  testTimeout: 30_000,
};
