/** A database of known records on a test's own server, the gateways' account on it, and questions about the records. */

import { readDatabaseAddress } from '../../src/config/settings';
import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { migrate } from '../../src/db/migrations/index';
import { LEASES } from '../http/client';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { databasePrefix } from '../support/server';
import { creation, grantsOnTables, servingUser } from '../support/serving-account';
import type { DatabaseNode } from './database-node';
import type { Question } from './load';

/** They are `acme-1` … `acme-150`. */
export const TENANTS_OF_ACME = 150;

export type Town = Awaited<ReturnType<typeof createTown>>;

/** The group `acme` in a database of its own. */
export async function createTown(node: DatabaseNode) {
  const name = `${databasePrefix()}scale`;
  await node.query(`create database ${name} character set utf8mb4`);
  const db = connect(readDatabaseAddress({ DATABASE_URL: node.urlOf(name) }), COMMAND_CONNECTION);
  await migrate(db);
  await node.query(...creation(servingUser()), ...grantsOnTables(name, servingUser()));
  await insertTenantsWithLeases(db, await insertGroup(db, 'acme'), 'acme', TENANTS_OF_ACME);
  return { name, db };
}

const LEASES_OF = 'query ($tenant: TenantMatch!) { leasesForTenant(tenant: $tenant) { nodes { identifier } } }';

/** Each tenant of acme in turn, with the lease of the same name: over REST, and over GraphQL. */
export function bothTransports(): () => Question {
  let asked = 0;
  return () => {
    asked += 1;
    const identifier = `acme-${((asked >> 1) % TENANTS_OF_ACME) + 1}`;
    if (asked % 2 === 0) {
      const isRight = (body: unknown) => {
        const { leases, last_id } = body as { leases: { identifier: string }[]; last_id: number };
        return leases.length === 1 && leases[0]!.identifier === identifier && last_id === -1;
      };
      return { path: LEASES, body: { identifier }, isRight };
    }
    const right = JSON.stringify({ data: { leasesForTenant: { nodes: [{ identifier }] } } });
    const body = { query: LEASES_OF, variables: { tenant: { identifier } } };
    return { path: '/graphql', body, isRight: (answer) => JSON.stringify(answer) === right };
  };
}
