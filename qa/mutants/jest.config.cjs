const base = require('../../jest.config.cjs');

// A mutant's tests need neither the reporter nor the database server of a run.
const { reporters: _, globalSetup: _setup, globalTeardown: _teardown, setupFilesAfterEnv: _each, ...quick } = base;

/** Stryker adds the files. @type {import('jest').Config} */
module.exports = {
  ...quick,
  rootDir: '../..',
  // Stryker loads the environment itself, and reads no TypeScript.
  testEnvironment: 'node',
  testTimeout: 5_000,
};
