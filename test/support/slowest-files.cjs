const { relative } = require('node:path');

const COUNT = 20;

/** A Jest reporter that prints the slowest files after a run of many files. */
module.exports = class SlowestFiles {
  onRunComplete(_contexts, { testResults }) {
    if (testResults.length <= COUNT) return;
    const slowest = testResults.toSorted((one, other) => secondsOf(other) - secondsOf(one)).slice(0, COUNT);
    const lines = slowest.map(
      (file) => `${secondsOf(file).toFixed(1).padStart(7)} s  ${relative('', file.testFilePath)}`,
    );
    console.log(`\nThe slowest ${COUNT} of ${testResults.length} files:\n${lines.join('\n')}`);
  }
};

const secondsOf = ({ perfStats: { start, end } }) => (end - start) / 1000;
