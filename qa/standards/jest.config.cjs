const base = require('../../jest.config.cjs');
const { filesOf } = require('../../test/support/tiers.cjs');

/** @type {import('jest').Config} */
module.exports = { ...base, rootDir: '../..', testMatch: filesOf('standards') };
