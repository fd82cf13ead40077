/**
 * The hosts of `DATABASE_URL`. A request reads everything from one of them, its caller’s groups included: from the first healthy
 * one in the order given (decision 47).
 */

import { type Kysely, sql } from 'kysely';

import type { OpaqueToken } from '../model/caller';
import type { Observer } from '../observer';
import type { ConnectOptions } from './connect';
import type { Database } from './database';
import { startDeadline } from './pool/connection';
import { databaseProblem } from './pool/failures';
import { SchemaFit } from './schema-check';
import type { Tables } from './tables';

/** For each source of transactions, the ranges of transaction numbers that a server has, ends included. */
type Position = ReadonlyMap<string, readonly (readonly [first: number, last: number])[]>;

/** What a server says of itself. */
interface ServerPosition {
  /** Null if it does not number its transactions. */
  readonly position: Position | null;
  /** The state of a Galera node, 4 for one that is synced; null for any other server. */
  readonly nodeState: number | null;
}

/**
 * Each server executes its own comment. No privilege is needed. MySQL without `gtid_mode` assigns no numbers, but may still
 * report old ones.
 */
const STATEMENT = `select
  /*M! @@global.gtid_current_pos as position, (select s.variable_value from information_schema.global_status s
    where s.variable_name = 'wsrep_local_state' and exists (select 1 from information_schema.global_variables v
    where v.variable_name = 'wsrep_on' and v.variable_value = 'ON')) as nodeState */
  /*!80000 if(@@global.gtid_mode = 'ON', @@global.gtid_executed, '') as position, null as nodeState */`;

async function serverPosition(db: Kysely<Tables>): Promise<ServerPosition> {
  const { rows } = await sql<{ position: string | null; nodeState: string | null }>`${sql.raw(STATEMENT)}`.execute(db);
  const { position = null, nodeState = null } = rows[0] ?? {};
  return { position: parsePosition(position ?? ''), nodeState: nodeState === null ? null : Number(nodeState) };
}

/**
 * MariaDB's `0-1-7,1-2-30` is the last transaction of each domain; the server in the middle is ignored.
 * MySQL's `uuid:1-5:8,uuid:tag:1-3` is all transactions of each source and tag.
 */
function parsePosition(text: string): Position | null {
  const position = new Map<string, (readonly [number, number])[]>();
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const [, domain, last] = /^(\d+)-\d+-(\d+)$/.exec(part) ?? [];
    if (domain !== undefined) {
      position.set(domain, [[1, Number(last)]]);
      continue;
    }
    const [source, ...pieces] = part.split(':');
    let line = source!;
    for (const piece of pieces) {
      const [, first, end] = /^(\d+)(?:-(\d+))?$/.exec(piece) ?? [];
      if (first === undefined) line = `${source}:${piece}`;
      else position.set(line, [...(position.get(line) ?? []), [Number(first), Number(end ?? first)]]);
    }
  }
  return position.size === 0 ? null : position;
}

/** Whether a server at `position` has everything that a server at `earlier` has. */
function includes(position: Position, earlier: Position): boolean {
  return [...earlier].every(([line, ranges]) => {
    const has = position.get(line) ?? [];
    return ranges.every(([first, last]) => has.some(([from, to]) => from <= first && last <= to));
  });
}

interface Connections {
  readonly database: Database;
  /** Of its own, so that a check never waits for a lookup. */
  readonly checks: Kysely<Tables>;
  /** Each statement has a new session. */
  readonly sessions: Kysely<Tables>;
}

interface HostsOptions {
  /** How far a host may be behind the one in use, in milliseconds, not counting the time between two checks. */
  readonly maxLagMs: number;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  readonly observer: Observer;
}

/** Milliseconds between two rounds of checks, and the time limit of a check. */
const CHECK_EVERY = 500;
const CHECK_LIMIT = 1_000;

/** The connection for the checks of a host. */
export const CHECK_CONNECTION: ConnectOptions = {
  poolSize: 1,
  connectTimeoutMs: CHECK_LIMIT,
  statementTimeoutMs: CHECK_LIMIT,
};

/** The state of a Galera node that has everything that its cluster has. */
const SYNCED = 4;

const BEHIND = 'is too far behind the host in use';
const UNKNOWN_LAG = 'has an unknown lag: it or the host in use has shown no GTIDs since the start';

class Host {
  problem: string | null = 'has not been checked yet';
  readonly #schema: SchemaFit;
  #rounds = 0;
  #newSession: Promise<unknown> | undefined;

  constructor(
    readonly number: number,
    readonly connections: Connections,
    now: () => number,
  ) {
    this.#schema = new SchemaFit(connections.checks, now);
  }

  /** @returns what it says of itself, or why it cannot be read */
  async check(): Promise<ServerPosition | string> {
    const { checks, sessions } = this.connections;
    try {
      // A host must take new sessions, beside the old one, whose place a new one could have. Each costs CPU time.
      if (this.#rounds++ % 2 === 0) this.#newSession = sql`select 1`.execute(sessions);
      const [state] = await withTimeout(Promise.all([serverPosition(checks), this.#newSession]));
      const [misfit] = await withTimeout(this.#schema.problems());
      if (misfit !== undefined) return `cannot be read: ${misfit}`;
      if (state.nodeState !== null && state.nodeState !== SYNCED) return 'is a Galera node that is not synced';
      return state;
    } catch (failure) {
      return databaseProblem(failure);
    }
  }

  async close(): Promise<void> {
    const { database, checks, sessions } = this.connections;
    await Promise.all([database.close(), checks.destroy(), sessions.destroy()]);
  }
}

/** What the host in use had at a time. */
interface Milestone {
  /** Monotonic milliseconds. */
  readonly at: number;
  readonly position: Position;
}

export class Hosts {
  /** Where a new request reads. */
  inUse: Database;
  /** Its place in `DATABASE_URL`, from 1. */
  numberInUse = 1;
  readonly #hosts: readonly Host[];
  /** Of the host in use, the oldest first. */
  #milestones: Milestone[] = [];
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(
    connections: readonly Connections[],
    private readonly options: HostsOptions,
  ) {
    this.#hosts = connections.map((host, index) => new Host(index + 1, host, options.now));
    const [first] = this.#hosts;
    if (first === undefined) throw new Error('There is no database host.');
    this.inUse = first.connections.database;
    // A single host is read whatever its state is, and its requests say what is wrong.
    if (this.#hosts.length > 1) this.#checkAll();
  }

  /** Why hosts are not healthy, a sentence each. A single host is not checked. */
  get problems(): readonly string[] {
    if (this.#hosts.length === 1) return [];
    return this.#hosts.flatMap(({ number, problem }) => (problem === null ? [] : [`host ${number} ${problem}`]));
  }

  /** The opaque token with this SHA-256, and the host that it was read from; null if there is none. @throws {ServiceError} */
  async opaqueToken(sha256: Buffer): Promise<(OpaqueToken & { readonly host: number }) | null> {
    const host = this.numberInUse;
    const token = await this.inUse.opaqueToken(sha256);
    return token && { ...token, host };
  }

  /** The host with this place. */
  at(number: number): Database {
    return this.#hosts[number - 1]?.connections.database ?? this.inUse;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#round;
    await Promise.all(this.#hosts.map((host) => host.close()));
  }

  #checkAll(): void {
    this.#round = this.#checkOnce().finally(() => {
      if (!this.#isClosed) this.#timer = setTimeout(() => this.#checkAll(), CHECK_EVERY).unref();
    });
  }

  async #checkOnce(): Promise<void> {
    // Taken before the statements: an answer includes everything that its server had then.
    const at = this.options.now();
    const answers = await Promise.all(this.#hosts.map((host) => host.check()));
    this.#note(at, answers[this.numberInUse - 1]);
    for (const [index, host] of this.#hosts.entries()) host.problem = this.#problemOf(host, answers[index] ?? '');
    const healthy = this.#hosts.find(({ problem }) => problem === null);
    if (healthy !== undefined && healthy.number !== this.numberInUse) {
      [this.numberInUse, this.inUse] = [healthy.number, healthy.connections.database];
      this.#milestones = [];
      this.#note(at, answers[healthy.number - 1]);
    }
    for (const { number, problem } of this.#hosts)
      this.options.observer.hostChecked?.({ host: number, isInUse: number === this.numberInUse, problem });
  }

  /**
   * While the host in use does not answer, its last milestones stay: a host that was up to date when it was lost stays usable, and
   * one that was behind does not become so. The host that was lost is used again when it has what was read in the meantime.
   */
  #problemOf(host: Host, answer: ServerPosition | string): string | null {
    if (typeof answer === 'string') return answer;
    // A Galera node that is synced and waits for its cluster is behind no other.
    if (host.number === this.numberInUse || answer.nodeState === SYNCED) return null;
    const last = this.#milestones.at(-1);
    const { position } = answer;
    if (position === null || last === undefined) return UNKNOWN_LAG;
    const reached = this.#milestones.findLast((milestone) => includes(position, milestone.position));
    return reached === undefined || reached.at < last.at - this.options.maxLagMs ? BEHIND : null;
  }

  #note(at: number, answer: ServerPosition | string | undefined): void {
    if (typeof answer !== 'object' || answer.position === null) return;
    this.#milestones.push({ at, position: answer.position });
    // The oldest is kept until the next one is as old as what may be read.
    while ((this.#milestones[1]?.at ?? Infinity) <= at - this.options.maxLagMs) this.#milestones.shift();
  }
}

/** @throws if it takes too long */
function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stopDeadline = startDeadline(CHECK_LIMIT, () => reject(new Error('no answer in time')));
    void work.then(resolve, reject).finally(stopDeadline);
  });
}
