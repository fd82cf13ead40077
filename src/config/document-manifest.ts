/**
 * Reads the manifest of trusted documents in the forms of GraphQL Code Generator (`persistedDocuments`) and Apollo's
 * `generate-persisted-query-manifest`. Errors say what is wrong with the file, without repeating its content.
 */

import { readFileSync, statSync } from 'node:fs';

/** The texts of documents by their IDs. */
export type DocumentManifest = ReadonlyMap<string, string>;

/** A parsed and compiled document takes about sixty times as much memory. */
const MAX_BYTES = 1024 * 1024;

/** Loads the module only for a manifest, as `setting-values.ts` does for keys. */
export const sha256Of = (text: string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');

export function documentManifest(file: string): DocumentManifest {
  const manifest = new Map<string, string>();
  for (const [id, text] of entriesOf(jsonOf(file))) {
    if (typeof id !== 'string' || id === '' || typeof text !== 'string' || text === '') throw new Error(NO_MANIFEST);
    if (manifest.has(id)) throw new Error('names a manifest with a duplicate ID');
    const [, hash] = /^(?:sha256:)?([0-9a-f]{64})$/.exec(id) ?? [];
    if (hash !== undefined && hash !== sha256Of(text))
      throw new Error('names a manifest with a document whose ID is the SHA-256 hash of another text');
    manifest.set(id, text);
  }
  if (manifest.size === 0) throw new Error('names a manifest without documents');
  return manifest;
}

const NO_MANIFEST =
  'names a file that is not a manifest: expected an object of texts by ID, or an apollo-persisted-query-manifest of version 1';

function jsonOf(file: string): unknown {
  const text = textOf(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(NO_MANIFEST);
  }
}

function textOf(file: string): string {
  let size: number;
  try {
    const status = statSync(file);
    size = status.isFile() ? status.size : Infinity;
    if (size <= MAX_BYTES) return readFileSync(file, 'utf8');
  } catch {
    throw new Error('names a file that does not exist or cannot be read');
  }
  throw new Error(`names something other than a file of at most ${MAX_BYTES / 1024} kB`);
}

function entriesOf(json: unknown): (readonly [unknown, unknown])[] {
  if (!isObject(json)) throw new Error(NO_MANIFEST);
  if (json.format !== 'apollo-persisted-query-manifest') return Object.entries(json);
  const { version, operations } = json;
  if (version !== 1 || !Array.isArray(operations)) throw new Error(NO_MANIFEST);
  return operations.map((operation: unknown) => (isObject(operation) ? [operation.id, operation.body] : [null, null]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
