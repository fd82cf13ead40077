import { SignJWT } from 'jose';

import type { DatabaseAddress } from '../../src/config/setting-values';
import { type Case, CASES, caseTitle, type Subjects } from './cases';
import { databasePid } from './database-process';
import { canonical } from './records';
import { post, type RunningServer, startServer } from './running-server';
import { casesOf, requestOf, type ServerName } from './servers';
import { callerGroups, findSubjects } from './subjects';
import { requestBytes } from './wire';

export interface StandOptions {
  /** The built repository. */
  readonly root: string;
  /** A filled world. */
  readonly address: DatabaseAddress;
  readonly leases: number;
  /** The servers to which peers are compared come first. */
  readonly servers: readonly ServerName[];
  readonly cases?: readonly Case[];
  /** An HS256 secret of at least 32 bytes. */
  readonly secret: string;
  readonly now: () => number;
}

export interface Contestant extends RunningServer {
  /** The process of its database server; undefined if that runs on another machine. */
  readonly databasePid: number | undefined;
  readonly cases: readonly Case[];
  requestBytes(one: Case): Buffer;
}

export interface Stand {
  readonly contestants: readonly Contestant[];
  /** The body lengths of the first server's answers. */
  readonly bytes: ReadonlyMap<Case, number>;
}

/** Runs `work` on servers that answer every case with the same records. @throws {Error} if one differs */
export async function withStand<Result>(
  options: StandOptions,
  work: (stand: Stand) => Promise<Result>,
): Promise<Result> {
  const { address, leases, servers, cases = CASES, secret, now } = options;
  const subjects = await findSubjects(address, leases);
  const groups = callerGroups(leases);
  const token = await tokenFor(groups, secret);
  const dependencies = { ...options, databaseUrl: urlOf(address), groups };
  const sharedDatabase = await databasePid(address);
  const contestants: Contestant[] = [];
  try {
    for (const name of servers) {
      const first = requestOf(name, { transport: 'graphql', name: 'small' }, subjects);
      const server = await startServer(name, { dependencies, token, first, now });
      contestants.push({
        ...server,
        databasePid: sharedDatabase,
        cases: casesOf(name, cases),
        requestBytes: (one) => requestBytes(requestOf(name, one, subjects), server.port, token),
      });
    }
    await checkGuards(contestants, subjects, await tokenFor([STRANGER], secret));
    return await work({ contestants, bytes: await checkRecords(contestants, cases, subjects, token) });
  } finally {
    await Promise.all(contestants.map((contestant) => contestant.stop()));
  }
}

/** A group without the landlord. */
const STRANGER = 'group-1';

/** Every server but the floor must refuse an invalid token, and hide groups that a valid token does not name. */
async function checkGuards(contestants: readonly Contestant[], subjects: Subjects, stranger: string): Promise<void> {
  for (const { name, port } of contestants.filter((contestant) => contestant.name !== 'floor')) {
    const request = requestOf(name, { transport: 'graphql', name: 'leases' }, subjects);
    const refused = await post(port, 'no.good.token', request);
    if (refused.ok && !refused.body.includes('"errors"')) throw new Error(`${name} takes any token.`);
    const { body } = await post(port, stranger, request);
    if (!/"nodes": *\[\]/.test(body)) throw new Error(`${name} shows other groups: ${body.slice(0, 300)}`);
  }
}

async function checkRecords(
  contestants: readonly Contestant[],
  cases: readonly Case[],
  subjects: Subjects,
  token: string,
): Promise<Map<Case, number>> {
  const bytes = new Map<Case, number>();
  for (const one of cases) {
    let expected: string | undefined;
    for (const { name, port } of contestants.filter((contestant) => contestant.cases.includes(one))) {
      const { body } = await post(port, token, requestOf(name, one, subjects));
      const records = canonical(one, body);
      if (expected === undefined) bytes.set(one, Buffer.byteLength(body));
      expected ??= records;
      if (records !== expected) throw new Error(difference(`${caseTitle(one)}: ${name}`, records, expected));
    }
  }
  return bytes;
}

function difference(where: string, records: string, expected: string): string {
  const at = [...expected].findIndex((character, index) => character !== records[index]);
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 120);
  return `${where} gives other records:\n  ${around(records)}\ninstead of\n  ${around(expected)}`;
}

export const tokenFor = (groups: readonly string[], secret: string): Promise<string> =>
  new SignJWT({ sub: 'bench', groups })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('1d')
    .sign(Buffer.from(secret));

function urlOf({ host, port, user, password, database }: DatabaseAddress): string {
  const url = new URL(`mysql://${host}:${port}/${database}`);
  url.username = user;
  url.password = password.reveal();
  return url.href;
}
