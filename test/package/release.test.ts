/** What must agree before a release. */

import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { codeBlocks } from '../docs/markdown';
import { readText, ROOT } from '../docs/repository';
import { debianProgram, INSTALL_LIMIT_MS } from '../support/debian-program';

const CHECKS = 'tools/release/checks.mjs';
const SIGNATURE = 'tools/release/signature.mjs';

/** Calls functions of a module in one process of their own, because Jest cannot load ES modules. */
function results(name: string, calls: readonly (readonly unknown[])[], module = CHECKS): unknown[] {
  const script = `
    import * as checks from ${JSON.stringify(join(ROOT, module))};
    const results = ${JSON.stringify(calls)}.map((args) => checks[${JSON.stringify(name)}](...args));
    process.stdout.write(JSON.stringify(results));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return JSON.parse(printed) as unknown[];
}

const check = (name: string, ...args: unknown[]): unknown => results(name, [args])[0];

test('every file has the version of package.json', () => {
  expect(check('versionProblems', '1.2.0', { one: '1.2.0', other: '1.1.0' })).toEqual([
    'other has the version 1.1.0, package.json has 1.2.0.',
  ]);
  expect(check('versionProblems', '1.2', {})).toEqual(['1.2 is not a version such as 1.2.3.']);
});

const changelog = (unreleased: string, newest: string, previous = '') =>
  `# Changelog\n\n## [Unreleased]\n\n${unreleased}\n\n## ${newest}\n\n${previous}`;

const CHANGELOGS: readonly (readonly [version: string, text: string, problems: readonly string[]])[] = [
  ['1.0.0', changelog('', '[1.0.0] - 2026-11-24'), []],
  ['1.0.0', changelog('- More', '[1.0.0] - 2026-11-24'), ['CHANGELOG.md has changes under Unreleased.']],
  ['1.0.0', changelog('', '[1.0.0]'), ['CHANGELOG.md has no date for 1.0.0.']],
  ['1.1.0', changelog('', '[1.0.0] - 2026-11-24'), ['The newest release in CHANGELOG.md is not 1.1.0.']],
  ['1.1.0', changelog('', '[1.1.0] - 2027-01-01\n\n### Added', '## [1.0.4] - 2026-12-24\n'), []],
  ['1.2.0', changelog('', '[1.2.0] - 2027-01-01', '## [1.0.4] - 2026-12-24\n'), ['1.2.0 does not follow 1.0.4.']],
  [
    '1.0.5',
    changelog('', '[1.0.5] - 2027-01-01\n\n### Added\n', '## [1.0.4] - 2026-12-24\n'),
    ['1.0.5 adds or deprecates something, so it must be at least a minor version.'],
  ],
  [
    '1.1.0',
    changelog('', '[1.1.0] - 2027-01-01\n\n- Breaking: `x was removed.`\n', '## [1.0.4] - 2026-12-24\n'),
    ['1.1.0 has breaking changes, so it must be a major version.'],
  ],
  ['2.0.0', changelog('', '[2.0.0] - 2027-01-01\n\n- Breaking: `x`\n', '## [1.0.4] - 2026-12-24\n'), []],
];

test('the changelog has the version that follows from its changes, and nothing that is not released', () => {
  expect(results('changelogProblems', CHANGELOGS)).toEqual(CHANGELOGS.map(([, , problems]) => problems));
});

test('the released interfaces are the current ones', () => {
  expect(check('interfaceProblems', { 'a.json': ['{}', '{}'], 'b.json': ['{}', '[]'] })).toEqual([
    'qa/released/b.json is not the current b.json.',
  ]);
});

test('a registry without a report is not one without vulnerabilities', () => {
  const total = (count: number) => ({ metadata: { vulnerabilities: { total: count } } });
  const reports = [[{ message: '405 Method Not Allowed' }], [total(0)], [total(2)]];
  expect(results('auditProblems', reports)).toEqual([null, [], ['npm audit reports 2 vulnerable packages.']]);
});

test('the bill of materials has what an installation brings, and is the same each time', () => {
  const component = (name: string, version = '1.0.0') => ({ 'bom-ref': `${name}@${version}`, name, version });
  const sbom = {
    serialNumber: 'urn:uuid:random',
    metadata: { timestamp: 'now', component: component('leasegate') },
    components: [component('used'), component('used', '2.0.0'), component('jest')],
    dependencies: [
      { ref: 'leasegate@1.0.0', dependsOn: ['used@1.0.0', 'jest@1.0.0'] },
      { ref: 'jest@1.0.0', dependsOn: ['used@2.0.0'] },
      { ref: 'used@1.0.0', dependsOn: [] },
    ],
  };
  const sha256 = '0123456789abcdef'.repeat(4);
  const packages = [{ name: 'used', version: '1.0.0' }];
  expect(
    check('settledSbom', sbom, { packages, bundled: { graphiql: '3.9.0' }, sha256, time: '2026-11-24T00:00:00.000Z' }),
  ).toEqual({
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    metadata: {
      timestamp: '2026-11-24T00:00:00.000Z',
      component: { ...component('leasegate'), hashes: [{ alg: 'SHA-256', content: sha256 }] },
    },
    components: [component('used'), expect.objectContaining({ name: 'graphiql', purl: 'pkg:npm/graphiql@3.9.0' })],
    dependencies: [
      { ref: 'leasegate@1.0.0', dependsOn: ['used@1.0.0', 'graphiql@3.9.0'] },
      { ref: 'used@1.0.0', dependsOn: [] },
    ],
  });
});

test(
  'the sums of a release are signed, and the printed command verifies them',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leasegate-signature-'));
    const [sums, key, signers] = ['leasegate-1.0.0.sha256', 'key', 'allowed_signers'].map((name) => join(folder, name));
    writeFileSync(sums!, `${'0'.repeat(64)}  leasegate-1.0.0.tgz\n`);
    const problems = (options: object) => results('keyProblems', [[options]], SIGNATURE)[0];
    expect(problems({ signers })).toEqual(['A release needs --key FILE, the SSH key that signs it.']);
    execFileSync(await debianProgram('openssh-client', 'ssh-keygen'), ['-q', '-t', 'ed25519', '-N', '', '-f', key!]);
    expect(problems({ key, signers })).toEqual([expect.stringContaining('commit it first')]);
    writeFileSync(signers!, `releases ${readFileSync(`${key}.pub`, 'utf8')}`);
    expect(problems({ key, signers })).toEqual([]);
    expect(results('sign', [[sums, { key, signers }]], SIGNATURE)).toEqual([`${sums}.sig`]);

    const verify = codeBlocks(readText('docs/operate/upgrading.md'), 'sh').find((block) =>
      block.includes('ssh-keygen'),
    )!;
    const [command] = verify.split('\n');
    const verified = () => spawnSync('bash', ['-c', command!], { cwd: folder, encoding: 'utf8' });
    expect(verified()).toMatchObject({ status: 0, stdout: expect.stringContaining('Good "leasegate-release"') });
    appendFileSync(sums!, 'more\n');
    expect(verified().status).not.toBe(0);
    rmSync(folder, { recursive: true });
  },
  INSTALL_LIMIT_MS,
);

test('the licences are those of every installed version of a package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-licences-'));
  const packages = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b/node_modules/a': { version: '2.0.0' } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  for (const path of Object.keys(packages)) {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'package.json'), '{ "name": "a", "license": "MIT" }');
  }
  const named = { name: 'a', licence: 'MIT', texts: [] };
  expect(results('runtimePackages', [[folder]], 'tools/package/licences.mjs')).toEqual([
    [
      { ...named, version: '1.0.0' },
      { ...named, version: '2.0.0' },
    ],
  ]);
  rmSync(folder, { recursive: true });
});
