/** The lines of the audit trail (decision 56). They contain names and numbers, never a value of a request. */

import { hostname } from 'node:os';

import { pino, type Logger } from 'pino';

import { asServiceError, type ServiceError } from '../../errors';
import type { Caller } from '../../model/caller';
import type { Destination } from './destination';
import { callerHash } from '../caller-hash';
import { filterNames } from './filter-names';
import type { AuditedRequest, AuditTrail, Found, Operation, RequestTrail } from '../../lookups/request-trail';

export interface TrailOptions {
  readonly destination: Destination;
  /** Key of the hash that replaces a subject. Without it, nobody can find the hash of a subject. */
  readonly key: Uint8Array;
  readonly now: () => Date;
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
}

/** What a line contains besides the caller. */
interface Entry {
  /** Null when the request was refused before its operation was known. */
  readonly operation: Operation | null;
  readonly filters: readonly string[];
  /** How many lookups the line covers: more than one only for nested lookups. */
  readonly lookups: number;
  readonly records: number;
  /** `ok`, or the `type` of the error. */
  readonly outcome: string;
  /** Start in milliseconds, monotonic. */
  readonly began: number;
}

/** The usual form of a `jti`. A text of another form could be personal data. */
const PLAIN_ID = /^[A-Za-z0-9._:-]{1,64}$/;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function auditTrail({ destination, key, now, monotonicNow }: TrailOptions): AuditTrail {
  const log = pino(
    // The same first fields as a line of the log, and `audit`, which no line of the log has.
    {
      base: { pid: process.pid, hostname: hostname(), audit: 'lookup' },
      timestamp: () => `,"time":${now().getTime()}`,
    },
    destination.stream,
  );
  const hash = callerHash(key);
  /** Many providers use an e-mail address as the subject, so it is written as a hash. */
  const callerFields = ({ subject, token: { kind, id } }: Caller) => ({
    subject: subject === null ? null : hash(subject),
    tokenKind: kind,
    tokenId: id === null || PLAIN_ID.test(id) ? id : hash(id),
  });
  const nobody = log.child({ subject: null, tokenKind: null, tokenId: null });
  /** A caller is one object while its token is cached. */
  const logs = new WeakMap<Caller, Logger>();

  const logOf = (caller: Caller | undefined): Logger => {
    if (caller === undefined) return nobody;
    const known = logs.get(caller);
    if (known !== undefined) return known;
    const created = log.child(callerFields(caller));
    logs.set(caller, created);
    return created;
  };

  const request: AuditTrail['request'] = (transport, id) => {
    // An id that is not a UUID came from a client and could be personal data.
    const requestId = UUID.test(id) ? id : hash(id);
    // A REST request has one lookup, whose duration includes reading the body.
    const restBegan = transport === 'rest' ? monotonicNow() : undefined;
    return new AuditedLookups(monotonicNow, (caller, { began, operation, filters, lookups, records, outcome }) => {
      const ms = Math.round(100 * (monotonicNow() - (restBegan ?? began))) / 100;
      logOf(caller).info({ transport, operation, filters, lookups, records, ms, outcome, requestId });
    });
  };
  return { request, close: () => destination.close() };
}

/** Lookups of one operation that run at the same time. They share a line. */
interface Level {
  readonly began: number;
  readonly filters: Set<string>;
  running: number;
  lookups: number;
  records: number;
  outcome: string;
}

class AuditedLookups implements RequestTrail {
  #caller: Caller | undefined;
  #hasLines = false;
  readonly #levels = new Map<Operation, Level>();

  constructor(
    private readonly monotonicNow: () => number,
    private readonly write: (caller: Caller | undefined, entry: Entry) => void,
  ) {}

  identify(caller: Caller): void {
    this.#caller = caller;
  }

  async lookup<A extends AuditedRequest, F extends Found>(
    operation: Operation,
    read: () => A,
    find: (asked: A) => Promise<F>,
  ): Promise<F> {
    const began = this.monotonicNow();
    let filters: readonly string[] = [];
    try {
      const asked = read();
      filters = filterNames(asked.criteria);
      const found = await find(asked);
      this.#record({ operation, filters, lookups: 1, records: found.records.length, outcome: 'ok', began });
      return found;
    } catch (failure) {
      this.#record({ operation, filters, lookups: 1, records: 0, outcome: typeOf(failure), began });
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
      // Other lookups of the level may start in the same turn of the event loop.
      queueMicrotask(() => this.#leave(operation, level));
    }
  }

  refused(error: ServiceError, wanted: () => readonly Operation[]): void {
    if (this.#hasLines) return;
    const began = this.monotonicNow();
    const operations = wanted();
    for (const operation of operations.length > 0 ? operations : [null]) {
      this.#record({ operation, filters: [], lookups: 1, records: 0, outcome: error.entry.type, began });
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
    this.#record({ operation, filters: [...filters], lookups, records, outcome, began });
  }

  #record(entry: Entry): void {
    this.#hasLines = true;
    this.write(this.#caller, entry);
  }
}

function newLevel(began: number): Level {
  return { began, filters: new Set(), running: 0, lookups: 0, records: 0, outcome: 'ok' };
}

const typeOf = (failure: unknown): string => asServiceError(failure, '').entry.type;
