const { appendFileSync, existsSync, readFileSync, rmSync } = require('node:fs');

const [LOG, REACHED, ACTIVE] = ['log', 'reached', 'active'].map((name) => `${process.env.TMPDIR}/${name}`);

const tell = (event) => appendFileSync(LOG, `${JSON.stringify(event)}\n`);

/** Notes what Jest does, a line for each event, and lets it run test files in the order of the command line. */
module.exports = class {
  sort = (tests) => tests.toSorted((one, other) => process.argv.indexOf(one.path) - process.argv.indexOf(other.path));
  allFailedTests = (tests) => tests;
  cacheResults() {}

  onTestFileStart({ path }) {
    tell({ path });
  }

  onTestCaseResult({ path }, { status, fullName }) {
    if (status !== 'failed') return;
    tell({ path, failed: fullName });
    // One failure is enough. Ends the programs that the test started, too.
    if (readFileSync(ACTIVE, 'utf8') !== '') process.kill(-process.pid, 'SIGKILL');
  }

  onTestFileResult({ path }, { failureMessage, perfStats }) {
    const reached = existsSync(REACHED) ? readFileSync(REACHED, 'utf8').trim().split(' ') : [];
    rmSync(REACHED, { force: true });
    tell({ path, reached, seconds: perfStats.runtime / 1000, failed: failureMessage?.trim().split('\n')[0] });
  }
};
