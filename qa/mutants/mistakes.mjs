/** Every small mistake that can be made in the source, and the source with a switch for each of some. */

import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { disableTypeChecks, Instrumenter } from '@stryker-mutator/instrumenter';

// The package exports neither. It makes no mistakes with calls, awaits, numbers and fields.
const INTERNALS = '../node_modules/@stryker-mutator/instrumenter/dist/src';
const { transformBabel } = await import(`${INTERNALS}/transformers/babel-transformer.js`);
const { allMutators } = await import(`${INTERNALS}/mutators/mutate.js`);

const sourceOf = ({ start, end }, /** @type {string} */ text) => text.slice(start, end);

/**
 * What replaces a syntax node of Babel, if anything. `text` is that of the whole file.
 * @type {Record<string, (node: any, parent: any, text: string) => any>}
 */
const OWN_KINDS = {
  Call: ({ type, expression }) => {
    const call = expression?.type === 'AwaitExpression' ? expression.argument : expression;
    const isCall = type === 'ExpressionStatement' && /^(?:Optional)?CallExpression$/.test(call.type);
    return isCall && call.callee.type !== 'Super' && { type: 'EmptyStatement' };
  },
  Await: ({ type, argument }) => type === 'AwaitExpression' && argument,
  Number: ({ type, value }, parent) =>
    type === 'NumericLiteral' && parent.key?.value !== value && { type, value: value < 100 ? value + 1 : value * 10 },
  Field: (node, parent, text) => {
    if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined;
    const owner = `${sourceOf(node.object, text)}.`;
    const names = [...new Set(text.split(owner).flatMap((rest, nth) => (nth > 0 && /^\w+/.exec(rest)) || []))];
    const name = names[(names.indexOf(node.property.name) + 1) % names.length];
    return names.length > 1 && { ...node, property: { type: 'Identifier', name } };
  },
  Order: (node) => {
    // The order does not matter to `Math.max` and `Math.min`.
    const isOrdered = node.type === 'CallExpression' && node.callee.object?.name !== 'Math';
    const [one, two, ...rest] = isOrdered ? node.arguments : [];
    return two !== undefined && { ...node, arguments: [two, one, ...rest] };
  },
  Keys: (node, parent, text) => {
    const [one, two, ...rest] = node.type === 'ObjectExpression' ? node.properties : [];
    const swap = (value, { key, computed }) => ({ ...value, key, computed, shorthand: false });
    const differ = one?.value && two?.value && sourceOf(one.value, text) !== sourceOf(two.value, text);
    return differ && { ...node, properties: [swap(one, two), swap(two, one), ...rest] };
  },
};

/**
 * The mistakes in these files, always in the same order, and the files with a switch for each whose id is in `drawn`. `before`
 * and `after` are whole lines, each run of spaces as one; `text` is that of the whole file.
 * @typedef {{ id: string, file: string, line: number, kind: string, before: string, after: string, text: string }} Mistake
 * @returns {Promise<{ mistakes: Mistake[], files: { name: string, content: string }[] }>}
 */
export async function mistakesIn(/** @type {string} */ root, /** @type {string[]} */ names, drawn = new Set()) {
  /** @type {Mistake[]} */
  const mistakes = [];
  const transform = (ast, collector, context) => {
    const text = ast.rawContent;
    const mutators = Object.entries(OWN_KINDS).map(([name, replacement]) => ({
      name,
      mutate: ({ node, parent }) => [replacement(node, parent, text) || []].flat(),
    }));
    const collect = (file, node, change, offset) => {
      const id = String(mistakes.length);
      const ignoreReason = drawn.has(id) ? undefined : 'not drawn';
      const mutant = collector.collect(file, node, { ...change, ignoreReason }, offset);
      const [from, to] = [text.lastIndexOf('\n', node.start) + 1, text.indexOf('\n', node.end)];
      const [start, end] = [text.slice(from, node.start), text.slice(node.end, to)];
      const [before, after] = [text.slice(from, to), start + mutant.replacementCode + end].map(squeezed);
      const whole = text.slice(0, node.start) + mutant.replacementCode + text.slice(node.end);
      mistakes.push({ id, file, line: node.loc.start.line, kind: change.mutatorName, before, after, text: whole });
      return mutant;
    };
    // Without a header of Stryker's.
    transformBabel(ast, { collect, hasPlacedMutants: () => false }, context, [...allMutators, ...mutators]);
  };
  const log = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
  const sources = names.map((name) => ({ name, mutate: true, content: readFileSync(join(root, name), 'utf8') }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { files } = await new Instrumenter(log, undefined, undefined, transform).instrument(sources, options);
  return { mistakes, files: await Promise.all(files.map((file) => disableTypeChecks(file, options))) };
}

const squeezed = (/** @type {string} */ text) => text.replaceAll(/\s+/g, ' ').trim();

/** Those that the compiler lets pass. Each is compiled in a copy of its file, beside it. @param {Mistake[]} mistakes */
export function compiled(/** @type {string} */ root, mistakes) {
  const pathOf = ({ id, file }) => join(root, file.replace(/ts$/, `mistake${id}.ts`));
  for (const mistake of mistakes) writeFileSync(pathOf(mistake), mistake.text);
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false, types: ['node'] };
  const config = { extends: './tsconfig.json', compilerOptions, include: ['src', 'ingest', 'cutover', 'client'] };
  writeFileSync(join(root, 'tsconfig.mistakes.json'), JSON.stringify(config));
  const stdout = errorsIn(root);
  mistakes.map(pathOf).forEach((path) => rmSync(path));
  const refused = new Set([...stdout.matchAll(/\.mistake(\d+)\.ts\(/g)].map(([, id]) => id));
  return mistakes.filter(({ id }) => !refused.has(id));
}

/** What the compiler refuses of other files because of a mistake, if anything. @param {Mistake} mistake */
export function refusalOf(/** @type {string} */ root, { file, text }) {
  const original = readFileSync(join(root, file));
  writeFileSync(join(root, file), text);
  const errors = errorsIn(root);
  writeFileSync(join(root, file), original);
  return errors === '' ? undefined : { path: 'tsc', failed: errors.split('\n')[0] };
}

const CHECK = ['--noEmit', '-p', 'tsconfig.mistakes.json'];
const errorsIn = (/** @type {string} */ root) =>
  String(spawnSync('node_modules/.bin/tsc', CHECK, { cwd: root, maxBuffer: 2 ** 28 }).stdout);
