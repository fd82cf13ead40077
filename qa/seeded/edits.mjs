import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A mistake, made by all of its edits together. `suites` are names of `suites.mjs`.
 * @typedef {{ file: string, find: string, replace: string }} Edit
 * @typedef {{ name: string, edits: readonly Edit[], suites: readonly string[] }} Seed
 */

/** @returns {Edit} */
export const edit = (file, find, replace) => ({ file, find, replace });

/** @returns {Seed} */
export const seed = (name, suites, ...edits) => ({ name, suites, edits });

/**
 * The files that a seed changes, before and after. Nothing is written.
 *
 * @param {string} root
 * @param {Seed} seed
 * @throws when the text of an edit does not stand in its file exactly once
 */
export function editedFiles(root, { name, edits }) {
  /** @type {Map<string, { before: string, after: string }>} */
  const files = new Map();
  for (const { file, find, replace } of edits) {
    const before = files.get(file)?.before ?? readFileSync(join(root, file), 'utf8');
    const [start, end, ...more] = (files.get(file)?.after ?? before).split(find);
    if (end === undefined || more.length > 0) {
      const times = end === undefined ? 'nowhere' : `${more.length + 1} times`;
      throw new Error(`“${name}”: this seed no longer fits. Its text stands ${times} in ${file}:\n${find}`);
    }
    files.set(file, { before, after: start + replace + end });
  }
  return files;
}

/** Applies a seed to the checkout at `root`. Returns a function that reverts it. */
export function sow(root, seed) {
  const files = [...editedFiles(root, seed)];
  for (const [file, { after }] of files) writeFileSync(join(root, file), after);
  return () => {
    for (const [file, { before }] of files) writeFileSync(join(root, file), before);
  };
}
