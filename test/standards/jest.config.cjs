const base = require('../../jest.config.cjs');
const { filesOf } = require('../support/tiers.cjs');

/** @type {import('jest').Config} */
module.exports = { ...base, rootDir: '../..', testMatch: filesOf('standards') };
