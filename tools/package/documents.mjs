/** The documents as the package shows them: without what only a checkout has. */

import { posix } from 'node:path';

/**
 * @param path of the document in the package
 * @param files the paths of everything in the package
 */
export function packedText(path, text, files) {
  const folders = new Set(files.flatMap(foldersOf));
  const isPacked = (target) => files.includes(target) || folders.has(target);
  const leads = (target) =>
    /^(?:[a-z]+:|#)/.test(target) || isPacked(posix.join(posix.dirname(path), target.split('#')[0]).replace(/\/$/, ''));
  return text
    .replaceAll(/<!-- checkout -->\n*[^]*?<!-- \/checkout -->\n*/g, '')
    .replaceAll(/<!-- package\n([^]*?)-->\n/g, '$1')
    .replaceAll(/^!\[[^\]]*\]\(([^)\s]+)\)\n+/gm, (picture, target) => (leads(target) ? picture : ''))
    .replaceAll(/(?<!!)\[([^\]]*)\]\(([^)\s]+)\)/g, (link, label, target) => (leads(target) ? link : label));
}

function foldersOf(path) {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}
