/** The state of each replica, and the checks that keep it current: reachable, schema fits, how far behind. */

import type { ConnectionProvider, DatabaseConnection, Kysely } from 'kysely';

import { ServiceError } from '../../errors';
import type { ConnectOptions } from '../connect';
import { databaseProblem } from '../pool/failures';
import { SchemaFit, schemaProblems } from '../schema-check';
import type { Tables } from '../tables';
import { appliedPosition, holds, type Position, writtenPosition } from './replication-position';

/** What is known of a replica, for logs and metrics. */
export interface ReplicaState {
  /** Its place in DATABASE_REPLICA_URLS, from 1. */
  readonly replica: number;
  /** Whether lookups are sent there. */
  readonly healthy: boolean;
  /** It has all that the primary had so long ago; null while nobody could tell yet. */
  readonly lagSeconds: number | null;
  /** Why no lookup is sent there, to follow the words “the replica”; null when they are. */
  readonly problem: string | null;
}

export interface ReplicaConnections {
  readonly lookups: Kysely<Tables>;
  /** Apart, so that a look never waits for a lookup. */
  readonly looks: Kysely<Tables>;
}

/** One replica: whether it may be read, and what is being read there. */
export class Replica implements ConnectionProvider {
  #problem: string | null = 'has not been looked at yet';
  #heldUntil = -Infinity;
  readonly #abandon = new Set<() => void>();

  constructor(
    readonly number: number,
    private readonly connections: ReplicaConnections,
  ) {}

  get looks(): Kysely<Tables> {
    return this.connections.looks;
  }

  get problem(): string | null {
    return this.#problem;
  }

  /** Monotonic milliseconds: it is known to have all that the primary had then. */
  get heldUntil(): number {
    return this.#heldUntil;
  }

  /** Whether it may be read by one who needs all that the primary had at a time. */
  serves(time: number): boolean {
    return this.#problem === null && this.#heldUntil >= time;
  }

  /** Statements in flight. */
  get readings(): number {
    return this.#abandon.size;
  }

  /** What a look has found: why it may not be read, and until when it has everything, where that is known. */
  saw(problem: string | null, heldUntil?: number): void {
    this.#problem = problem;
    this.#heldUntil = heldUntil ?? this.#heldUntil;
  }

  /** A look got no answer, so nobody waits for what is being read there any longer. */
  fellSilent(problem: string): void {
    this.#problem = problem;
    for (const abandon of this.#abandon) abandon();
  }

  async provideConnection<Result>(consumer: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
    let abandon = () => {};
    const silence = new Promise<never>((_, reject) => {
      abandon = () => reject(new ServiceError('serviceUnavailable', { cause: new Error('the replica fell silent') }));
    });
    this.#abandon.add(abandon);
    try {
      return await Promise.race([this.connections.lookups.getExecutor().provideConnection(consumer), silence]);
    } finally {
      this.#abandon.delete(abandon);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.connections.lookups.destroy(), this.connections.looks.destroy()]);
  }
}

/** Milliseconds between two checks of a replica, and the time limit of a check. */
const LOOK_EVERY = 1_000;
const LOOK_LIMIT = 1_000;

/** How looks connect, to each server apart from its lookups. */
export const LOOK_CONNECTION: ConnectOptions = {
  poolSize: 1,
  connectTimeoutMs: LOOK_LIMIT,
  statementTimeoutMs: LOOK_LIMIT,
};

export interface LookOptions {
  /** A connection to the primary apart from those of the lookups. */
  readonly primary: Kysely<Tables>;
  readonly maxLagMs: number;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** Told of every replica after each look. */
  readonly onState: (state: ReplicaState) => void;
}

/** Where the primary was, and when: it was there at that time or has been since, never before. */
interface Milestone {
  at: number;
  readonly position: Position;
}

/**
 * Measures lag by what the primary wrote: every look notes how far the primary is, and a replica that has come to such a
 * milestone has all that the primary had then. No clock but ours counts, no right on any server is needed, and a replica that
 * no longer hears from its primary is found out, which calls itself up to date for a minute.
 */
export class ReplicaLooks {
  readonly #milestones: Milestone[] = [];
  readonly #running = new Map<Replica, Promise<void>>();
  readonly #schemas: ReadonlyMap<Replica, SchemaFit>;
  #numbered = true;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    private readonly replicas: readonly Replica[],
    private readonly options: LookOptions,
  ) {
    this.#schemas = new Map(replicas.map((replica) => [replica, new SchemaFit(replica.looks, options.now)]));
  }

  /** Looks once, and from then on by itself. */
  async start(): Promise<void> {
    await this.#setMilestone();
    if (this.#stopped) return;
    await Promise.all(this.replicas.map((replica) => this.#lookAt(replica)));
    if (!this.#stopped) this.#timer = setTimeout(() => void this.start(), LOOK_EVERY).unref();
  }

  /** No more looks; one that runs is waited for. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#running.values());
  }

  /** A lookup failed there: what was known of it does not count until it was looked at again. */
  suspect(replica: Replica): void {
    replica.saw('has failed a lookup');
    this.#schemas.get(replica)?.forget();
    if (!this.#stopped) void this.#lookAt(replica);
  }

  /** Shared by all who ask for a look while one runs. */
  #lookAt(replica: Replica): Promise<void> {
    let look = this.#running.get(replica);
    if (look === undefined) {
      look = this.#look(replica).finally(() => this.#running.delete(replica));
      this.#running.set(replica, look);
    }
    return look;
  }

  async #look(replica: Replica): Promise<void> {
    try {
      const checks = Promise.all([appliedPosition(replica.looks), this.#schemas.get(replica)?.problems()]);
      const [position, [misfit] = []] = await soon(checks);
      this.#judge(replica, position, misfit);
    } catch (failure) {
      this.#schemas.get(replica)?.forget();
      replica.fellSilent(databaseProblem(failure));
    }
    const { number, problem, heldUntil } = replica;
    const lagSeconds = heldUntil === -Infinity ? null : (this.options.now() - heldUntil) / 1000;
    this.options.onState({ replica: number, healthy: problem === null, lagSeconds, problem });
  }

  #judge(replica: Replica, position: Position | null, misfit: string | undefined): void {
    const { now, maxLagMs } = this.options;
    const problem = misfit ?? untold(this.#numbered, position);
    const reached = position && this.#milestones.findLast((milestone) => holds(position, milestone.position));
    if (problem !== null) replica.saw(problem);
    else if (!reached || reached.at < now() - maxLagMs) replica.saw('is too far behind the primary', reached?.at);
    else replica.saw(null, reached.at);
  }

  /** Without an answer the milestones grow old, and with them what the replicas are known to have. */
  async #setMilestone(): Promise<void> {
    const { primary, now, maxLagMs } = this.options;
    // Taken before asking: what was there then is surely in the answer.
    const at = now();
    try {
      const position = await soon(writtenPosition(primary));
      this.#numbered = position !== null;
      if (position !== null) this.#note(at, position);
    } catch {
      // The lookups find out by themselves that the primary is away.
    }
    const [, ...later] = this.#milestones;
    // The oldest is kept until the next one is as old as a replica may be behind.
    if (later[0] !== undefined && later[0].at < now() - maxLagMs) this.#milestones.shift();
  }

  #note(at: number, position: Position): void {
    const last = this.#milestones.at(-1);
    const nothingWritten = last !== undefined && holds(last.position, position) && holds(position, last.position);
    if (nothingWritten) last.at = at;
    else this.#milestones.push({ at, position });
  }
}

/** @throws when nothing has come of it in time */
function soon<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const impatience = setTimeout(() => reject(new Error('no answer in time')), LOOK_LIMIT).unref();
    void work.then(resolve, reject).finally(() => clearTimeout(impatience));
  });
}

/**
 * Why nobody can tell how far a replica is behind, to follow the words “the replica”; null when one can.
 * @param numbered whether the primary numbers its transactions
 */
export function untold(numbered: boolean, applied: Position | null): string | null {
  if (!numbered) return 'cannot be told how far it is behind: the primary has no binary log with GTIDs';
  if (applied === null) return 'does not tell how far it is behind: it has no GTID of the primary';
  return null;
}

/** What keeps a replica from being read at any time, a sentence each. @throws when a server cannot be asked */
export async function replicaProblems(primary: Kysely<Tables>, replica: Kysely<Tables>): Promise<string[]> {
  const problem = untold((await writtenPosition(primary)) !== null, await appliedPosition(replica));
  return [...(await schemaProblems(replica)), ...(problem === null ? [] : [problem])];
}
