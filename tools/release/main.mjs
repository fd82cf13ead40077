/** `npm run release`: checks, packs, signs and publishes this commit. With `--dry-run` it publishes nothing, and signs if it has a key. */

import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runtimePackages } from '../package/licences.mjs';

import { auditProblems, changelogProblems, interfaceProblems, settledSbom, versionProblems } from './checks.mjs';
import { keyProblems, sign } from './signature.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const OUTPUT = join(ROOT, 'release');

const { values: options } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    'skip-gates': { type: 'boolean', default: false },
    key: { type: 'string' },
    signers: { type: 'string', default: join(ROOT, 'tools', 'release', 'allowed_signers') },
  },
});
const text = (path) => readFileSync(join(ROOT, path), 'utf8');
const run = (program, args, cwd = ROOT) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 28 });
const say = (line) => console.log(line);

const work = mkdtempSync(join(tmpdir(), 'leasegate-release-'));
try {
  process.exitCode = release();
} finally {
  rmSync(work, { recursive: true });
}

/** Returns the exit status. */
function release() {
  const isDry = options['dry-run'];
  if (options['skip-gates'] && !isDry) return failed(['--skip-gates needs --dry-run.']);
  const { version } = JSON.parse(text('package.json'));
  say(`leasegate ${version}, with Node ${process.version} and npm ${run('npm', ['--version']).trim()}`);

  const isSigned = !isDry || options.key !== undefined;
  const problems = [...commitProblems(version), ...fileProblems(version), ...(isSigned ? keyProblems(options) : [])];
  if (problems.length > 0) return failed(problems);
  const audited = auditProblems(audit());
  say(
    `Vulnerabilities: ${audited === null ? 'unknown, the registry gives no report' : audited.length === 0 ? 'none known' : 'some'}`,
  );
  if (audited === null && !isDry) return failed(['A release needs the report of npm audit.']);
  if (audited !== null && audited.length > 0) return failed(audited);
  if (!options['skip-gates'] && spawnSync('bash', ['.ci/run'], { cwd: clone('gates'), stdio: 'inherit' }).status !== 0)
    return failed(['.ci/run has failed.']);

  const [first, second] = ['one', 'two'].map((name) => packIn(clone(name)));
  if (first.sha256 !== second.sha256)
    return failed([`Two clones gave two packages: ${first.sha256} and ${second.sha256}.`]);
  const written = write(version, first);
  say(
    `Package: ${written.tarball}, the same from two clones\nSHA-256: ${first.sha256}\nBill of materials: ${written.sbom}`,
  );
  say(`Signature: ${isSigned ? sign(written.sums, options) : 'none, without --key'}`);
  return publish(version, written.tarball, isDry);
}

function failed(problems) {
  for (const problem of problems) console.error(problem);
  return 1;
}

function commitProblems(version) {
  const problems = [];
  if (run('git', ['status', '--porcelain']) !== '') problems.push('There are changes that are not committed.');
  if (run('git', ['tag', '--list', `v${version}`]) !== '') problems.push(`The tag v${version} exists already.`);
  return problems;
}

function fileProblems(version) {
  const lock = JSON.parse(text('package-lock.json'));
  const versions = {
    'package-lock.json': lock.version,
    'src/package.ts': /VERSION = '([^']+)'/.exec(text('src/package.ts'))?.[1],
    'openapi.json': JSON.parse(text('openapi.json')).info.version,
    Dockerfile: /ARG VERSION=(\S+)/.exec(text('Dockerfile'))?.[1],
    'deploy/kubernetes/kustomization.yaml': /newTag: (\S+)/.exec(text('deploy/kubernetes/kustomization.yaml'))?.[1],
  };
  const interfaces = ['schema.graphql', 'openapi.json'].map((name) => [
    name,
    [text(name), text(`qa/released/${name}`)],
  ]);
  return [
    ...versionProblems(version, versions),
    ...changelogProblems(version, text('CHANGELOG.md')),
    ...interfaceProblems(Object.fromEntries(interfaces)),
  ];
}

function audit() {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: ROOT, encoding: 'utf8' });
  try {
    return JSON.parse(stdout);
  } catch {
    return null;
  }
}

/** A fresh clone of this commit, in which nothing is installed. */
function clone(name) {
  const folder = join(work, name);
  run('git', ['clone', '--quiet', ROOT, folder]);
  run('git', ['checkout', '--quiet', '--detach', run('git', ['rev-parse', 'HEAD']).trim()], folder);
  return folder;
}

function packIn(folder) {
  run('npm', ['ci', '--silent'], folder);
  const [{ filename }] = Object.values(JSON.parse(run('npm', ['pack', '--json', '--silent'], folder)));
  const tarball = join(folder, filename);
  const sbom = JSON.parse(run('npm', ['sbom', '--sbom-format', 'cyclonedx'], folder));
  const packages = runtimePackages(folder);
  return { filename, tarball, sbom, packages, sha256: hash('sha256', readFileSync(tarball), 'hex') };
}

function write(version, { filename, tarball, sbom, packages, sha256 }) {
  mkdirSync(OUTPUT, { recursive: true });
  const bill = `leasegate-${version}.cdx.json`;
  const paths = {
    tarball: join(OUTPUT, filename),
    sbom: join(OUTPUT, bill),
    sums: join(OUTPUT, `leasegate-${version}.sha256`),
  };
  copyFileSync(tarball, paths.tarball);
  const bundled = JSON.parse(text('web/vendor/versions.json'));
  const time = new Date(run('git', ['log', '-1', '--format=%cI']).trim()).toISOString();
  const settled = `${JSON.stringify(settledSbom(sbom, { packages, bundled, sha256, time }), null, 2)}\n`;
  writeFileSync(paths.sbom, settled);
  writeFileSync(paths.sums, `${sha256}  ${filename}\n${hash('sha256', settled, 'hex')}  ${bill}\n`);
  rmSync(`${paths.sums}.sig`, { force: true });
  return paths;
}

function publish(version, tarball, isDry) {
  const steps = [
    // npm refuses it where the registry or the machine offers no provenance, and without a public repository.
    ['npm', ['publish', '--provenance', tarball]],
    ['git', ['tag', '--annotate', `v${version}`, '--message', `Leasegate ${version}`]],
  ];
  for (const [program, args] of steps) {
    if (isDry) say(`Would run: ${program} ${args.join(' ')}`);
    else run(program, args);
  }
  return 0;
}
