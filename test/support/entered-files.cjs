/**
 * Loaded into a program before its own code. At a first SIGUSR2 it writes how many modules are loaded, and then notes which
 * functions run. At a second one it writes a line with the source files that they are in.
 */

const { Session } = require('node:inspector');

const BUILT = /\/dist\/(src\/.*)\.js$/;

const session = new Session();
session.connect();
session.post('Profiler.enable');

process.once('SIGUSR2', () => {
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  process.once('SIGUSR2', () => session.post('Profiler.takePreciseCoverage', write));
  console.log(`watching, with ${Object.keys(require.cache).length} modules`);
});

/** @param {{ result: { url: string, functions: { ranges: { count: number }[] }[] }[] }} coverage */
function write(_failure, { result }) {
  const entered = result.filter(({ functions }) => functions.some(({ ranges: [range] }) => range.count > 0));
  const files = entered.map(({ url }) => BUILT.exec(url)?.[1]).filter((path) => path !== undefined);
  console.log(
    `entered: ${files
      .map((path) => `${path}.ts`)
      .sort()
      .join(' ')}`,
  );
}
