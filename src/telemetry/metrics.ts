/** Every metric of Leasegate, named by the conventions of Prometheus; docs/operate/monitoring.md lists them. */

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { TOKEN_FAULTS } from '../errors';
import type { Observer } from '../observer';

/** Upper bounds in seconds, for requests, statements and answers of an old service alike. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const PROCESS_START = 'process_start_time_seconds';

export const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

export type GatewayMetrics = ReturnType<typeof gatewayMetrics>;

/** @param monotonicNow milliseconds */
export function gatewayMetrics(monotonicNow: () => number, version: string) {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, registers, buckets: BUCKETS });

  // In the order of `/metrics`.
  const requests = counter('leasegate_http_requests_total', 'Completed requests.', [
    'transport',
    'operation',
    'status',
    'type',
  ]);
  const requestDuration = histogram(
    'leasegate_http_request_duration_seconds',
    'Time from the head of a request to the last byte of its answer.',
    ['transport', 'operation'],
  );
  const requestsInFlight = gauge('leasegate_http_requests_in_flight', 'Requests in flight.');
  const requestsWaiting = gauge('leasegate_http_requests_waiting', 'Requests that wait for a concurrency slot.');
  const connectionsClosed = counter(
    'leasegate_http_connections_closed_total',
    'New connections closed because MAX_CONNECTIONS were open.',
  );
  const executions = counter('leasegate_graphql_executions_total', 'Executed GraphQL operations.', ['executor']);
  const tokenChecks = counter('leasegate_token_checks_total', 'Checked tokens, including remembered ones.', [
    'verdict',
  ]);
  const groupless = counter(
    'leasegate_groupless_requests_total',
    'Requests of callers without a group in the database.',
  );
  const keySetFetches = counter('leasegate_key_set_fetches_total', 'Fetches of the identity provider’s key set.', [
    'outcome',
  ]);
  let keySetLoadedAt: number | undefined;
  new Gauge({
    name: 'leasegate_key_set_age_seconds',
    help: 'Time since the key set was last loaded.',
    registers,
    collect() {
      if (keySetLoadedAt === undefined) this.remove();
      else this.set((monotonicNow() - keySetLoadedAt) / 1000);
    },
  });
  const outdated = gauge('leasegate_settings_outdated', 'Whether a changed file of a secret could not be taken.');
  const statementDuration = histogram(
    'leasegate_database_statement_duration_seconds',
    'Time from sending a statement to its last row.',
    ['outcome'],
  );
  const rows = counter('leasegate_database_rows_total', 'Rows returned by statements.');
  const open = gauge('leasegate_database_connections_open', 'Open connections of the pool.');
  const busy = gauge('leasegate_database_connections_busy', 'Connections in use.');
  const waiters = gauge('leasegate_database_connection_waiters', 'Requests that wait for a connection.');
  const connects = counter('leasegate_database_connects_total', 'Attempts to open a connection.', ['outcome']);
  const discarded = counter('leasegate_database_connections_discarded_total', 'Discarded connections.', ['reason']);
  const retries = counter('leasegate_database_retries_total', 'Statements that were sent again.');
  const hostHealthy = gauge(
    'leasegate_database_host_healthy',
    'Whether a host of DATABASE_URL is healthy, if there are several.',
    ['host'],
  );
  const hostInUse = gauge('leasegate_database_host_in_use', 'Whether lookups read this host, if there are several.', [
    'host',
  ]);
  const linesLost = counter('leasegate_log_lines_lost_total', 'Lines that could not be written.', ['log']);
  const build = gauge('leasegate_build_info', 'Always 1; the labels give the versions.', ['version', 'node']);
  build.set({ version, node: process.version }, 1);

  // These are shown before the first of them is counted.
  for (const executor of ['compiled', 'graphql-js']) executions.inc({ executor }, 0);
  for (const verdict of ['good', ...TOKEN_FAULTS, 'unavailable']) tokenChecks.inc({ verdict }, 0);
  for (const outcome of ['loaded', 'failed']) keySetFetches.inc({ outcome }, 0);
  for (const outcome of ['ok', 'failed']) statementDuration.zero({ outcome });
  for (const outcome of ['ok', 'refused']) connects.inc({ outcome }, 0);
  for (const reason of ['age', 'failed', 'timeout']) discarded.inc({ reason }, 0);
  for (const log of ['log', 'audit']) linesLost.inc({ log }, 0);

  const observer = {
    requestBegan: () => requestsInFlight.inc(),
    requestEnded({ transport, operation, type }, { status, ms }) {
      requestsInFlight.dec();
      requests.inc({ transport, operation, status, type });
      requestDuration.observe({ transport, operation }, ms / 1000);
    },
    inputRefused: ({ entry: { status, type } }) => requests.inc({ transport: 'none', operation: 'none', status, type }),
    requestsWaiting: (change) => requestsWaiting.inc(change),
    clientConnectionClosed: () => connectionsClosed.inc(),
    operationExecuted: (isCompiled) => executions.inc({ executor: isCompiled ? 'compiled' : 'graphql-js' }),
    tokenChecked: (verdict) => tokenChecks.inc({ verdict }),
    noGroupKnown: () => groupless.inc(),
    keySetLoaded() {
      keySetFetches.inc({ outcome: 'loaded' });
      keySetLoadedAt = monotonicNow();
    },
    secretsRead: (problems) => outdated.set(problems.length > 0 ? 1 : 0),
    keySetFailed: () => keySetFetches.inc({ outcome: 'failed' }),
    statementEnded: ({ ms, failed }) => statementDuration.observe({ outcome: failed ? 'failed' : 'ok' }, ms / 1000),
    rowsRead: (count) => rows.inc(count),
    hostChecked({ host, isInUse, problem }) {
      hostHealthy.set({ host }, problem === null ? 1 : 0);
      hostInUse.set({ host }, isInUse ? 1 : 0);
    },
    connectionOpened() {
      open.inc();
      connects.inc({ outcome: 'ok' });
    },
    connectionFailed: () => connects.inc({ outcome: 'refused' }),
    connectionClosed: () => open.dec(),
    connectionDiscarded: (reason) => discarded.inc({ reason }),
    connectionsBusy: (change) => busy.inc(change),
    connectionWaiters: (change) => waiters.inc(change),
    statementRetried: () => retries.inc(),
    linesLost: (log, lines) => linesLost.inc({ log }, lines),
  } satisfies Observer;

  /** Includes what prom-client says of the process, which it observes from the first scrape on. */
  const scraped = (): Registry => {
    if (registry.getSingleMetric(PROCESS_START) === undefined) collectDefaultMetrics({ register: registry });
    return registry;
  };

  return { registry, observer, text: (): Promise<string> => scraped().metrics() };
}
