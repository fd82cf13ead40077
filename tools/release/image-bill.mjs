/** Prints the bill of materials of what `npm prune --omit=dev` leaves of this folder, for the image. */

import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runtimePackages } from '../package/licences.mjs';
import { settledSbom } from './checks.mjs';

const ROOT = join(import.meta.dirname, '..', '..');

const sbom = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 }),
);
const bundled = JSON.parse(readFileSync(join(ROOT, 'web/vendor/versions.json'), 'utf8'));
const sha256 = hash('sha256', readFileSync(join(ROOT, 'package-lock.json')), 'hex');
const { timestamp: time } = sbom.metadata;
const bill = settledSbom(sbom, { packages: runtimePackages(ROOT), bundled, sha256, time });
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
