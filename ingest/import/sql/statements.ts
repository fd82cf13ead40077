/** The files with the queries of an import from SQL. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { KINDS, type RecordKind } from '../kinds';
import { LoadingError } from '../refusals';

export const LEASE_TENANTS = 'lease-tenants.sql';
export const queryFile = (kind: RecordKind): string => `${kind}.sql`;

export interface Queries {
  /** In load order. */
  readonly kinds: ReadonlyMap<RecordKind, string>;
  /** Pairs of the identifiers of a lease and a tenant. */
  readonly leaseTenants?: string;
}

/** @throws {LoadingError} when there is no query, or a file is not one query */
export async function readQueries(folder: string): Promise<Queries> {
  const kinds = new Map<RecordKind, string>();
  for (const kind of KINDS) {
    const query = await readQuery(folder, queryFile(kind));
    if (query !== undefined) kinds.set(kind, query);
  }
  const leaseTenants = await readQuery(folder, LEASE_TENANTS);
  if (kinds.size === 0)
    throw new LoadingError(`There is no query to import. Expected ${KINDS.map(queryFile).join(', ')}.`);
  if (leaseTenants !== undefined && !kinds.has('leases'))
    throw new LoadingError(`There is ${LEASE_TENANTS}, but no ${queryFile('leases')}.`);
  return { kinds, leaseTenants };
}

async function readQuery(folder: string, name: string): Promise<string | undefined> {
  const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new LoadingError(`${join(folder, name)} cannot be read.`);
  });
  // The server finds what is no single SELECT: the query stands in parentheses when its columns are asked for.
  return text?.replace(/^\ufeff/, '').replace(/;\s*$/, '');
}
