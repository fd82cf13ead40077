/** The audit trail (decision 56): the one place where its lines are made. They hold names and numbers, never a value of a request. */

import { hostname } from 'node:os';

import { pino, type Logger } from 'pino';

import { asServiceError, type ServiceError } from '../../errors';
import type { Caller } from '../../model/caller';
import type { Destination } from './destination';
import { filterNames } from './filter-names';
import type { AuditedRequest, AuditTrail, Found, Operation, RequestTrail } from '../../lookups/request-trail';
import { identification, keyedHash } from './identification';

export interface TrailOptions {
  readonly destination: Destination;
  /** Of the hash that stands for a subject. */
  readonly key: Uint8Array;
  readonly now: () => Date;
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
}

/** What one line says beside who asked. */
interface Told {
  /** Null when the request was refused before it wanted any. */
  readonly operation: Operation | null;
  readonly filters: readonly string[];
  /** How many the line stands for: more than one only where they are nested. */
  readonly lookups: number;
  readonly records: number;
  /** `ok`, or the `type` of the error. */
  readonly outcome: string;
  /** When it began, in milliseconds. */
  readonly began: number;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function auditTrail({ destination, key, now, monotonicNow }: TrailOptions): AuditTrail {
  const log = pino(
    // The same head as a line of the log has, and a mark that none of them has.
    {
      base: { pid: process.pid, hostname: hostname(), audit: 'lookup' },
      timestamp: () => `,"time":${now().getTime()}`,
    },
    destination.stream,
  );
  const hashed = keyedHash(key);
  const identify = identification(hashed);
  const nobody = log.child({ subject: null, tokenKind: null, tokenId: null });
  /** A caller is one object as long as its token is remembered. */
  const known = new WeakMap<Caller, Logger>();

  const logOf = (caller: Caller | undefined): Logger => {
    if (caller === undefined) return nobody;
    const before = known.get(caller);
    if (before !== undefined) return before;
    const made = log.child(identify(caller));
    known.set(caller, made);
    return made;
  };

  const request: AuditTrail['request'] = (door, id) => {
    // What is not made as ours are is a client's own, and could be any word.
    const requestId = UUID.test(id) ? id : hashed(id);
    return new WrittenRequest(monotonicNow, (caller, { began, operation, filters, lookups, records, outcome }) => {
      const ms = Math.round(100 * (monotonicNow() - began)) / 100;
      logOf(caller).info({ door, operation, filters, lookups, records, ms, outcome, requestId });
    });
  };
  return { request, close: () => destination.close() };
}

/** Lookups of one operation that run at the same time, told of as one. */
interface Level {
  readonly began: number;
  readonly filters: Set<string>;
  running: number;
  lookups: number;
  records: number;
  outcome: string;
}

class WrittenRequest implements RequestTrail {
  #caller: Caller | undefined;
  #silent = true;
  readonly #levels = new Map<Operation, Level>();

  constructor(
    private readonly monotonicNow: () => number,
    private readonly write: (caller: Caller | undefined, told: Told) => void,
  ) {}

  identify(caller: Caller): void {
    this.#caller = caller;
  }

  async lookup<A extends AuditedRequest, F extends Found>(
    operation: Operation,
    read: () => A | Promise<A>,
    find: (asked: A) => Promise<F>,
  ): Promise<F> {
    const began = this.monotonicNow();
    let filters: readonly string[] = [];
    try {
      const asked = await read();
      filters = filterNames(asked.criteria);
      const found = await find(asked);
      this.#tell({ operation, filters, lookups: 1, records: found.records.length, outcome: 'ok', began });
      return found;
    } catch (failure) {
      this.#tell({ operation, filters, lookups: 1, records: 0, outcome: typeOf(failure), began });
      throw failure;
    }
  }

  async nested<A extends AuditedRequest, F extends Found>(
    operation: Operation,
    read: () => A,
    find: (asked: A) => Promise<F>,
  ): Promise<F> {
    const level = this.#join(operation);
    try {
      const asked = read();
      for (const name of filterNames(asked.criteria)) level.filters.add(name);
      const found = await find(asked);
      level.records += found.records.length;
      return found;
    } catch (failure) {
      if (level.outcome === 'ok') level.outcome = typeOf(failure);
      throw failure;
    } finally {
      level.running -= 1;
      // The others of the level may be about to begin: they do so without a pause between them.
      queueMicrotask(() => this.#leave(operation, level));
    }
  }

  refused(error: ServiceError, wanted: () => readonly Operation[]): void {
    if (!this.#silent) return;
    const began = this.monotonicNow();
    const operations = wanted();
    for (const operation of operations.length > 0 ? operations : [null]) {
      this.#tell({ operation, filters: [], lookups: 1, records: 0, outcome: error.entry.type, began });
    }
  }

  #join(operation: Operation): Level {
    const open = this.#levels.get(operation);
    const level = open ?? newLevel(this.monotonicNow());
    if (open === undefined) this.#levels.set(operation, level);
    level.running += 1;
    level.lookups += 1;
    return level;
  }

  #leave(operation: Operation, level: Level): void {
    if (level.running > 0 || this.#levels.get(operation) !== level) return;
    this.#levels.delete(operation);
    const { began, filters, lookups, records, outcome } = level;
    this.#tell({ operation, filters: [...filters], lookups, records, outcome, began });
  }

  #tell(told: Told): void {
    this.#silent = false;
    this.write(this.#caller, told);
  }
}

function newLevel(began: number): Level {
  return { began, filters: new Set(), running: 0, lookups: 0, records: 0, outcome: 'ok' };
}

const typeOf = (failure: unknown): string => asServiceError(failure, '').entry.type;
