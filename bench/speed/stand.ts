import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { SignJWT } from 'jose';

import type { DatabaseAddress } from '../../src/config/setting-values';
import { freePort } from '../../tools/local-server/free-port';
import { startGuarded } from '../../tools/local-server/server-process';
import { groupIdentifier, groupNumbers } from '../scale/callers';
import { FIRST_YEAR, worldSize } from '../scale/facts';
import { databasePid, rowsOf } from '../scale/world-database';
import { type Case, caseTitle, type Subjects } from './cases';
import { requestBytes } from './load';
import { canonical } from './records';
import { casesOf, type Dependencies, launchOf, type Request, requestOf, type ServerName } from './servers';

export interface StandOptions {
  /** The built repository. */
  readonly root: string;
  /** A filled world. */
  readonly address: DatabaseAddress;
  readonly leases: number;
  /** The servers to which peers are compared come first. */
  readonly servers: readonly ServerName[];
  readonly cases: readonly Case[];
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
  const { address, leases, servers, cases, secret, now } = options;
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

function urlOf({ host, port, login, database }: DatabaseAddress): string {
  const url = new URL(`mysql://${host}:${port}/${database}`);
  const { user: username, password } = login.reveal();
  return Object.assign(url, { username, password }).href;
}

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 10_000;

/** A ready server in its own process. */
export interface RunningServer {
  readonly name: ServerName;
  readonly pid: number;
  readonly port: number;
  /** Milliseconds from its start to its first answer. */
  readonly startMs: number;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly dependencies: Dependencies;
  readonly token: string;
  /** The server has started once it answers this request. */
  readonly first: Request;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** @throws {Error} with the server's output if it ends or does not answer in time */
export async function startServer(name: ServerName, options: StartOptions): Promise<RunningServer> {
  const { dependencies, token, first, now } = options;
  const port = await freePort();
  const { args, env } = launchOf(name, port, dependencies);
  const began = now();
  // The server must not outlive the benchmark.
  const child = startGuarded(() => spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
  }
  const stop = () => end(child);
  let last = '';
  try {
    while (now() - began < START_LIMIT_MS && child.exitCode === null) {
      const answer = await post(port, token, first).catch(() => undefined);
      if (answer?.ok) return { name, pid: child.pid ?? 0, port, startMs: now() - began, stop };
      last = answer?.body ?? '';
      await sleep(5);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  await stop();
  throw new Error(`${name} did not start:\n${said}\n${last}`);
}

export async function post(
  port: number,
  token: string,
  { path, body }: Request,
): Promise<{ ok: boolean; body: string }> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  return { ok: response.ok, body: await response.text() };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(killTimer);
}

/** The ten groups of the caller: the third of the world, to which the landlord belongs, and nine others. */
export function callerGroups(leases: number): string[] {
  const [, ...others] = groupNumbers('10 groups', worldSize(leases)) ?? [];
  return [0, ...others].map(groupIdentifier);
}

/** Chooses the same values from a world in every run. */
export async function findSubjects(address: DatabaseAddress, leases: number): Promise<Subjects> {
  const [someone] = await rowsOf(address, SOMEONE, [callerGroups(leases)]);
  const emailAddress: unknown = someone?.email_address;
  if (typeof emailAddress !== 'string') throw new Error('The world has no tenant with one lease.');
  return { emailAddress, landlord: 'tenant-0', minMoveInDate: `${FIRST_YEAR + 3}-01-01` };
}

/** A tenant with one lease, one co-tenant, and a unique e-mail address. */
const SOMEONE = `
  select t.email_address from tenants as t join lease_tenants as p on p.tenant_id = t.id join leases as l on l.id = p.lease_id
  where l.unit_id is not null and t.group_id in (select id from \`groups\` where identifier in (?))
    and (select count(*) from lease_tenants as o where o.tenant_id = t.id) = 1
    and (select count(*) from lease_tenants as o where o.lease_id = l.id) = 2
    and (select count(*) from tenants as o where o.email_key = t.email_key) = 1
  order by t.id limit 1`;
