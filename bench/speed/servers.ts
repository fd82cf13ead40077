/** The measured servers: how each is started, and which requests it gets. */

import { join } from 'node:path';

import { CASES, type Case, type Subjects } from './cases';
import { graphqlRequest, mercuriusRequest, type Request, restRequest } from './requests';

export const PEERS = ['tutorial', 'prisma', 'mercurius'] as const;
export type Peer = (typeof PEERS)[number];
export const SERVER_NAMES = ['floor', 'leasegate', ...PEERS] as const;
export type ServerName = (typeof SERVER_NAMES)[number];

export const TITLES: Readonly<Record<ServerName, string>> = {
  floor: 'bare floor',
  leasegate: 'Leasegate',
  tutorial: 'Apollo, type-graphql, TypeORM',
  prisma: 'Yoga, Pothos, Prisma',
  mercurius: 'Mercurius with JIT',
};

export const isPeer = (name: ServerName): name is Peer => PEERS.some((peer) => peer === name);

/** The locations of the programs, and the data they serve. */
export interface Dependencies {
  /** The built repository: `dist`, `.bench` and, for the peers, `bench/peers/dist`. */
  readonly root: string;
  readonly databaseUrl: string;
  readonly secret: string;
  readonly groups: readonly string[];
}

export interface Launch {
  /** The arguments after `node`. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** @param port on 127.0.0.1 */
export function launchOf(name: ServerName, port: number, dependencies: Dependencies): Launch {
  const { root, databaseUrl, secret, groups } = dependencies;
  const env = { NODE_ENV: 'production', PORT: String(port), DATABASE_URL: databaseUrl, AUTH_JWT_SECRET: secret };
  switch (name) {
    case 'floor':
      // It reads no token, so it gets the groups of the caller here.
      return { args: [join(root, '.bench/bench/speed/floor/main.js')], env: { ...env, GROUPS: groups.join(',') } };
    case 'leasegate': {
      const own = { ADMIN_PORT: '0', LOG_LEVEL: 'warn' };
      return { args: [join(root, 'bin/leasegate'), 'serve'], env: { ...env, ...own } };
    }
    case 'tutorial':
    case 'prisma':
    case 'mercurius':
      return { args: [peerScript(root, name)], env };
  }
}

const peerScript = (root: string, peer: Peer): string => join(root, 'bench/peers/dist', peer, 'server.js');

/** The peers have GraphQL only. */
export const casesOf = (name: ServerName, cases: readonly Case[] = CASES): Case[] =>
  cases.filter(({ transport }) => transport === 'graphql' || !isPeer(name));

export function requestOf(name: ServerName, one: Case, subjects: Subjects): Request {
  if (one.transport === 'rest') return restRequest(one, subjects);
  return name === 'mercurius' ? mercuriusRequest(one, subjects) : graphqlRequest(one, subjects);
}
