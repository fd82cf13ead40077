/** The state of each replica, and its checks: whether it is reachable, whether its schema fits, and how far it is behind. */

import type { ConnectionProvider, DatabaseConnection, Kysely } from 'kysely';

import { ServiceError } from '../../errors';
import type { ConnectOptions } from '../connect';
import { databaseProblem } from '../pool/failures';
import { SchemaFit, schemaProblems } from '../schema-check';
import type { Tables } from '../tables';
import { Outage, type OutageState } from './outage';
import { appliedPosition, includes, type Position, writtenPosition } from './replication-position';

/** What is known of a replica, for logs and metrics. */
export interface ReplicaState {
  /** Its place in DATABASE_REPLICA_URLS, from 1. */
  readonly replica: number;
  /** Whether lookups are sent there. */
  readonly healthy: boolean;
  /** It has everything that the primary had this many seconds ago. Null while that is unknown. */
  readonly lagSeconds: number | null;
  /** Why no lookup is sent there, to follow the words “the replica”. Null if it is healthy. */
  readonly problem: string | null;
}

export interface ReplicaConnections {
  readonly lookups: Kysely<Tables>;
  /** Of its own, so that a check never waits for a lookup. */
  readonly checks: Kysely<Tables>;
}

/** One replica: whether lookups may read it, and the lookups in flight. */
export class Replica implements ConnectionProvider {
  #problem: string | null = 'has not been checked yet';
  #upToDateAt = -Infinity;
  #applied: Position | null = null;
  readonly #abandon = new Set<() => void>();

  constructor(
    readonly number: number,
    private readonly connections: ReplicaConnections,
  ) {}

  get checks(): Kysely<Tables> {
    return this.connections.checks;
  }

  get problem(): string | null {
    return this.#problem;
  }

  /** It has everything that the primary had at this time, monotonic milliseconds. */
  get upToDateAt(): number {
    return this.#upToDateAt;
  }

  /** What it has applied. Null if it does not answer or cannot be read for another reason than its lag. */
  get applied(): Position | null {
    return this.#applied;
  }

  /** Whether it may be read by a request that needs everything that the primary had at this time. */
  serves(time: number): boolean {
    return this.#problem === null && this.#upToDateAt >= time;
  }

  /** Statements in flight. */
  get inFlight(): number {
    return this.#abandon.size;
  }

  /** Sets the result of a check. `upToDateAt` is absent if it is unknown, `applied` if the replica cannot be read at any lag. */
  update(problem: string | null, upToDateAt?: number, applied: Position | null = null): void {
    this.#problem = problem;
    this.#applied = applied;
    this.#upToDateAt = upToDateAt ?? this.#upToDateAt;
  }

  /** Fails all lookups in flight, after a check without an answer. */
  markUnreachable(problem: string): void {
    this.#problem = problem;
    this.#applied = null;
    for (const abandon of this.#abandon) abandon();
  }

  async provideConnection<Result>(consumer: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
    let abandon = () => {};
    const silence = new Promise<never>((_, reject) => {
      abandon = () =>
        reject(new ServiceError('serviceUnavailable', { cause: new Error('the replica does not answer') }));
    });
    this.#abandon.add(abandon);
    try {
      return await Promise.race([this.connections.lookups.getExecutor().provideConnection(consumer), silence]);
    } finally {
      this.#abandon.delete(abandon);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.connections.lookups.destroy(), this.connections.checks.destroy()]);
  }
}

const BEHIND = 'is too far behind the primary';

/** Milliseconds between two checks of a replica, and the time limit of a check. */
const CHECK_EVERY = 1_000;
const CHECK_LIMIT = 1_000;

/** The connection for the checks of a server. */
export const CHECK_CONNECTION: ConnectOptions = {
  poolSize: 1,
  connectTimeoutMs: CHECK_LIMIT,
  statementTimeoutMs: CHECK_LIMIT,
};

export interface CheckOptions {
  /** A connection of its own, apart from those of lookups. */
  readonly primary: Kysely<Tables>;
  /** The permitted lag of an answer in milliseconds, not counting the time between two checks. */
  readonly maxLagMs: number;
  /** The permitted age in milliseconds of an answer while the primary is away; 0 if nothing is read then. */
  readonly staleMs: number;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** Called for every replica after each check. */
  readonly onState: (state: ReplicaState) => void;
  /** Called after each round of checks. */
  readonly onOutage: (state: OutageState) => void;
}

/** The primary reached this position at this time or later, never before. */
interface Milestone {
  at: number;
  readonly position: Position;
}

/**
 * Measures lag by the transactions of the primary. Every round notes the position of the primary as a milestone. A replica that
 * has reached a milestone has everything that the primary had then. This needs only our own clock and no privilege. It also
 * detects a replica that has lost its primary, which would report itself as up to date for another minute.
 */
export class ReplicaChecks {
  readonly outage: Outage;
  readonly #milestones: Milestone[] = [];
  readonly #running = new Map<Replica, Promise<void>>();
  readonly #schemas: ReadonlyMap<Replica, SchemaFit>;
  #numbered = true;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    private readonly replicas: readonly Replica[],
    private readonly options: CheckOptions,
  ) {
    this.outage = new Outage(replicas, options);
    this.#schemas = new Map(replicas.map((replica) => [replica, new SchemaFit(replica.checks, options.now)]));
  }

  /** Checks once, and then regularly. */
  async start(): Promise<void> {
    await this.#setMilestone();
    if (this.#stopped) return;
    await Promise.all(this.replicas.map((replica) => this.#checkOnce(replica)));
    this.options.onOutage(this.outage.state);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.start(), CHECK_EVERY).unref();
  }

  /** Stops checking, and waits for running checks. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#running.values());
  }

  /** After a failed lookup, the replica is not read until it has been checked again. */
  suspect(replica: Replica): void {
    replica.update('has failed a lookup');
    this.#schemas.get(replica)?.forget();
    if (!this.#stopped) void this.#checkOnce(replica);
  }

  /** Callers share a running check. */
  #checkOnce(replica: Replica): Promise<void> {
    let check = this.#running.get(replica);
    if (check === undefined) {
      check = this.#check(replica).finally(() => this.#running.delete(replica));
      this.#running.set(replica, check);
    }
    return check;
  }

  async #check(replica: Replica): Promise<void> {
    try {
      const results = Promise.all([appliedPosition(replica.checks), this.#schemas.get(replica)?.problems()]);
      const [position, [misfit] = []] = await withTimeout(results);
      this.#decide(replica, position, misfit);
    } catch (failure) {
      this.#schemas.get(replica)?.forget();
      replica.markUnreachable(databaseProblem(failure));
    }
    const { number, upToDateAt } = replica;
    const problem = this.outage.fallback() === replica ? null : replica.problem;
    const lagSeconds = upToDateAt === -Infinity ? null : (this.options.now() - upToDateAt) / 1000;
    this.options.onState({ replica: number, healthy: problem === null, lagSeconds, problem });
  }

  #decide(replica: Replica, position: Position | null, misfit: string | undefined): void {
    const { now, maxLagMs } = this.options;
    const problem = misfit ?? lagProblem(this.#numbered, position);
    const reached = position && this.#milestones.findLast((milestone) => includes(position, milestone.position));
    if (problem !== null) replica.update(problem);
    else if (!reached || reached.at < now() - maxLagMs) replica.update(BEHIND, reached?.at, position);
    else replica.update(null, reached.at, position);
  }

  /** While the primary does not answer, the milestones become too old, and with them the replicas. */
  async #setMilestone(): Promise<void> {
    const { primary, now, maxLagMs, staleMs } = this.options;
    // Taken before the query: the answer includes everything that the primary had then.
    const at = now();
    try {
      const position = await withTimeout(writtenPosition(primary));
      if (this.outage.primaryAnswered(position)) {
        this.#numbered = position !== null;
        if (position !== null) this.#note(at, position);
      }
    } catch {
      this.outage.primaryFailed();
    }
    const [, ...later] = this.#milestones;
    // The oldest is kept until the next one is older than what may be read.
    if (later[0] !== undefined && later[0].at < now() - Math.max(maxLagMs, staleMs)) this.#milestones.shift();
  }

  #note(at: number, position: Position): void {
    const last = this.#milestones.at(-1);
    const nothingWritten = last !== undefined && includes(last.position, position) && includes(position, last.position);
    if (nothingWritten) last.at = at;
    else this.#milestones.push({ at, position });
  }
}

/** @throws if it takes too long */
function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error('no answer in time')), CHECK_LIMIT).unref();
    void work.then(resolve, reject).finally(() => clearTimeout(timeout));
  });
}

/**
 * Why the lag of a replica is unknown, to follow the words “the replica”. Null if it can be measured.
 * @param numbered whether the primary numbers its transactions
 */
export function lagProblem(numbered: boolean, applied: Position | null): string | null {
  if (!numbered) return 'has an unknown lag: the primary has no binary log with GTIDs';
  if (applied === null) return 'has an unknown lag: it has no GTID of the primary';
  return null;
}

/**
 * The permanent problems of a replica, a sentence each.
 * @param primary absent if it does not answer
 * @throws when a server cannot be asked
 */
export async function replicaProblems(replica: Kysely<Tables>, primary?: Kysely<Tables>): Promise<string[]> {
  const isNumbered = primary === undefined || (await writtenPosition(primary)) !== null;
  const problem = lagProblem(isNumbered, await appliedPosition(replica));
  return [...(await schemaProblems(replica)), ...(problem === null ? [] : [problem])];
}
