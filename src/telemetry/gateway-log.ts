/** What a gateway logs. No line contains a value of a request, nor a driver’s message, which may quote one. */

import type { Logger } from 'pino';

import { TOKEN_FAULTS } from '../errors';
import type { ObservedRequest, Observer, Verdict } from '../observer';

/** The limits that lines about load name. */
interface LogLimits {
  readonly maxRequestsInFlight: number;
  readonly maxEventLoopDelayMs: number;
  readonly databaseConnectTimeoutMs: number;
  readonly maxConnections: number;
}

/** @param accessLog whether each request has a line whatever the level of the log is; otherwise it has one at level `debug` */
export function gatewayLog(log: Logger, accessLog: 'on' | 'off', limits: LogLimits): Observer {
  const { maxRequestsInFlight, maxEventLoopDelayMs, databaseConnectTimeoutMs, maxConnections } = limits;
  const overloaded = oncePerSecond((requests) =>
    log.warn(
      { requests, maxRequestsInFlight, maxEventLoopDelayMs, databaseConnectTimeoutMs },
      'overloaded: requests refused',
    ),
  );
  const closed = oncePerSecond((connections) =>
    log.warn({ connections, maxConnections }, 'too many connections: new ones closed'),
  );
  const refusals = new Map<Verdict, () => void>(
    TOKEN_FAULTS.map((fault) => [fault, oncePerSecond((requests) => log.info({ fault, requests }, 'tokens refused'))]),
  );
  const unknownGroups = oncePerSecond((requests) =>
    log.info({ requests }, 'no group of the caller is in the database'),
  );
  return {
    ...accessLines(log, accessLog),
    requestFailed(request, { entry, reason, cause }) {
      // Overload is logged once a second: a line for each refusal would add to the load.
      if (entry.status < 500 || reason === 'overloaded') return;
      log.error({ ...idsOf(request), type: entry.type, cause: causeOf(cause) }, 'request failed');
    },
    requestOverloaded: overloaded,
    clientConnectionClosed: closed,
    tokenChecked: (verdict) => refusals.get(verdict)?.(),
    noGroupKnown: unknownGroups,
    keySetFailed: (problem) => log.warn({ problem }, 'key set not renewed'),
    secretsRead(problems) {
      if (problems.length === 0) log.info('secrets renewed');
      else log.error({ problems }, 'secrets not renewed');
    },
    hostChecked: hostLines(log),
    auditFailed: (code) => log.error({ code }, 'audit trail not written'),
    tracesFailed: (code) => log.warn({ code }, 'traces not sent'),
  };
}

/** The line of a request has its route, transport and operation, but never its path, its query or its values. */
function accessLines(log: Logger, accessLog: 'on' | 'off'): Observer {
  const level = accessLog === 'on' ? 'info' : 'debug';
  const access = accessLog === 'on' ? log.child({}, { level }) : log;
  if (!access.isLevelEnabled(level)) return {};
  return {
    requestEnded(request, { method, route, status, ms, bytes }) {
      const { transport, operation, type, tokenFault } = request;
      const rounded = Math.round(100 * ms) / 100;
      const line = {
        ...idsOf(request),
        method,
        route,
        transport,
        operation,
        status,
        type,
        tokenFault,
        ms: rounded,
        bytes,
      };
      access[level](line, 'request');
    },
    inputRefused: ({ entry: { status, type } }) =>
      access[level]({ transport: 'none', operation: 'none', status, type }, 'request'),
  };
}

const idsOf = ({ requestId, trace }: ObservedRequest): { requestId: string; traceId?: string } =>
  trace === undefined ? { requestId } : { requestId, traceId: trace.traceId };

/** Returns a listener that logs a line whenever the problem of a host changes, and whenever requests move to another host. */
function hostLines(log: Logger): Observer['hostChecked'] {
  const problems = new Map<number, string | null>([[1, null]]);
  let inUse = 1;
  return ({ host, isInUse, problem }) => {
    if (problems.get(host) !== problem) {
      problems.set(host, problem);
      if (problem === null) log.info({ host }, 'database host healthy');
      else log.warn({ host, problem }, 'database host not healthy');
    }
    if (!isInUse || inUse === host) return;
    inUse = host;
    log.warn({ host }, 'database host in use');
  };
}

/** Milliseconds between two lines. */
const INTERVAL_MS = 1_000;

/** Returns a function that reports its calls: the first at once, then once a second with their number. */
function oncePerSecond(report: (times: number) => void): () => void {
  let unreported = 0;
  let isWaiting = false;
  const reportAll = (): void => {
    isWaiting = unreported > 0;
    if (!isWaiting) return;
    report(unreported);
    unreported = 0;
    setTimeout(reportAll, INTERVAL_MS).unref();
  };
  return () => {
    unreported += 1;
    if (!isWaiting) reportAll();
  };
}

/** The part of a failure that may be logged. */
export function causeOf(cause: unknown): { name: string; code?: unknown; at?: string } | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code, errno } = cause as { code?: unknown; errno?: unknown };
  // The stack begins with the message, whose lines could look like frames.
  const frames = cause.stack?.slice(cause.stack.indexOf(cause.message) + cause.message.length);
  const at = frames?.split('\n').find((line) => /^ {4}at /.test(line));
  return { name: cause.name, code: code ?? errno, at: at?.trim() };
}

/**
 * Logs unhandled errors, without values of requests. Resolves at an uncaught exception, after which the process should end,
 * because its state is unknown. An unhandled rejection leaves no shared state behind.
 */
export function uncaughtException(log: Logger): Promise<'failure'> {
  process.on('unhandledRejection', (reason) => log.error({ cause: causeOf(reason) }, 'unhandled rejection'));
  return new Promise((resolve) => {
    process.on('uncaughtException', (error) => {
      log.fatal({ cause: causeOf(error) }, 'uncaught exception');
      resolve('failure');
    });
  });
}
