/**
 * The hosts of `DATABASE_URL`. A request reads everything from one of them, its caller’s groups included: from the first healthy
 * one in the order given (decision 69).
 */

import type { Kysely } from 'kysely';

import type { OpaqueToken } from '../model/caller';
import type { Observer } from '../observer';
import type { ConnectOptions } from './connect';
import type { Database } from './database';
import { databaseProblem } from './pool/failures';
import { includes, type Position, type ServerPosition, serverPosition } from './replication-position';
import { SchemaFit } from './schema-check';
import type { Tables } from './tables';

export interface HostConnections {
  readonly database: Database;
  /** Of its own, so that a check never waits for a lookup. */
  readonly checks: Kysely<Tables>;
}

export interface HostsOptions {
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

  constructor(
    readonly number: number,
    readonly database: Database,
    private readonly checks: Kysely<Tables>,
    now: () => number,
  ) {
    this.#schema = new SchemaFit(checks, now);
  }

  /** @returns what it says of itself, or why it cannot be read */
  async check(): Promise<ServerPosition | string> {
    try {
      const state = await withTimeout(serverPosition(this.checks));
      const [misfit] = await withTimeout(this.#schema.problems());
      if (misfit !== undefined) return `cannot be read: ${misfit}`;
      if (state.nodeState !== null && state.nodeState !== SYNCED) return 'is a Galera node that is not synced';
      return state;
    } catch (failure) {
      return databaseProblem(failure);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.database.close(), this.checks.destroy()]);
  }
}

/** What the host in use had at a time. */
interface Milestone {
  /** Monotonic milliseconds. */
  readonly at: number;
  readonly position: Position;
}

export class Hosts {
  readonly #hosts: readonly Host[];
  #inUse: Host;
  /** Of the host in use, the oldest first. */
  #milestones: Milestone[] = [];
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(
    connections: readonly HostConnections[],
    private readonly options: HostsOptions,
  ) {
    this.#hosts = connections.map(({ database, checks }, index) => new Host(index + 1, database, checks, options.now));
    const [first] = this.#hosts;
    if (first === undefined) throw new Error('There is no database host.');
    this.#inUse = first;
    // A single host is read whatever its state is, and its requests say what is wrong.
    if (this.#hosts.length > 1) this.#checkAll();
  }

  /** Where a new request reads. */
  get inUse(): Database {
    return this.#inUse.database;
  }

  /** Its place in `DATABASE_URL`, from 1. */
  get numberInUse(): number {
    return this.#inUse.number;
  }

  /** The opaque token with this SHA-256, and the host that it was read from; null if there is none. @throws {ServiceError} */
  async opaqueToken(sha256: Buffer): Promise<(OpaqueToken & { readonly host: number }) | null> {
    const { number: host, database } = this.#inUse;
    const token = await database.opaqueToken(sha256);
    return token && { ...token, host };
  }

  /** The host with this place. */
  at(number: number): Database {
    return (this.#hosts[number - 1] ?? this.#inUse).database;
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
    const own = answers[this.#inUse.number - 1];
    if (typeof own === 'object' && own.position !== null) this.#note(at, own.position);
    for (const [index, host] of this.#hosts.entries()) host.problem = this.#problemOf(host, answers[index] ?? '');
    const healthy = this.#hosts.find(({ problem }) => problem === null);
    if (healthy !== undefined && healthy !== this.#inUse) {
      const answer = answers[healthy.number - 1];
      this.#inUse = healthy;
      this.#milestones = [];
      if (typeof answer === 'object' && answer.position !== null) this.#note(at, answer.position);
    }
    for (const { number, problem, database } of this.#hosts)
      this.options.observer.hostChecked?.({ host: number, isInUse: database === this.inUse, problem });
  }

  /**
   * While the host in use does not answer, its last milestones stay: a host that was up to date when it was lost stays usable, and
   * one that was behind does not become so. The host that was lost is used again when it has what was read in the meantime.
   */
  #problemOf(host: Host, answer: ServerPosition | string): string | null {
    if (typeof answer === 'string') return answer;
    // A Galera node that is synced and waits for its cluster is behind no other.
    if (host === this.#inUse || answer.nodeState === SYNCED) return null;
    const last = this.#milestones.at(-1);
    const { position } = answer;
    if (position === null || last === undefined) return UNKNOWN_LAG;
    const reached = this.#milestones.findLast((milestone) => includes(position, milestone.position));
    return reached === undefined || reached.at < last.at - this.options.maxLagMs ? BEHIND : null;
  }

  #note(at: number, position: Position): void {
    this.#milestones.push({ at, position });
    // The oldest is kept until the next one is as old as what may be read.
    while ((this.#milestones[1]?.at ?? Infinity) <= at - this.options.maxLagMs) this.#milestones.shift();
  }
}

/** @throws if it takes too long */
function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error('no answer in time')), CHECK_LIMIT).unref();
    void work.then(resolve, reject).finally(() => clearTimeout(timeout));
  });
}
