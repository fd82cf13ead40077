/**
 * Jest compiles each module again for each test file, which takes half of the time in which a gateway is loaded. With this
 * file, a worker compiles a source once and runs it in the context of each test file.
 */

import vm, { type Script } from 'node:vm';

interface Compiled {
  readonly source: string;
  readonly script: Script;
}

const compiledFiles = new Map<string, Compiled>();
const { compileFunction } = vm;

vm.compileFunction = (source, parameters = [], options = {}) => {
  const { filename = '', parsingContext } = options;
  // Such a source asks its own test file for what it imports.
  if (parsingContext === undefined || source.includes('import(')) return compileFunction(source, parameters, options);
  let compiled = compiledFiles.get(filename);
  if (compiled?.source !== source) {
    const head = `(function (${parameters.join(', ')}) {`;
    const script = new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
    compiledFiles.set(filename, (compiled = { source, script }));
  }
  return compiled.script.runInContext(parsingContext) as ReturnType<typeof compileFunction>;
};
