/** The manifest of trusted documents as a setting: `TRUSTED_DOCUMENTS` and `…_FILE`. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings, type Settings, type SettingsError } from '../../src/config/settings';
import { readText } from '../docs/repository';
import { TEST_SECRET } from '../support/tokens';

const folder = mkdtempSync(join(tmpdir(), 'leasegate-manifest-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FILE = join(folder, 'manifest.json');
const TEXT = '{ viewer { subject } }';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

const settingsWith = (env: Readonly<Record<string, string>>): Settings =>
  readSettings({ DATABASE_URL: 'mysql://jane@db.example/leasegate', AUTH_JWT_SECRET: TEST_SECRET, ...env });

function problemsWith(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    settingsWith(env);
    return [];
  } catch (error) {
    return (error as SettingsError).problems;
  }
}

function read(content: unknown): Settings['trustedDocuments'] {
  writeFileSync(FILE, typeof content === 'string' ? content : JSON.stringify(content));
  return settingsWith({ TRUSTED_DOCUMENTS: 'enforce', TRUSTED_DOCUMENTS_FILE: FILE }).trustedDocuments;
}

const apollo = (operations: unknown) => ({ format: 'apollo-persisted-query-manifest', version: 1, operations });

test.each<[string, unknown, readonly (readonly [string, string])[]]>([
  ['of codegen, by SHA-256', { [`sha256:${hashOf(TEXT)}`]: TEXT }, [[`sha256:${hashOf(TEXT)}`, TEXT]]],
  ['of codegen, by another hash', { '9f2c': TEXT }, [['9f2c', TEXT]]],
  ['of Apollo', apollo([{ id: hashOf(TEXT), name: 'A', type: 'query', body: TEXT }]), [[hashOf(TEXT), TEXT]]],
  ['with the id __proto__', `{"__proto__":"${TEXT}"}`, [['__proto__', TEXT]]],
])('a manifest %s is read', (_of, content, documents) => {
  expect(read(content)).toEqual({ mode: 'enforce', manifest: new Map(documents) });
});

test.each([`v1:${hashOf('other')}`, `${hashOf('other')}0`, `${hashOf('other')}:1`])(
  'the ID %s only contains a hash, and need not be that of the text',
  (id) => expect(read({ [id]: TEXT })?.manifest.get(id)).toBe(TEXT),
);

test('a manifest may have 1024 kB', () => {
  const content = { a: '' };
  content.a = 'x'.repeat(1024 * 1024 - JSON.stringify(content).length);
  expect(read(content)?.manifest.get('a')).toBe(content.a);
});

test('the manifest of the client’s operations is valid', () => {
  expect(read(readText('persisted-documents.json'))?.manifest.size).toBe(3);
});

describe('TRUSTED_DOCUMENTS_FILE', () => {
  const noManifest =
    'names a file that is not a manifest: expected an object of texts by ID, or an apollo-persisted-query-manifest of version 1';
  const otherHash = 'names a manifest with a document whose ID is the SHA-256 hash of another text';

  test.each<[string, unknown, string]>([
    ['no JSON', 'hunter2', noManifest],
    ['a list', [TEXT], noManifest],
    ['Apollo’s with a number for an id', apollo([{ id: 5, body: TEXT }]), noManifest],
    ['a document without text', { hunter2: '' }, noManifest],
    ['a document without an id', { '': TEXT }, noManifest],
    ['another version of Apollo’s', { ...apollo([]), version: 2 }, noManifest],
    ['Apollo’s with half an operation', apollo([{ id: 'hunter2' }]), noManifest],
    [
      'an id twice',
      apollo([1, 2].map((n) => ({ id: 'hunter2', body: `{ a${n} }` }))),
      'names a manifest with a duplicate ID',
    ],
    ['a document that was changed', { [`sha256:${hashOf(TEXT)}`]: `${TEXT} ` }, otherHash],
    ['the same in Apollo’s form', apollo([{ id: hashOf(TEXT), body: `${TEXT} ` }]), otherHash],
    ['no document', {}, 'names a manifest without documents'],
    ['too much', { a: 'x'.repeat(1024 * 1024) }, 'names something other than a file of at most 1024 kB'],
  ])('with %s is named', (_what, content, problem) => {
    const problems = (() => {
      try {
        return read(content) && [];
      } catch (error) {
        return (error as SettingsError).problems;
      }
    })();
    expect(problems).toEqual([`TRUSTED_DOCUMENTS_FILE ${problem}`]);
  });

  test.each(['enforce', 'log'])('is required with %s and must name a file', (mode) => {
    const problems = (file: string) => problemsWith({ TRUSTED_DOCUMENTS: mode, TRUSTED_DOCUMENTS_FILE: file });
    expect(problems('')).toEqual(['TRUSTED_DOCUMENTS_FILE must be set with TRUSTED_DOCUMENTS']);
    expect(problems(join(folder, 'none.json'))).toEqual([
      'TRUSTED_DOCUMENTS_FILE names a file that does not exist or cannot be read',
    ]);
    const pipe = join(folder, `pipe-${mode}`);
    execFileSync('mkfifo', [pipe]);
    for (const odd of [folder, '/dev/zero', pipe])
      expect(problems(odd)).toEqual(['TRUSTED_DOCUMENTS_FILE names something other than a file of at most 1024 kB']);
  });

  test('is ignored with off', () => {
    const env = { TRUSTED_DOCUMENTS_FILE: join(folder, 'none.json') };
    expect(settingsWith(env)).toMatchObject({ trustedDocuments: null });
  });
});
