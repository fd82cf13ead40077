/** The licences of everything that an installation of the package brings. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages of production in a lock file, in the order of their names and versions. */
export function runtimePackages(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, optional, peer }]) => path !== '' && !dev && !devOptional && !optional && !peer)
    .map(([path, { name, version }]) => {
      const manifest = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'));
      return { name: name ?? manifest.name, version, licence: licenceOf(manifest), texts: textsOf(join(folder, path)) };
    })
    .toSorted((one, other) => compared(one.name, other.name) || compared(one.version, other.version))
    .filter(({ name, version }, index, all) => name !== all[index - 1]?.name || version !== all[index - 1]?.version);
}

const compared = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

const licenceOf = ({ license, licenses }) =>
  license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'UNKNOWN';

const textsOf = (folder) =>
  readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name) && !/\.(?:js|ts|json)$/.test(name))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());

/** One text with the licence of each package. */
export function licenceText(packages) {
  const parts = packages.map(({ name, version, licence, texts }) => {
    const text = texts.length > 0 ? texts.join('\n\n') : 'The package has no file with the text of its licence.';
    return `${'='.repeat(80)}\n${name} ${version}\nLicence: ${licence}\n\n${text}\n`;
  });
  const head = `Leasegate is installed together with these ${packages.length} packages, in these or newer versions.\n`;
  return [head, ...parts].join('\n');
}
