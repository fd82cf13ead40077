/** The audit trail (decision 56). Its lines contain names and numbers, never a value of a request. No answer waits for them. */

import { createHmac } from 'node:crypto';
import { openSync } from 'node:fs';
import { hostname } from 'node:os';

import { pino, type Logger } from 'pino';

import type { Caller } from '../model/caller';
import type { Operation } from '../model/operations';
import type { Secret } from '../model/secret';
import type { EndedLookup, ObservedRequest, Observer } from '../observer';
import { type LossyStream, lossyStream } from './log';

/** Milliseconds between two reports of a failure. */
const QUIET_MS = 10_000;

interface DestinationOptions {
  /** A path; null for standard output. */
  readonly file: string | null;
  readonly monotonicNow: () => number;
  readonly observer: Observer;
}

/** @throws {Error} when the file cannot be opened for appending */
export function openDestination({ file, monotonicNow, observer }: DestinationOptions): LossyStream {
  let reportedAt = -Infinity;
  return lossyStream({
    fd: file === null ? process.stdout.fd : openFile(file),
    onFailure(code) {
      if (monotonicNow() - reportedAt < QUIET_MS) return;
      reportedAt = monotonicNow();
      observer.auditFailed?.(code);
    },
    onLost: (lines) => observer.linesLost?.('audit', lines),
  });
}

function openFile(file: string): number {
  try {
    // The trail is not for every account of the machine.
    return openSync(file, 'a', 0o600);
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    throw new Error(`AUDIT_LOG names a file that cannot be written to (${code})`, { cause: failure });
  }
}

interface TrailOptions {
  readonly stream: LossyStream['stream'];
  /** Key of the hash that replaces a subject. Without it, nobody can find the hash of a subject. */
  readonly key: Secret<Uint8Array>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Bytes of a keyed hash: a collision is expected among 2^64 subjects. */
const HASH_BYTES = 16;

/** The usual form of a `jti`. A text of another form could be personal data. */
const PLAIN_ID = /^[A-Za-z0-9._:-]{1,64}$/;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a line contains besides the caller and the request. The operation is null when the request was refused before it was known. */
type Entry = Pick<EndedLookup, 'filters' | 'lookups' | 'records' | 'ms' | 'failure'> & {
  readonly operation: Operation | null;
};

export function auditTrail({ stream, key, now }: TrailOptions): Observer {
  const log = pino(
    // The same first fields as a line of the log, and `audit`, which no line of the log has.
    {
      base: { pid: process.pid, hostname: hostname(), audit: 'lookup' },
      timestamp: () => `,"time":${now()}`,
    },
    stream,
  );
  /** HMAC-SHA-256 in 32 hexadecimal digits. */
  const hash = (text: string): string =>
    createHmac('sha256', key.reveal()).update(text, 'utf8').digest().toString('hex', 0, HASH_BYTES);
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
    let child = logs.get(caller);
    if (child === undefined) logs.set(caller, (child = log.child(callerFields(caller))));
    return child;
  };

  const write = ({ transport, requestId: id }: ObservedRequest, caller: Caller | undefined, entry: Entry): void => {
    const { operation, filters, lookups, records, failure } = entry;
    const ms = Math.round(100 * entry.ms) / 100;
    const outcome = failure?.entry.type ?? 'ok';
    // An id that is not a UUID came from a client and could be personal data.
    const requestId = UUID.test(id) ? id : hash(id);
    logOf(caller).info({ transport, operation, filters, lookups, records, ms, outcome, requestId });
  };

  return {
    lookupEnded: (request, lookup) => write(request, lookup.caller, lookup),
    lookupsRefused(request, { caller, error: failure, operations: wanted, ms }) {
      const operations = wanted();
      for (const operation of operations.length > 0 ? operations : [null])
        write(request, caller, { operation, filters: [], lookups: 1, records: 0, ms, failure });
    },
  };
}
