/** The manifest of trusted documents as a setting: `TRUSTED_DOCUMENTS` and `…_FILE`. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings, type Settings, type SettingsError } from '../../src/config/settings';
import { ROOT } from '../docs/repository';
import { TEST_SECRET } from '../support/tokens';

const folder = mkdtempSync(join(tmpdir(), 'leasegate-manifest-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FILE = join(folder, 'manifest.json');
const TEXT = '{ viewer { subject } }';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

const read = (file: string, mode = 'enforce'): Settings['trustedDocuments'] =>
  readSettings({
    ...{ DATABASE_URL: 'mysql://jane@db.example/leasegate', AUTH_JWT_SECRET: TEST_SECRET },
    ...{ TRUSTED_DOCUMENTS: mode, TRUSTED_DOCUMENTS_FILE: file },
  }).trustedDocuments;

function problemsWith(file: string, mode?: string): readonly string[] {
  try {
    read(file, mode);
    return [];
  } catch (error) {
    return (error as SettingsError).problems;
  }
}

/** The name of a file with this content. */
function written(content: unknown): string {
  writeFileSync(FILE, typeof content === 'string' ? content : JSON.stringify(content));
  return FILE;
}

const OTHER = hashOf('other');
const LARGEST = 'x'.repeat(1024 * 1024 - JSON.stringify({ a: '' }).length);
const apollo = (operations: unknown) => ({ format: 'apollo-persisted-query-manifest', version: 1, operations });

test.each<[string, unknown, readonly (readonly [string, string])[]]>([
  ['of codegen, by SHA-256', { [`sha256:${hashOf(TEXT)}`]: TEXT }, [[`sha256:${hashOf(TEXT)}`, TEXT]]],
  ['of codegen, by another hash', { '9f2c': TEXT }, [['9f2c', TEXT]]],
  ['of Apollo', apollo([{ id: hashOf(TEXT), name: 'A', type: 'query', body: TEXT }]), [[hashOf(TEXT), TEXT]]],
  ['with the id __proto__', `{"__proto__":"${TEXT}"}`, [['__proto__', TEXT]]],
  ['whose ID only contains a hash, not that of the text', { [`v1:${OTHER}`]: TEXT }, [[`v1:${OTHER}`, TEXT]]],
  ['of 1024 kB', { a: LARGEST }, [['a', LARGEST]]],
])('a manifest %s is read', (_of, content, documents) => {
  expect(read(written(content))?.manifest.reveal()).toEqual(new Map(documents));
});

test('the manifest of the client’s operations is valid', () => {
  expect(read(join(ROOT, 'persisted-documents.json'))?.manifest.reveal().size).toBe(3);
});

const noManifest =
  'names a file that is not a manifest: expected an object of texts by ID, or an apollo-persisted-query-manifest of version 1';
const otherHash = 'names a manifest with a document whose ID is the SHA-256 hash of another text';
const noFile = 'names something other than a file of at most 1024 kB';

test.each<[string, unknown, string]>([
  ['no JSON', 'hunter2', noManifest],
  ['a list', [TEXT], noManifest],
  ['null', 'null', noManifest],
  ['a text', '"hunter2"', noManifest],
  ['Apollo’s with null for a document', apollo([null]), noManifest],
  ['Apollo’s with a number for an id', apollo([{ id: 5, body: TEXT }]), noManifest],
  ['a document without text', { hunter2: '' }, noManifest],
  ['a document without an id', { '': TEXT }, noManifest],
  ['another version of Apollo’s', { ...apollo([]), version: 2 }, noManifest],
  ['an id twice', apollo([1, 2].map((n) => ({ id: 'x', body: `{ a${n} }` }))), 'names a manifest with a duplicate ID'],
  ['a document that was changed', { [`sha256:${hashOf(TEXT)}`]: `${TEXT} ` }, otherHash],
  ['the same in Apollo’s form', apollo([{ id: hashOf(TEXT), body: `${TEXT} ` }]), otherHash],
  ['no document', {}, 'names a manifest without documents'],
  ['too much', { a: `${LARGEST}x` }, noFile],
])('TRUSTED_DOCUMENTS_FILE with %s is named', (_what, content, problem) => {
  expect(problemsWith(written(content))).toEqual([`TRUSTED_DOCUMENTS_FILE ${problem}`]);
});

test.each(['enforce', 'log'])('TRUSTED_DOCUMENTS_FILE is required with %s and must name a file', (mode) => {
  const missing = join(folder, 'none.json');
  const pipe = join(folder, `pipe-${mode}`);
  execFileSync('mkfifo', [pipe]);
  for (const [file, problem] of [
    ['', 'must be set with TRUSTED_DOCUMENTS'],
    [missing, 'names a file that does not exist or cannot be read'],
    [folder, noFile],
    ['/dev/zero', noFile],
    [pipe, noFile],
  ] as const)
    expect(problemsWith(file, mode)).toEqual([`TRUSTED_DOCUMENTS_FILE ${problem}`]);
  expect(read(missing, 'off')).toBeNull();
});
