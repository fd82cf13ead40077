/** A database of known records on a test's own server, and the gateways' account on it. */

import type { Kysely } from 'kysely';

import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { migrate } from '../../src/db/migrations/index';
import type { Tables } from '../../src/db/tables';
import { readDatabaseAddress } from '../../src/config/settings';
import { LEASES } from '../http/client';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { databasePrefix } from '../support/server';
import { creation, grantsOnTables, servingUser } from '../support/serving-account';
import type { DatabaseNode } from './database-node';
import type { Question } from './load';

export const TENANTS_OF_ACME = 150;

export interface Town {
  /** The name of the database. */
  readonly name: string;
  readonly db: Kysely<Tables>;
  /** The row id of the group `acme`, whose tenants are `acme-1` … `acme-150`. */
  readonly acme: number;
}

export async function createTown(node: DatabaseNode): Promise<Town> {
  const name = `${databasePrefix()}scale`;
  await node.query(`create database ${name} character set utf8mb4`);
  const db = connect(readDatabaseAddress({ DATABASE_URL: node.urlOf(name) }), COMMAND_CONNECTION);
  await migrate(db);
  await node.query(...creation(servingUser()), ...grantsOnTables(name, servingUser()));
  const acme = await insertGroup(db, 'acme');
  await insertTenantsWithLeases(db, acme, 'acme', TENANTS_OF_ACME);
  return { name, db, acme };
}

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
    const query = 'query ($tenant: TenantMatch!) { leasesForTenant(tenant: $tenant) { nodes { identifier } } }';
    return {
      path: '/graphql',
      body: { query, variables: { tenant: { identifier } } },
      isRight: (body) =>
        JSON.stringify(body) === JSON.stringify({ data: { leasesForTenant: { nodes: [{ identifier }] } } }),
    };
  };
}
