/** Every metric that Leasegate itself has, by the conventions of Prometheus; docs/operate/monitoring.md says the same. */

export interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  readonly help: string;
  /** How the figures of several workers become one. */
  readonly aggregator: 'sum' | 'max' | 'first';
}

const counter = (name: string, labels: readonly string[], help: string): Family => ({
  name: `leasegate_${name}_total`,
  type: 'counter',
  labels,
  help,
  aggregator: 'sum',
});

const gauge = (name: string, help: string, aggregator: Family['aggregator'] = 'sum'): Family => ({
  name: `leasegate_${name}`,
  type: 'gauge',
  labels: [],
  help,
  aggregator,
});

const histogram = (name: string, labels: readonly string[], help: string): Family => ({
  name: `leasegate_${name}_seconds`,
  type: 'histogram',
  labels,
  help,
  aggregator: 'sum',
});

export const FAMILIES = {
  requests: counter('http_requests', ['door', 'operation', 'status', 'type'], 'Completed requests.'),
  requestDuration: histogram(
    'http_request_duration',
    ['door', 'operation'],
    'Time from the head of a request to the last byte of its answer.',
  ),
  requestsInFlight: gauge('http_requests_in_flight', 'Requests in flight.'),
  requestsWaiting: gauge('http_requests_waiting', 'Requests that wait for a concurrency slot.'),
  executions: counter('graphql_executions', ['executor'], 'Executed GraphQL operations.'),
  tokenChecks: counter('token_checks', ['verdict'], 'Checked tokens, including remembered ones.'),
  keySetFetches: counter('key_set_fetches', ['outcome'], 'Fetches of the identity provider’s key set.'),
  keySetAge: gauge('key_set_age_seconds', 'Time since the key set was last loaded.', 'max'),
  statementDuration: histogram(
    'database_statement_duration',
    ['outcome'],
    'Time from sending a statement to its last row.',
  ),
  rows: counter('database_rows', [], 'Rows returned by statements.'),
  connectionsOpen: gauge('database_connections_open', 'Open connections of the pool.'),
  connectionsBusy: gauge('database_connections_busy', 'Connections in use.'),
  connectionWaiters: gauge('database_connection_waiters', 'Requests that wait for a connection.'),
  connects: counter('database_connects', ['outcome'], 'Attempts to open a connection.'),
  discarded: counter('database_connections_discarded', ['reason'], 'Discarded connections.'),
  retries: counter('database_retries', [], 'Statements that were sent again.'),
  killed: counter('database_statements_killed', [], 'Statements that Leasegate killed on the server.'),
  replicasRead: gauge('database_replicas_read', 'Replicas that are read.', 'max'),
  replicaLag: gauge('database_replica_lag_seconds', 'Lag of the replica that is furthest behind.', 'max'),
  linesLost: counter('log_lines_lost', ['log'], 'Lines that could not be written.'),
  workers: gauge('workers', 'Running worker processes.'),
  build: { ...gauge('build_info', 'Always 1; the labels give the versions.', 'first'), labels: ['version', 'node'] },
} as const satisfies Record<string, Family>;
