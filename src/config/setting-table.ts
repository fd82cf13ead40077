/** What every setting is called, means and may be. */

import { documentManifest } from './document-manifest';
import {
  basePath,
  databaseAddress,
  databaseAddresses,
  httpUrl,
  integer,
  oneOf,
  origins,
  publicKey,
  secretKey,
  text,
  timeZone,
  workers,
} from './setting-values';

export interface Setting<Value> {
  /** As docs/operate/settings.md shows it; absent when there is none. */
  readonly default?: string;
  readonly meaning: string;
  /** Never printed. */
  readonly secret?: true;
  /** @throws {Error} whose message says what the value must be, without echoing it */
  read(text: string): Value;
}

/** Every setting, in the order of docs/operate/settings.md and of `print-config`. */
export const SETTINGS = {
  DATABASE_URL: {
    meaning:
      'the database: `mysql://user:password@host:port/database?ssl=off|require|verify&ca=FILE`; MySQL 8.0 or newer, MariaDB 10.6 or newer',
    secret: true,
    read: databaseAddress,
  },
  DATABASE_REPLICA_URLS: {
    meaning:
      'replicas of that database, comma-separated: lookups go to the healthy ones, else to `DATABASE_URL`; see `docs/operate/scale.md`',
    secret: true,
    read: databaseAddresses,
  },
  DATABASE_REPLICA_MAX_LAG_SECONDS: {
    default: '5',
    meaning:
      'seconds that a replica may be behind the primary; one that is further behind, or whose lag is unknown, is not read',
    read: integer(1, 300),
  },
  DATABASE_POOL_SIZE: {
    default: '10',
    meaning: 'maximum number of connections to the database, and to each replica',
    read: integer(1, 1000),
  },
  DATABASE_CONNECT_TIMEOUT_MS: {
    default: '1000',
    meaning:
      'milliseconds that a request may wait for a connection to the database; for a concurrency slot it may wait twice as long',
    read: integer(1, 60_000),
  },
  DATABASE_CONNECTION_MAX_AGE_SECONDS: {
    default: '600',
    meaning: 'seconds after which a connection is replaced, so that none stays with the old server after a fail-over',
    read: integer(1, 86_400),
  },
  STATEMENT_TIMEOUT_MS: {
    default: '2000',
    meaning: 'milliseconds after which a statement of a lookup is aborted',
    read: integer(1, 600_000),
  },
  HOST: { default: '127.0.0.1', meaning: 'address of the public listener', read: text },
  PORT: { default: '4000', meaning: 'port of the public listener', read: integer(0, 65_535) },
  ADMIN_HOST: { default: '127.0.0.1', meaning: 'address of `/livez`, `/readyz` and `/metrics`', read: text },
  ADMIN_PORT: { default: '4001', meaning: 'port of `/livez`, `/readyz` and `/metrics`', read: integer(0, 65_535) },
  WORKERS: {
    default: '1',
    meaning:
      'number of processes that share the ports, each with its own pool and `MAX_REQUESTS_IN_FLIGHT`; `auto` is one per core',
    read: workers,
  },
  BASE_PATH: { default: '', meaning: 'prefix of every public path', read: basePath },
  MAX_REQUESTS_IN_FLIGHT: {
    default: '256',
    meaning: 'maximum number of requests in flight, including those that wait for a slot; one more is `overloaded`',
    read: integer(1, 100_000),
  },
  MAX_EVENT_LOOP_DELAY_MS: {
    default: '2000',
    meaning:
      'milliseconds for which a request may stay unread because the process is busy; after that it is `overloaded`',
    read: integer(200, 600_000),
  },
  RATE_LIMIT: {
    meaning:
      'requests that a caller may make in a window, over all `WORKERS` together; one more is `rate_limited`; no limit by default',
    read: integer(1, 1_000_000),
  },
  RATE_LIMIT_WINDOW_SECONDS: {
    default: '60',
    meaning: 'length of that window in seconds; it begins with a request of the caller',
    read: integer(1, 86_400),
  },
  AUTH_JWT_SECRET: {
    meaning: 'HS256 key of 32 bytes or more: its UTF-8 bytes, or `base64:…`',
    secret: true,
    read: secretKey,
  },
  AUTH_JWT_PUBLIC_KEY: { meaning: 'PEM public key: RS256, ES256 or EdDSA, by the key’s type', read: publicKey },
  AUTH_JWKS_URL: {
    meaning:
      'URL of the identity provider’s JSON Web Key Set: RS256, ES256 or EdDSA, by each key’s type; not together with `AUTH_JWT_PUBLIC_KEY`',
    read: httpUrl,
  },
  AUTH_JWT_ISSUER: { meaning: 'the `iss` that tokens must have', read: text },
  AUTH_JWT_AUDIENCE: { meaning: 'the `aud` that tokens must have', read: text },
  AUTH_GROUPS_CLAIM: {
    default: 'groups',
    meaning: 'the claim that lists the caller’s groups: an array of group identifiers, or `"*"`',
    read: text,
  },
  AUTH_REMEMBER_SECONDS: {
    default: '30',
    meaning: 'seconds for which a good token and the groups of its caller are remembered; 0 to 30',
    read: integer(0, 30),
  },
  BUSINESS_TIME_ZONE: {
    default: 'UTC',
    meaning: 'the time zone whose current day decides which leases are active',
    read: timeZone,
  },
  INTROSPECTION: {
    default: 'public',
    meaning:
      'who may read the GraphQL schema, from `/graphql` and `/schema.graphql`: `public`, `token` (needs a valid token) or `off`',
    read: oneOf('public', 'token', 'off'),
  },
  GRAPHQL_COMPILE: {
    default: 'on',
    meaning: 'whether a repeated GraphQL operation is compiled: `on` or `off`; answers are the same',
    read: oneOf('on', 'off'),
  },
  GRAPHQL_MAX_TOKENS: {
    default: '2000',
    meaning:
      'maximum number of tokens of a GraphQL document; for this and the next five see `docs/operate/documents.md`',
    read: integer(100, 100_000),
  },
  GRAPHQL_MAX_DEPTH: { default: '20', meaning: 'maximum nesting of fields of an operation', read: integer(1, 1000) },
  GRAPHQL_MAX_ALIASES: {
    default: '50',
    meaning: 'maximum number of aliases of an operation',
    read: integer(0, 10_000),
  },
  GRAPHQL_MAX_ROOT_FIELDS: {
    default: '10',
    meaning: 'maximum number of root fields of an operation',
    read: integer(1, 1000),
  },
  GRAPHQL_MAX_DIRECTIVES: {
    default: '50',
    meaning: 'maximum number of directives of an operation',
    read: integer(0, 10_000),
  },
  GRAPHQL_MAX_COST: {
    default: '20000',
    meaning:
      'maximum number of records that an operation may return, estimated from its page sizes and counted as they are read',
    read: integer(100, 10_000_000),
  },
  TRUSTED_DOCUMENTS: {
    default: 'off',
    meaning:
      'what to do with GraphQL documents that are not in `TRUSTED_DOCUMENTS_FILE`: `log` (run them and log their hash), `enforce` (refuse them), or `off` (there is no list)',
    read: oneOf('off', 'log', 'enforce'),
  },
  TRUSTED_DOCUMENTS_FILE: {
    meaning:
      'the manifest of trusted documents, as a build tool wrote it; read once, at the start; see `docs/operate/documents.md`',
    read: documentManifest,
  },
  AUTOMATIC_PERSISTED_QUERIES: {
    default: 'off',
    meaning:
      'whether a client may register a document and then send its hash: `on` or `off`; not together with `TRUSTED_DOCUMENTS=enforce`',
    read: oneOf('on', 'off'),
  },
  EXPLORER: {
    default: 'on',
    meaning: 'the web pages at `/`, `/graphql` and `/reference`: `on` or `off`',
    read: oneOf('on', 'off'),
  },
  CORS_ORIGINS: { meaning: 'origins whose pages may call the gateway, comma-separated', read: origins },
  LOG_LEVEL: {
    default: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug` or `silent`',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
  },
  SERVER_TIMING: {
    default: 'off',
    meaning: 'whether answers carry `Server-Timing`: `on` or `off`; see `docs/operate/monitoring.md`',
    read: oneOf('on', 'off'),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning:
      'URL of the OpenTelemetry collector for traces, without `/v1/traces`; off by default; see `docs/operate/monitoring.md`',
    read: httpUrl,
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { meaning: 'the same with its whole path; it takes precedence', read: httpUrl },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    default: 'http/protobuf',
    meaning: 'protocol for traces; only `http/protobuf` is supported',
    read: oneOf('http/protobuf'),
  },
  OTEL_TRACES_EXPORTER: {
    default: 'otlp',
    meaning: '`otlp`, or `none` to turn traces off',
    read: oneOf('otlp', 'none'),
  },
  OTEL_SDK_DISABLED: { default: 'false', meaning: '`true` turns traces off as well', read: oneOf('false', 'true') },
  AUDIT_LOG: {
    default: 'off',
    meaning: 'where the audit trail is written: `off`, `stdout` or a file; needs `AUDIT_KEY`',
    read: text,
  },
  AUDIT_KEY: {
    meaning: 'key of 32 bytes or more for the hash of a caller in the audit trail: its UTF-8 bytes, or `base64:…`',
    secret: true,
    read: secretKey,
  },
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;
