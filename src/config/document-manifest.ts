/**
 * The manifest of trusted documents, as GraphQL Code Generator (`persistedDocuments`) and Apollo's
 * `generate-persisted-query-manifest` write it. Throws an Error that says what is wrong with the file, and never echoes it.
 */

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** The texts of documents by their ids. */
export type DocumentManifest = ReadonlyMap<string, string>;

/** Bytes. Parsed and compiled, a document takes some sixty times as much memory. */
const LARGEST = 1024 * 1024;

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

export function documentManifest(file: string): DocumentManifest {
  const manifest = new Map<string, string>();
  for (const [id, text] of entriesOf(jsonOf(file))) {
    if (typeof id !== 'string' || id === '' || typeof text !== 'string' || text === '') throw new Error(NO_MANIFEST);
    if (manifest.has(id)) throw new Error('names a manifest that has an id twice');
    const [, hash] = /^(?:sha256:)?([0-9a-f]{64})$/.exec(id) ?? [];
    if (hash !== undefined && hash !== sha256Of(text))
      throw new Error('names a manifest with a document under the SHA-256 hash of another');
    manifest.set(id, text);
  }
  if (manifest.size === 0) throw new Error('names a manifest without a document');
  return manifest;
}

const NO_MANIFEST =
  'names a file that is no manifest: neither an object of texts by their ids nor an apollo-persisted-query-manifest of version 1';

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
    const found = statSync(file);
    size = found.isFile() ? found.size : Infinity;
    if (size <= LARGEST) return readFileSync(file, 'utf8');
  } catch {
    throw new Error('names a file that is not there or cannot be read');
  }
  throw new Error(`names what is no file of at most ${LARGEST / 1024} kB`);
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
