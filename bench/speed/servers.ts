/** The measured servers: how each is built and started, and which requests it gets. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Case, CaseName, Subjects } from './cases';

const PEERS = ['tutorial', 'prisma', 'mercurius'] as const;
export const SERVER_NAMES = ['floor', 'leasegate', ...PEERS] as const;
export type ServerName = (typeof SERVER_NAMES)[number];

export const TITLES: Readonly<Record<ServerName, string>> = {
  floor: 'bare floor',
  leasegate: 'Leasegate',
  tutorial: 'Apollo, type-graphql, TypeORM',
  prisma: 'Yoga, Pothos, Prisma',
  mercurius: 'Mercurius with JIT',
};

export const isPeer = (name: ServerName): boolean => PEERS.some((peer) => peer === name);

/** The locations of the programs, and the data they serve. */
export interface Dependencies {
  /** The built repository: `dist`, `.bench` and, for the peers, `bench/peers/dist`. */
  readonly root: string;
  readonly databaseUrl: string;
  readonly secret: string;
  readonly groups: readonly string[];
}

/** @param port on 127.0.0.1 @returns the arguments after `node`, and the environment */
export function launchOf(name: ServerName, port: number, { root, databaseUrl, secret, groups }: Dependencies) {
  const env = { NODE_ENV: 'production', PORT: String(port), DATABASE_URL: databaseUrl, AUTH_JWT_SECRET: secret };
  // It reads no token, so it gets the groups of the caller here.
  if (name === 'floor')
    return { args: [join(root, '.bench/bench/speed/floor/main.js')], env: { ...env, GROUPS: groups.join(',') } };
  if (name === 'leasegate')
    return { args: [join(root, 'bin/leasegate'), 'serve'], env: { ...env, ADMIN_PORT: '0', LOG_LEVEL: 'warn' } };
  return { args: [join(root, 'bench/peers/dist', name, 'server.js')], env };
}

/** The peers have GraphQL only. */
export const casesOf = (name: ServerName, cases: readonly Case[]): Case[] =>
  cases.filter(({ transport }) => transport === 'graphql' || !isPeer(name));

export interface Request {
  readonly path: string;
  readonly body: string;
}

const OWN = 'identifier startDate endDate moveInDate isFurnished minimumDaysNotice deposit rent';
const PLACE = 'buildingName addressLine1 addressLine2 city country state postalCode latitude longitude';
const OF_LEASE = 'identifier externalRef emailAddress phoneNumber active group { identifier }';
const TENANT = 'identifier emailAddress firstName lastName externalRef phoneNumber';
const PAGE = 'pageInfo { hasNextPage endCursor }';

function documents(lease: string): Readonly<Record<CaseName, string>> {
  const ofTenant = (name: CaseName, fields: string) =>
    `query ${name}($tenant: TenantMatch!, $first: Int) {
      leasesForTenant(tenant: $tenant, first: $first) { nodes { ${fields} } ${PAGE} } }`;
  return {
    small: ofTenant('small', lease),
    leases: ofTenant('leases', lease),
    tenants: `query tenants($lease: LeaseMatch, $first: Int) {
      tenantsByLease(lease: $lease, first: $first) { nodes { ${TENANT} } ${PAGE} } }`,
    four: ofTenant('four', 'identifier startDate endDate rent'),
  };
}

/** In the words of Leasegate's schema, which the peers use wherever their tools allow it. */
const DOCUMENTS = documents(`${OWN} unitId unitExternalRef unitNumber address { ${PLACE} } tenants { ${OF_LEASE} }`);

/** Mercurius has a loader for each relation, including the unit. */
const MERCURIUS_DOCUMENTS = documents(
  `${OWN} unit { identifier externalRef unitNumber address { ${PLACE} } } tenants { ${OF_LEASE} }`,
);

export function requestOf(server: ServerName, { transport, name }: Case, subjects: Subjects): Request {
  const { emailAddress, landlord, minMoveInDate } = subjects;
  if (transport === 'rest') {
    if (name === 'tenants') return json('/leases/tenants/', { min_move_in_date: minMoveInDate });
    const tenant = name === 'small' ? { email_address: emailAddress } : { identifier: landlord };
    return json('/leases/find-for-tenant/', tenant);
  }
  const tenant = name === 'small' ? { emailAddress } : { identifier: landlord };
  const asked = name === 'tenants' ? { lease: { minMoveInDate } } : { tenant };
  const query = (server === 'mercurius' ? MERCURIUS_DOCUMENTS : DOCUMENTS)[name];
  return json('/graphql', { operationName: name, query, variables: { ...asked, first: 100 } });
}

const json = (path: string, body: object): Request => ({ path, body: JSON.stringify(body) });

/** Installs missing packages of the peers, and builds the peers. */
export function buildPeers(root: string, say: (line: string) => void): void {
  const folder = join(root, 'bench', 'peers');
  const npm = (...args: string[]) => execFileSync('npm', ['--prefix', folder, ...args], { stdio: 'inherit' });
  if (!existsSync(join(folder, 'node_modules'))) {
    say('Installing the packages of the peers.');
    npm('ci');
  }
  say('Building the peers.');
  npm('run', 'build');
}
