import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ServerName } from './servers';

const LEASEGATE = '`leasegate serve` as shipped, with `LOG_LEVEL=warn`';

/** The components of each server, with the versions of packages in `{}`. */
const TEXTS: Readonly<Record<ServerName, string>> = {
  floor:
    '`node:http`, {mysql2} and `JSON.stringify`: one hand-written statement for a page and one for the tenants of its leases. It checks no token and no field, and has the cases built in.',
  leasegate: `${LEASEGATE}.`,
  tutorial:
    '{@apollo/server} standalone, {type-graphql} and {typeorm}: entities that are also object types, repositories, a DataLoader for each relation of a lease, `jsonwebtoken` in the context.',
  prisma:
    '{graphql-yoga} with its JWT plugin, {@pothos/core} with its Prisma and Relay plugins, {@prisma/client} with its driver adapter: a query selects the fields and relations that are asked for.',
  mercurius:
    '{fastify} with `@fastify/jwt`, {mercurius} with `jit: 1`, hand-written SQL over {mysql2}, a loader for each relation.',
  postgraphile:
    '{postgraphile} with its Amber preset on Node’s `http`: row level security by the groups of the token, which `jsonwebtoken` checks, and two custom queries as SQL functions.',
};

/** @param root the repository */
export function madeOf(name: ServerName, root: string): string {
  const versions = { ...dependencies(root), ...dependencies(join(root, 'bench', 'peers')) };
  return TEXTS[name].replace(/\{([^}]+)\}/g, (_, pack: string) => `${pack} ${versions[pack] ?? ''}`);
}

function dependencies(folder: string): Record<string, string> {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> }).dependencies;
}
